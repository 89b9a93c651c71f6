import { readFileSync } from "node:fs";
import type { BrowserContextOptions } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { paths } from "../../src/paths";
import {
  addressOf,
  screenNames,
  screens,
  sectionOf,
  sections,
  type ScreenName,
} from "../../src/routes/organiser/frame/sections";
import { sampleOf } from "../thoroughness";
import { expectAccessible, expectFocused } from "./accessibility";
import { emailOf } from "./accounts";
import { inOldestBrowser } from "./oldest-browser";
import { Operator } from "./operator";
import { LAPTOP, PHONE, type Person } from "./person";
import { openOwnStage } from "./stage";

const { arriveAs, arriveSignedUp, product, signUp } = openOwnStage();

const FORMULA = '=HYPERLINK("https://evil.example","Prize")';
const LONG_NAME = "Venkatanarasimharajuvaripeta".repeat(3).slice(0, 80);
const SIZES = [PHONE, LAPTOP];

let hand: Operator;
let leela: Person;
/** A participant with the pages that tests open. */
let indu: Person;

beforeAll(async () => {
  hand = await Operator.of(product());
  leela = await inOldestBrowser(
    await arriveAsOrganiser("Leela Krishnan", {
      timezoneId: "America/New_York",
    }),
  );
  indu = await arriveSignedUp("Indu Pal");
  const [devi, esha] = [await signUp("Devi Nair"), await signUp("Esha Das")];
  await esha.joinTeam(await devi.createTeam("Night Owls"));
});

/** Someone with an account, who has been appointed. */
async function arriveAsOrganiser(
  name: string,
  options: BrowserContextOptions = {},
) {
  return arriveAs(await signUp(name, "organiser"), options);
}

/** Opens a screen, by its links where the area is open already, and waits until it is whole. */
async function open({ page }: Person, name: ScreenName = "") {
  const ways = page.getByRole("navigation", { name: "Organiser area" });
  const label = sections[sectionOf(name)];
  if ((await ways.count()) === 0) await page.goto(addressOf(name));
  else await ways.getByRole("link", { name: label }).click();
  const tabs = page.getByRole("navigation", { name: label, exact: true });
  await page.getByRole("heading", { level: 1, name: label }).waitFor();
  if ((await tabs.count()) > 0) {
    const tab = tabs.getByRole("link", { name: screens[name].label });
    await tab.click();
    await tab.and(page.locator("[aria-current]")).waitFor();
  }
  const busy = page.locator("main [aria-busy=true]");
  await expect.poll(() => busy.count()).toBe(0);
}

const heading = ({ page }: Person, name: string) =>
  page.getByRole("heading", { name, exact: true });

/** The figure of the overview under this label. */
async function score({ page }: Person, label: string): Promise<string> {
  const figure = page.locator("dl > div", { hasText: label }).locator("dd");
  return (await figure.innerText()).trim();
}

/** The row of someone who signed up with a name of their choice. */
const participant = (name: string, email: string) => ({
  name,
  displayName: name,
  email,
  createdAt: Date.parse("2025-05-01T10:00:00+05:30"),
  role: "participant",
  isProfileComplete: false,
  teamId: null,
  teamRole: null,
});

describe("the way in", () => {
  test("a participant finds the page that stands at unknown addresses, and none of the area", async () => {
    const asha = await arriveSignedUp("Asha Rao");
    const fetched: string[] = [];
    asha.page.on("request", (request) => fetched.push(request.url()));
    for (const name of sampleOf(screenNames)) {
      await asha.page.goto(addressOf(name));
      await heading(asha, "404 Page Not Found").waitFor();
      await expect
        .poll(() => asha.page.title())
        .toMatch(/^404 Page Not Found · /);
    }
    const main = asha.page.getByRole("main");
    expect(await main.innerText()).not.toMatch(/organiser/i);
    expect(fetched.filter((url) => /\/(area|organiser)-/.test(url))).toEqual(
      [],
    );
    await asha.page.goto(paths.dashboard);
    await asha.sees("Welcome, Asha Rao");
    const link = asha.page.getByRole("link", { name: "Organiser area" });
    expect(await link.count()).toBe(0);
  });

  test("whoever is appointed finds the link on their open dashboard", async () => {
    const bela = await arriveSignedUp("Bela Shah");
    await bela.visit(paths.dashboard);
    await bela.sees("Welcome, Bela Shah");
    await hand.appoint(bela.email);
    await bela.page.getByRole("link", { name: "Organiser area" }).click();
    await heading(bela, "Overview").waitFor();
    const title = "Overview · Organisers · HackArena 2025";
    await expect.poll(() => bela.page.title()).toBe(title);
    await open(bela, "settings/log");
    await expect
      .poll(() => bela.page.title())
      .toMatch(/^Audit log · Organisers · /);
    await bela.page.goBack();
    await heading(bela, "Settings").waitFor();
  });

  test("whoever is dismissed is out at once, without a complaint", async () => {
    const chitra = await arriveSignedUp("Chitra Sen");
    for (const name of sampleOf(screenNames)) {
      await hand.appoint(chitra.email);
      await open(chitra, name);
      await hand.dismiss(chitra.email);
      await heading(chitra, "404 Page Not Found").waitFor();
      const toasts = chitra.page.locator("[data-sonner-toast]");
      expect(await toasts.count()).toBe(0);
    }
  });
});

describe("the numbers", () => {
  test("move while one looks", async () => {
    await open(leela);
    await leela.page.getByText("59 of 60 places are free").waitFor();
    const registered = Number(await score(leela, "Registered"));
    const alone = await score(leela, "Without a team");
    const hari = await signUp("Hari Bose");
    await expect
      .poll(() => score(leela, "Registered"))
      .toBe(`${registered + 1}`);
    const code = await hari.createTeam("Early Birds");
    await leela.page.getByText("58 of 60 places are free").waitFor();
    expect(await score(leela, "In teams")).toBe("3");
    const isha = await signUp("Isha Kaur");
    await isha.joinTeam(code);
    const hall = leela.page.getByText(/0 teams of 1 member, 2 teams of 2/);
    await hall.waitFor({ state: "attached" });
    expect(await score(leela, "In teams")).toBe("4");
    expect(await score(leela, "Without a team")).toBe(alone);
    await leela.page.getByText(/^All teams and accounts agree: /).waitFor();
  });

  test("say it at the next opening when teams and members disagree", async () => {
    const esha = await hand.idOf(emailOf("Esha Das"));
    const set = (teamRole: string) => hand.change("users", esha, { teamRole });
    await set("leader");
    await leela.visit(paths.organiser);
    const panel = leela.page.getByRole("region", { name: "Integrity" });
    await panel.getByText("Something is wrong: 1 contradiction").waitFor();
    expect(await panel.getByRole("listitem").innerText()).toContain(esha);
    await set("member");
  });
});

describe("participants and teams", () => {
  beforeAll(async () => {
    await hand.addAll("users", [
      participant(FORMULA, "formula@example.in"),
      participant(LONG_NAME, "long.name@example.in"),
    ]);
  });

  const names = async ({ page }: Person) =>
    page.getByRole("rowheader").locator("strong").allInnerTexts();

  test("are searched, sorted, and listed in parts, whose addresses can be copied", async () => {
    await open(leela, "people");
    const { page } = leela;
    const byName = page.getByRole("columnheader", { name: "Name" });
    await byName.getByRole("button").click();
    expect(await byName.getAttribute("aria-sort")).toBe("ascending");
    const upwards = await names(leela);
    await byName.getByRole("button").click();
    expect(await byName.getAttribute("aria-sort")).toBe("descending");
    expect(await names(leela)).toEqual(upwards.toReversed());
    await leela.fill("Search names, addresses and teams", "owls das");
    await expect.poll(() => names(leela)).toEqual(["Esha Das"]);
    await leela.fill("Search names, addresses and teams", "zebra");
    await leela.sees("Nothing matches “zebra”.");

    await open(leela);
    const alone = Number(await score(leela, "Without a team"));
    await page.getByRole("link", { name: "Without a team" }).click();
    await page.waitForURL("**/organiser/people?team=none");
    await expect.poll(() => names(leela)).toHaveLength(alone);
    expect(await names(leela)).not.toContain(leela.name);
    await leela.press(/^Copy \d+ address/);
    await page.getByText(/addresses copied. Paste them into BCC/).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied.split(", ")).toHaveLength(alone);
    expect(copied).toContain("formula@example.in");
    await page.getByRole("link", { name: "In a team" }).click();
    await page.waitForURL("**/organiser/people?team=in");
    await page.goBack();
    await expect.poll(() => names(leela)).toHaveLength(alone);
    await open(leela, "settings/log");
    await page.getByText("addresses copied").first().waitFor();
  });

  test("are mended, and a member sees each change at once", async () => {
    const ravi = await signUp("Ravi Sethi");
    const sana = await signUp("Sana Qureshi");
    const leader = await signUp("Priya Anand");
    await ravi.joinTeam(await leader.createTeam("Comets"));
    const priya = await arriveAs(leader);
    await priya.page.goto(paths.team);
    await open(leela, "teams");
    await leela.press("Edit Comets");
    const { page } = leela;
    const mending = page.getByRole("dialog", { name: /^Edit / });
    const confirm = async (question: string, sentence: RegExp, yes: string) => {
      const dialog = page.getByRole("dialog", { name: question });
      await dialog.getByText(sentence).waitFor();
      await dialog.getByRole("button", { name: yes, exact: true }).click();
      await dialog.waitFor({ state: "hidden" });
    };

    await mending.getByLabel("Add someone without a team").fill("sana");
    await mending.getByRole("button", { name: `Add ${sana.name}` }).click();
    await confirm(`Add ${sana.name}?`, /joins Comets at once/, "Add");
    await expect.poll(() => priya.roster()).toContain("Sana Qureshi, Member");

    await mending.getByRole("button", { name: "Remove Priya Anand" }).click();
    await page.getByText(/Ravi Sethi, who joined first, will lead/).waitFor();
    await expectAccessible(leela, SIZES);
    await leela.page.setViewportSize(LAPTOP);
    await confirm(
      "Remove Priya Anand?",
      /^Priya Anand leaves Comets/,
      "Remove",
    );
    await priya.sees("Create a New Team");
    // What was pressed is gone, so the focus is on the dialog's content.
    await expect
      .poll(() => mending.evaluate((it) => it.contains(document.activeElement)))
      .toBe(true);

    for (const member of [ravi, sana]) await member.leaveTeam();
    const gone = page.getByRole("dialog", { name: "no longer exists" });
    await gone.getByRole("button", { name: "Close" }).click();
    await open(leela, "settings/log");
    const rows = page.getByRole("row", { name: /Comets/ });
    expect(await rows.nth(0).innerText()).toMatch(
      /Priya Anand[\s\S]*Ravi Sethi/,
    );
  });

  test("leave as a file that no spreadsheet runs, and the log has it", async () => {
    await open(leela, "people");
    const [download] = await Promise.all([
      leela.page.waitForEvent("download"),
      leela.press(/Download CSV/),
    ]);
    const today = new Date(Date.now() + 5.5 * 3_600_000).toISOString();
    expect(download.suggestedFilename()).toBe(
      `hackarena-participants-${today.slice(0, 10)}.csv`,
    );
    const bytes = readFileSync(await download.path());
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const lines = bytes.toString("utf8").split("\r\n");
    expect(lines).toContain(
      `"'=HYPERLINK(""https://evil.example"",""Prize"")",formula@example.in,participant,,,no,,,,,,,2025-05-01 10:00:00`,
    );
    expect(lines.filter((line) => line.startsWith("="))).toEqual([]);
    await open(leela, "settings/log");
    const entry = leela.page.getByRole("row", { name: /IST/ }).first();
    expect(await entry.innerText()).toContain(leela.name);
    expect(await entry.innerText()).toMatch(/list exported\s+participants/i);
    expect(await entry.innerText()).toContain(`${lines.length - 1}`);
  });
});

describe("announcements", () => {
  const dashboard = ({ page }: Person) =>
    page.getByRole("region", { name: "Announcements" });

  beforeAll(() => indu.visit(paths.dashboard));

  test("are on every open dashboard at once, changed and gone too", async () => {
    await open(leela, "news");
    await leela.fill("Title", "Lunch is served");
    await leela.fill("Text", "Hall 3.\nSee https://example.com/menu");
    await leela.page.getByLabel("Pin it above all the others").check();
    const preview = leela.page.getByRole("region", { name: "Preview" });
    const article = preview.getByRole("article");
    expect(await article.getByRole("link").getAttribute("href")).toBe(
      "https://example.com/menu",
    );
    const previewed = await article.innerHTML();
    await leela.press("Publish");
    await leela.sees("Announcement published");
    expect(await leela.field("Title").inputValue()).toBe("");

    const arrived = dashboard(indu).getByRole("article").first();
    await arrived.getByRole("heading", { name: "Lunch is served" }).waitFor();
    // What was previewed is what came, but for the mark of what is new and the minute.
    expect(withoutTime(await arrived.innerHTML())).toContain(
      withoutTime(previewed).slice(withoutTime(previewed).indexOf("<h3")),
    );

    await leela.press("Edit Lunch is served");
    const form = leela.page.getByRole("form", { name: "Edit announcement" });
    await form.getByLabel("Title").fill("Lunch is late");
    await form.getByRole("button", { name: "Save" }).click();
    await leela.sees("Announcement saved");
    await dashboard(indu).getByText("Lunch is late").waitFor();
    const edit = leela.page.getByRole("button", { name: "Edit Lunch is late" });
    await expectFocused(edit);

    const late = dashboard(indu).getByText("Lunch is late");
    await leela.press("Remove Lunch is late");
    await late.waitFor({ state: "detached" });
    await leela.press("Put back");
    await late.waitFor();

    await open(leela, "settings/log");
    const rows = leela.page.getByRole("row", { name: /announcement/i });
    expect(await rows.nth(0).innerText()).toMatch(/announcement put back/i);
    expect(await rows.nth(2).innerText()).toMatch(
      /announcement edited[\s\S]*Lunch is served[\s\S]*Lunch is late/i,
    );
  });
});

describe("on a phone and on a laptop", () => {
  beforeAll(async () => {
    const long = await signUp("Ravi".padEnd(48, "i"));
    await long.createTeam("Night".padEnd(50, "t"), "word".repeat(50));
  });
  afterAll(() => leela.page.setViewportSize(LAPTOP));

  // The others are looked at where they have something to show: find, judging and roles.
  const others = ["judging", "people/roles", "settings", "teams/requests"];
  test.each(screenNames.filter((name) => !others.includes(name)))(
    "%j breaks no rule and fits",
    async (name) => {
      await open(leela, name);
      await leela.page.getByRole("contentinfo").waitFor();
      await expectAccessible(leela, SIZES);
    },
  );

  test("so do the question before something is removed and a form that was refused", async () => {
    await open(leela, "news");
    await leela.press("Publish");
    await leela.sees("Title is required");
    await expectAccessible(leela, SIZES);
    await leela.page
      .getByRole("button", { name: /^Remove/ })
      .first()
      .click();
    await expectAccessible(leela, SIZES);
    await leela.page.keyboard.press("Escape");
  });
});

test("the data browser names the event and leads back", async () => {
  await leela.page.goto("/_data");
  const way = leela.page.getByRole("link", { name: "HackArena 2025" });
  await way.click();
  await heading(leela, "Overview").waitFor();
  expect(new URL(leela.page.url()).pathname).toBe(addressOf(""));
  // How many: src/samples.test.ts.
  await leela.page.getByText(/^\d+ sample values to replace$/).waitFor();
});

/** Markup without what tells the time. */
function withoutTime(html: string): string {
  return html.replace(/<time[\s\S]*?<\/time>/, "");
}
