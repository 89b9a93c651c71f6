import type { Locator } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { announcements, resources } from "#convex/content/firstContent";
import { twoRegistrations } from "../../src/content/two-registrations";
import { links } from "#edition/links";
import { paths } from "../../src/paths";
import { expectAccessible, expectFits } from "./accessibility";
import { LAPTOP, SMALL_PHONE, type Person } from "./person";
import { openStage } from "./stage";

const { arriveSignedUp, signUp } = openStage();

const TABS = ["Overview", "Team", "Submissions", "Resources"];

let person: Person;
beforeAll(async () => {
  person = await arriveSignedUp("Asha Rao");
});

const tab = (name: string) => person.page.getByRole("tab", { name });
const section = (name: string) => person.page.getByRole("region", { name });
const address = () => {
  const { pathname, search } = new URL(person.page.url());
  return pathname + search;
};

async function open(search = "") {
  await person.page.setViewportSize(LAPTOP);
  await person.page.goto(paths.dashboard + search);
  await person.page.getByRole("tablist", { name: "Dashboard" }).waitFor();
}

const hrefsOf = (part: Locator) =>
  part
    .getByRole("link")
    .evaluateAll((anchors) =>
      anchors.map((anchor) => anchor.getAttribute("href")),
    );

async function stepsOf(): Promise<string[]> {
  return (
    await section("Registration progress").getByRole("listitem").allInnerTexts()
  ).map((text) => text.replaceAll(/\s*\n\s*/g, " "));
}

describe("somebody without a team", () => {
  test("reads who they are, what comes next, the four steps and the news, and ticks off the external registration", async () => {
    await open();
    const heading = person.page.getByRole("heading", { level: 1 });
    await heading.getByText("Asha Rao").waitFor();
    expect(await heading.innerText()).toMatch(/^welcome,\s*asha rao$/i);
    await person.sees("You are not part of any team yet");
    const logout = person.page.getByRole("button", { name: "Logout" });
    // One in the bar, one here, which a phone has without its menu.
    await expect.poll(() => logout.count()).toBe(2);
    const next = section("Your next step");
    await next.getByText("Next: your team.").waitFor();
    const way = next.getByRole("link", { name: "Create or join" });
    expect(await way.getAttribute("href")).toBe(paths.team);
    expect((await stepsOf())[1]).toMatch(/Team formation Pending$/i);
    const news = section("Announcements").getByRole("listitem");
    await expect
      .poll(() => news.getByRole("heading").allTextContents())
      .toEqual(announcements.map(({ title }) => title));
    const events = section("Upcoming events").getByRole("listitem");
    await expect
      .poll(() => events.allInnerTexts())
      .toEqual([
        expect.stringMatching(/^Registration deadline\s+May 15, 2025$/),
        expect.stringMatching(/^Pre-event workshop\s+May 25, 2025$/),
        expect.stringMatching(/^Team finalization\s+June 15, 2025$/),
      ]);
    expect(await hrefsOf(section("Quick links"))).toEqual([
      links.discord,
      links.instagram,
      `mailto:${links.contactEmail}`,
      paths.faq,
    ]);
    const link = section("Registration progress").getByRole("link", {
      name: "Complete registration",
    });
    expect(await link.getAttribute("href")).toBe(links.registration);
    await person.sees(twoRegistrations.dashboard);
    const tick = person.page.getByRole("checkbox", {
      name: twoRegistrations.done,
    });
    await tick.check();
    await open();
    expect(await tick.isChecked()).toBe(true);
    await tick.uncheck();
  });

  test("finds no submissions and when projects open, and four resources, each of which leads somewhere, on tabs that reload and back keep", async () => {
    await open();
    expect(await person.page.getByRole("tab").allTextContents()).toEqual(TABS);
    await tab("Resources").click();
    await expect.poll(address).toBe(`${paths.dashboard}?tab=resources`);
    const panel = person.page.getByRole("tabpanel");
    await panel.getByRole("link").first().waitFor();
    await expectAccessible(person, [SMALL_PHONE, LAPTOP]);
    const hrefs = await hrefsOf(panel);
    expect(hrefs).toEqual(resources.map(({ url }) => url));
    expect(hrefs).toHaveLength(4);
    for (const href of hrefs) {
      const page = await person.page.request.get(href ?? "");
      expect({ href, status: page.status() }).toEqual({ href, status: 200 });
    }
    await person.page.reload();
    const isOpen = () => tab("Resources").getAttribute("aria-selected");
    await expect.poll(isOpen).toBe("true");
    await tab("Submissions").click();
    await person.sees("No submissions yet");
    await person.sees("Submissions open on June 28, 2025.");
    await expectAccessible(person, [SMALL_PHONE, LAPTOP]);
    await person.page.goBack();
    await expect.poll(isOpen).toBe("true");
    await tab("Overview").click();
    await expect.poll(address).toBe(paths.dashboard);
  });
});

test("a team is founded on its tab, and every part shows it, a teammate who arrives too", async () => {
  await open("?tab=team");
  await expectFits(person, [SMALL_PHONE, LAPTOP]);
  await person.page.getByRole("button", { name: "Create Team" }).click();
  await person.sees("Team name is required");
  await person.fill("Team name", "Night Owls");
  await person.page.getByLabel("Description").fill("We build at night.");
  await person.page.getByRole("button", { name: "Create Team" }).click();
  await person.sees("Team created successfully!");
  const panel = person.page.getByRole("tabpanel");
  await panel.getByRole("heading", { name: "Night Owls" }).waitFor();
  await panel.getByText("We build at night.").waitFor();
  expect((await person.roster())[0]).toBe("Asha Rao, Team Leader");
  await person.page.getByText("Team Night Owls", { exact: true }).waitFor();
  await tab("Overview").click();
  await expect
    .poll(async () => (await stepsOf())[1])
    .toMatch(
      /Team formation Done: Completed 1 of 4\. Two are needed to compete\.$/i,
    );
  await section("Your next step").getByText("Next: a teammate.").waitFor();
  await tab("Team").click();
  await expectFits(person, [SMALL_PHONE, LAPTOP]);
  const ravi = await signUp("Ravi Iyer");
  await ravi.joinTeam(await person.inviteCode());
  await expect
    .poll(async () => (await person.roster())[1])
    .toBe("Ravi Iyer, Member");
  await person.page.getByRole("link", { name: "Manage Team" }).click();
  await person.page.waitForURL(`**${paths.team}`);
});
