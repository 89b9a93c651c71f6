import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import {
  announcements,
  schedule as firstEntries,
} from "#convex/content/firstContent";
import { paths } from "../../src/paths";
import { expectAccessible } from "./accessibility";
import { Operator } from "./operator";
import { LAPTOP, PHONE, SMALL_PHONE, type Person } from "./person";
import { expectNoSidewaysScroll } from "./sideways";
import { openOwnStage } from "./stage";
import { wrongClock } from "./wrong-clock";

const { arrive, arriveSignedUp, product } = openOwnStage(() => ({}), ["--dev"]);

let hand: Operator;
let asha: Person;
beforeAll(async () => {
  hand = await Operator.of(product());
  asha = await arriveSignedUp("Asha Rao");
});

const section = (name: string) => asha.page.getByRole("region", { name });
const news = () => section("Announcements").getByRole("article");
const titles = () => news().getByRole("heading").allInnerTexts();
const strip = () => asha.page.getByRole("link", { name: /new announcement/ });
/** The texts of live regions, including toasts. */
const said = () => asha.page.locator("[aria-live=polite]");

/** Opens the dashboard. */
async function open(search = "") {
  await asha.page.setViewportSize(LAPTOP);
  await asha.page.goto(paths.dashboard + search);
  await asha.page.getByRole("tablist", { name: "Dashboard" }).waitFor();
}

/** Publishes something, for the length of one test. */
async function announce(
  title: string,
  changes: { body?: string; pinned?: boolean; publishAt?: number } = {},
) {
  const id = await hand.add("announcements", {
    title,
    body: "Bring your college ID.",
    pinned: false,
    publishAt: Date.now(),
    author: "Olga Organiser",
    ...changes,
  });
  onTestFinished(() => hand.remove("announcements", id).catch(() => {}));
  return id;
}

const firstTitles = announcements.map(({ title }) => title.toUpperCase());
const [pinnedTitle = ""] = firstTitles;

describe("announcements", () => {
  test("find their reader: who was away, on another page, on another tab", async () => {
    await open();
    await news().first().waitFor();
    const ravi = await arriveSignedUp("Ravi Seth");
    // An announcement that exists on arrival is not announced, so his page must have loaded before
    // the next one.
    await ravi.visit(paths.dashboard);
    await ravi.page.getByText(pinnedTitle).first().waitFor();
    await ravi.page
      .getByRole("link", { name: "Account", exact: true })
      .first()
      .click();
    await ravi.page.waitForURL(`**${paths.account}`);
    await asha.page.goto(paths.about);
    // On a page without announcements too; who is elsewhere hears of it later. One toast would tell of both
    // if they came together.
    await announce("Doors open early", { publishAt: Date.now() - 1_000 });
    await ravi.sees("New announcement: Doors open early");
    // Words that could widen a phone's page.
    const body = `https://example.com/${"long".repeat(40)}`;
    await announce("Mentors are in the hall", { pinned: true, body });
    await ravi.sees("New announcement: Mentors are in the hall");

    await open("?tab=submissions");
    await strip().waitFor();
    expect(await strip().innerText()).toMatch(/2 new/i);
    await strip().getByText("Mentors are in the hall").waitFor();
    // The lists of others still have it.
    expect(await said().getByText("Mentors are in the hall").count()).toBe(0);
    await expectAccessible(asha, [SMALL_PHONE, LAPTOP]);
    await asha.page.setViewportSize(PHONE);
    await strip().click();
    await expect
      .poll(() => asha.page.locator("main :focus").innerText())
      .toMatch(/^announcements$/i);
    expect((await titles()).slice(0, 3)).toEqual([
      "MENTORS ARE IN THE HALL",
      "DOORS OPEN EARLY",
      pinnedTitle,
    ]);
    await expectNoSidewaysScroll(asha.page);
    expect(await news().getByText("New", { exact: true }).count()).toBe(2);
    await news().getByText("Doors open early").scrollIntoViewIfNeeded();
    await strip().waitFor({ state: "detached" });
    // What is seen keeps its mark until the page is left.
    expect(await news().getByText("New", { exact: true }).count()).toBe(2);

    await open();
    await news().getByText("Doors open early").waitFor();
    expect(await news().getByText("New", { exact: true }).count()).toBe(0);
    expect(await strip().count()).toBe(0);
  });
});

test("an empty dashboard says what will be there", async () => {
  await open();
  // The two days themselves are in the schedule alone.
  for (const row of [...announcements, ...firstEntries.slice(0, 3)]) {
    await section("publishAt" in row ? "Announcements" : "Upcoming events")
      .getByText(row.title, { exact: true })
      .waitFor();
  }
  await hand.clear("announcements");
  await hand.clear("schedule");
  await hand.clear("resources");
  await section("Announcements").getByText("Nothing has been").waitFor();
  await section("Upcoming events").getByText("Nothing is planned").waitFor();
  await expectAccessible(asha);
  await asha.page.getByRole("tab", { name: "Resources" }).click();
  await asha.page.getByRole("tabpanel").getByText("Nothing here yet").waitFor();
});

// Last: afterwards the deployment is ahead of everybody.
test("the schedule lights what is on by the deployment's clock, in the middle of a phone whose own is wrong", async () => {
  const nia = await arrive("Nia Das", {
    viewport: PHONE,
    timezoneId: "America/New_York",
  });
  const HOUR = 60 * 60 * 1000;
  await wrongClock(nia, { offset: 5 * HOUR });
  const now = Date.now();
  const rows = [-6, -4, -2, -0.5, 1, 3, 5].map((hour) => ({
    title: `At ${hour}`,
    kind: "stage",
    startsAt: now + hour * HOUR,
    endsAt: now + (hour + 1) * HOUR,
    wholeDay: false,
  }));
  const ids = await hand.addAll("schedule", rows);
  await nia.visit(paths.schedule);
  const lit = nia.page.locator("[aria-current=time]");
  await lit.getByRole("heading", { name: "At -0.5" }).waitFor();
  expect(await lit.count()).toBe(1);
  const middle = () =>
    lit.evaluate((line) => {
      const { top, bottom } = line.getBoundingClientRect();
      return (top + bottom) / 2 / innerHeight;
    });
  await expect
    .poll(async () => Math.abs((await middle()) - 0.5))
    .toBeLessThan(0.2);
  await nia.page.getByText(/^Next, in /u).waitFor();
  await lit.getByText("Your time:").waitFor();
  const ownTimes = nia.page.getByText("Below each time stands that of");
  await ownTimes.waitFor();
  await expectNoSidewaysScroll(nia.page);
  await expectAccessible(nia);

  // An hour and a half passes, and the page asks again for the time when she comes back to it.
  await product().passTime(1.5 * HOUR);
  await nia.page.evaluate(() =>
    document.dispatchEvent(new Event("visibilitychange")),
  );
  await lit.getByRole("heading", { name: "At 1" }).waitFor();
  expect(await lit.count()).toBe(1);

  // An organiser changes it, and every open page follows.
  await hand.change("schedule", ids[4] ?? "", { isCancelled: true });
  await lit.waitFor({ state: "detached" });
  await nia.page.getByText("Cancelled", { exact: true }).waitFor();
  await hand.remove("schedule", ...ids);
  await nia.page
    .getByRole("heading", { name: "At -0.5" })
    .waitFor({ state: "detached" });
  // Whole days are left, which have no times.
  expect(await ownTimes.count()).toBe(0);
});
