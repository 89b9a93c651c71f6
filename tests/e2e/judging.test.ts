/** From the rubric to the winners, as judges, organisers, participants and visitors see it. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { awardTitle } from "../../src/content/award-words";
import { paths } from "../../src/paths";
import { addressOf } from "../../src/routes/organiser/frame/sections";
import { SlowLine } from "../load/slow-line";
import { expectAccessible } from "./accessibility";
import { expectInSightOnLowScreens } from "./in-sight";
import { inOldestBrowser } from "./oldest-browser";
import { Operator } from "./operator";
import { LAPTOP, PHONE, type Person } from "./person";
import { openOwnStage } from "./stage";
import { Teammate } from "./teammate";

const { arrive, arriveAs, product, signUp } = openOwnStage();

const PROJECTS = ["Kite", "Moth", "Wren"] as const;
/** What the last one is called in full: wider than a phone. */
const WREN = "Wren, which hears what the hall is saying in every language";

let hand: Operator;
let leela: Person;
let dev: Teammate;
let line: SlowLine;
/** Dev's phone, whose line can be cut. */
let phone: Person;

const marksOnServer = async () =>
  (await hand.rows("marks")).filter(({ marks }) => marks !== undefined);

/** Presses the same key for every criterion. */
async function mark({ page }: Person, key: number) {
  const keys = page.getByRole("radio", { name: String(key), exact: true });
  for (const each of await keys.all()) await each.check();
}

/** Presses a button, and the one of the same name in the dialog that asks. */
async function pressTwice(person: Person, name: string) {
  await person.press(name);
  await person.page.getByRole("dialog").getByRole("button", { name }).click();
}

const note = ({ page }: Person) => page.getByLabel("Note for yourself");

const heading = ({ page }: Person) => page.locator("main h1");

let members: Teammate[];

beforeAll(async () => {
  hand = await Operator.of(product());
  leela = await arriveAs(await signUp("Leela Krishnan", "organiser"));
  line = await SlowLine.open(product().url);
  dev = await Teammate.signUp(line.url, "Dev Anand");
  members = [];
  await hand.set({ submissionsOpenAt: 0 });
  for (const name of PROJECTS) {
    const member = await signUp(`Member ${name}`);
    await member.createTeam(`Team ${name}`);
    members.push(member);
    await member.writeProject({
      name: name === "Wren" ? WREN : name,
      summary: `${name} tells you what flies over your house tonight.`,
      description: "# Why\n\nIt **listens**, then it tells.",
      tracks: name === "Kite" ? [] : ["best-game-dev-project"],
      repositoryUrl: "https://example.com/code",
      demoUrl: "https://example.com/demo",
      builtWith: ["Convex", "React"],
    });
    await member.handIn();
  }
});
afterAll(() => line.close());

describe("organisers", () => {
  test("set the rubric, and assign by one tap", async () => {
    const { page } = leela;
    await page.goto(addressOf("judging"));
    await page.getByText("Appoint judges first.").waitFor();
    await expectAccessible(leela);
    await hand.appoint(dev.email, "judge");

    await page.getByRole("heading", { name: "Rubric" }).click();
    await page.getByLabel("Weight").first().fill("2");
    await leela.press("Save the rubric");
    await leela.sees("Rubric saved");

    await page.getByText("Tracks and conflicts of Dev Anand").click();
    await page
      .getByLabel("Must not judge")
      .selectOption({ label: `Team Wren (${WREN})` });
    await leela.press("Note the conflict");
    await page.getByText("Does not judge Team Wren").waitFor();

    await leela.fill("Judges per project", "1");
    await pressTwice(leela, "Assign the projects");
    await leela.sees(
      "2 scorecards assigned; 1 project with fewer judges: not enough may judge them",
    );
    await page
      .getByRole("button", { name: "Dev Anand may judge Team Wren" })
      .click();
    await page.getByText("0 of 3 scorecards are filled in").waitFor();
    await expectAccessible(leela, [PHONE, LAPTOP]);
  });
});

describe("a judge with a phone at a table", () => {
  afterEach(() => line.restore());
  beforeAll(async () => {
    const options = { viewport: PHONE, hasTouch: true, baseURL: line.url };
    phone = (await arriveAs(dev, options)).mayComplain();
  });

  test("is led from the dashboard to one project with large keys, and reads the news there", async () => {
    await phone.page.goto(paths.dashboard);
    await phone.page.waitForURL(`**${paths.judge}`);
    await phone.page.getByRole("heading", { name: "Announcements" }).waitFor();
    await expect.poll(() => phone.page.title()).toMatch(/^Judging · /);
    await phone.page.getByText("0 of 3 scored").waitFor();
    const keys = phone.page.getByRole("radio");
    expect(await keys.count()).toBe(20);
    await phone.page.getByText("Your projects").click();
    await phone.page.getByRole("button", { name: "Kite" }).click();
    await expect.poll(() => heading(phone).innerText()).toMatch(/kite/iu);
    // News that is read takes no room above the work.
    await phone.page
      .getByRole("heading", { name: "Announcements" })
      .scrollIntoViewIfNeeded();
    await expect
      .poll(() => phone.page.getByText(/^\d+ new$/iu).count())
      .toBe(0);
    // On the first screen stand two rows of keys, above the bar.
    await phone.page.evaluate(() => scrollTo(0, 0));
    const bar = await phone.page.locator(".judge-bar").boundingBox();
    const bottom = () =>
      keys.nth(9).evaluate((key) => key.getBoundingClientRect().bottom);
    await expect.poll(bottom).toBeLessThanOrEqual(bar?.y ?? 0);
    expect(await phone.page.getByLabel("Portal").count()).toBe(0);
    // The rendered hand-in, after a judge has opened it.
    await phone.page.getByText("What they handed in").click();
    await phone.page.getByRole("heading", { name: "Why" }).waitFor();
    await phone.page.locator("strong", { hasText: "listens" }).waitFor();
    await expectAccessible(phone);
    await expectInSightOnLowScreens(keys.nth(7));
    await expectInSightOnLowScreens(note(phone));
  });

  test("saves, goes on to the next project, and can undo", async () => {
    const first = await heading(phone).innerText();
    await mark(phone, 5);
    await note(phone).fill("Ask about the glue");
    await phone.press("Save, next");
    await expect.poll(() => heading(phone).innerText()).not.toBe(first);
    await phone.sees("Everything is saved");
    await leela.page.getByText("1 of 3 scorecards are filled in").waitFor();
    await phone.press("Undo");
    await expect.poll(() => heading(phone).innerText()).toBe(first);
    await leela.page.getByText("0 of 3 scorecards are filled in").waitFor();
    expect(await note(phone).inputValue()).toBe("Ask about the glue");
    await phone.press("Save, next");
    await leela.page.getByText("1 of 3 scorecards are filled in").waitFor();
  });

  test("loses no mark with the connection: it is sent when the line is back", async () => {
    line.cut();
    await mark(phone, 3);
    await phone.press("Save, next");
    await phone.page.getByText(/^You are offline/).waitFor();
    await phone.page.getByText("2 of 3 scored").waitFor();
    expect(await marksOnServer()).toHaveLength(1);
    line.restore();
    await phone.sees("Everything is saved");
    await leela.page.getByText("2 of 3 scorecards are filled in").waitFor();
  });

  test("loses no mark with a reload either, sent or not, in the oldest browser", async () => {
    // Not before: what Playwright puts in place of a page's socket needs a newer one.
    await inOldestBrowser(phone);
    line.cut();
    await phone.page
      .getByText("Connection lost", { exact: false })
      .first()
      .waitFor();
    await mark(phone, 2);
    await phone.page
      .getByText("Connection lost", { exact: false })
      .first()
      .waitFor();
    await phone.press("Save, next");
    await phone.page.getByText(/^You are offline/).waitFor();
    // Only organisers get into their area, not judges.
    await phone.page.goto("about:blank");
    line.restore();
    await phone.page.goto(addressOf("judging"));
    await phone.page
      .getByRole("heading", { name: "404 Page Not Found" })
      .waitFor();
    await phone.page.goto(paths.judge);
    await phone.sees("Everything is saved");
    await phone.page.getByRole("heading", { name: "All scored" }).waitFor();
    await leela.page.getByText("3 of 3 scorecards are filled in").waitFor();
    await expectAccessible(phone);
  });
});

describe("the results", () => {
  test("are the organisers' alone once judging is closed", async () => {
    const { page } = leela;
    await pressTwice(leela, "Close judging");
    await page.getByRole("table", { name: "Results" }).waitFor();
    await phone.page
      .getByRole("heading", { name: "Judging is closed" })
      .waitFor();
    const first = page
      .getByRole("table", { name: "Results" })
      .getByRole("row")
      .nth(1);
    expect(await first.innerText()).toContain("5.00");
    await expectAccessible(leela);
  });

  test("appear for a participant, a judge, an organiser and a visitor of the gallery, with one press and at once", async () => {
    const [member] = members;
    if (member === undefined) throw new Error("no member");
    const asha = await arriveAs(member, { viewport: PHONE });
    const visitor = await arrive("Vic");
    await hand.set({ galleryPublished: true });
    await visitor.page.goto(paths.projects);
    const won = visitor.page.getByText(awardTitle("first-place"), {
      exact: false,
    });
    await visitor.page.getByRole("link", { name: "Kite" }).waitFor();
    expect(await won.count()).toBe(0);
    await asha.page.goto(paths.dashboard);
    await asha.sees("Welcome, Member Kite");
    const published = (who: Person) =>
      who.page.getByRole("heading", { name: "Results", exact: true });
    expect(await published(asha).count()).toBe(0);
    await leela.press("Publish the results");
    await leela.page
      .getByRole("dialog")
      .getByText(/At once everyone sees the winners/)
      .waitFor();
    await leela.page
      .getByRole("button", { name: "Publish for everyone" })
      .click();
    await Promise.all([
      published(asha).waitFor(),
      published(phone).waitFor(),
      won.first().waitFor(),
      leela.page.getByText(/^Everyone has seen the winners since /).waitFor(),
    ]);
    // The winners are public even if the projects are not.
    await hand.set({ galleryPublished: false });
    await published(visitor).waitFor();
    await expectAccessible(asha);
    await expectAccessible(visitor);

    // From a page without them, the next step leads there.
    await asha.visit(paths.team);
    await asha.page.getByRole("link", { name: "See the results" }).click();
    await expect
      .poll(async () => (await published(asha).boundingBox())?.y ?? -1)
      .toSatisfy((top: number) => top >= 0 && top < PHONE.height);
  });
});
