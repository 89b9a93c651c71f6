import { beforeAll, describe, expect, test } from "vitest";
import { eventIsOver, visitors } from "../../src/content/visitors";
import { links } from "#edition/links";
import { paths } from "../../src/paths";
import { sampleOf } from "../thoroughness";
import { expectAccessible, expectFits } from "./accessibility";
import { Operator } from "./operator";
import { PHONE, type Person } from "./person";
import { openOwnStage } from "./stage";

const { arrive, arriveSignedUp, product } = openOwnStage();

const phone = {
  viewport: PHONE,
  hasTouch: true,
  isMobile: true,
};
const publicPages = [paths.home, paths.contact, paths.about, paths.register];

let hand: Operator;
beforeAll(async () => {
  hand = await Operator.of(product());
});

const registration = ({ page }: Person) =>
  page.locator(`a[href="${links.registration}"]`).filter({ visible: true });
const hero = ({ page }: Person) =>
  page.getByRole("region", { name: "HackArena", exact: true });

/** Visits a page, and waits until it has the organisers' settings. */
async function visitKnowing(person: Person, path: string) {
  const answered = person.page.waitForResponse("**/api/query");
  await person.visit(path);
  await answered;
}

/** What a page is alive by; without it what is painted first stays. */
const SCRIPTS_AND_ANSWERS = /\/assets\/.*\.js|\/api\//u;

/** Fires the event of a return to the tab; headless tabs are never hidden. */
async function comeBack({ page }: Person) {
  await page.evaluate(() =>
    document.dispatchEvent(new Event("visibilitychange")),
  );
}

describe("a visitor reads where the event is", () => {
  test("in each phase, on every page, from the first paint on", async () => {
    const visitor = await arrive("Visitor", phone);
    const { page } = visitor;
    const banner = page.getByRole("region", { name: "Pre-meetup" });

    await visitKnowing(visitor, paths.home);
    await hero(visitor).getByText(visitors.shown).waitFor();
    expect(await page.getByText("LIVE NOW").isVisible()).toBe(false);

    // Whoever comes back to the tab reads what was set meanwhile, and nothing moves under them.
    await hand.set({ phase: "closed" });
    await comeBack(visitor);
    await hero(visitor).getByText("Registration is closed").waitFor();
    await hero(visitor).getByText(visitors.closed).waitFor();
    await banner.waitFor();

    const top = async () => (await hero(visitor).boundingBox())?.y;
    const before = await top();
    await hand.set({ phase: "live" });
    await comeBack(visitor);
    await hero(visitor).getByText("LIVE NOW").waitFor();
    expect(await banner.isVisible()).toBe(false);
    expect(await top()).toBe(before);
    await hand.set({ phase: "closed" });
    await comeBack(visitor);
    await banner.waitFor();
    for (const path of sampleOf(publicPages, 2)) {
      await visitor.visit(path);
      expect(await registration(visitor).count()).toBe(0);
      await page
        .getByRole("main")
        .getByText(/Registration (for the event )?is closed/u)
        .filter({ visible: true })
        .first()
        .waitFor();
      // The sentence that stands for the link is the same on each.
      if (path === paths.home) await expectAccessible(visitor);
    }

    await hand.set({ phase: "live" });
    await visitKnowing(visitor, paths.home);
    await hero(visitor).getByText("LIVE NOW").waitFor();

    // The HTML says it: the scripts have heard of no phase after "live".
    await hand.set({ phase: "over" });
    await page.route(SCRIPTS_AND_ANSWERS, (route) => route.abort());
    for (const path of sampleOf([paths.home, paths.about, paths.contact], 2)) {
      await page.goto(path);
      expect(await registration(visitor).count()).toBe(0);
      expect(await banner.isVisible()).toBe(false);
      if (path === paths.home) {
        await hero(visitor).getByText(eventIsOver).waitFor();
        const projects = { name: "SEE THE PROJECTS" };
        await hero(visitor).getByRole("link", projects).waitFor();
        continue;
      }
      const stay = page
        .getByRole("main")
        .getByRole("link", { name: "STAY UPDATED" })
        .filter({ visible: true });
      await stay.first().click();
      await page.waitForURL(/#stay-updated$/u);
      expect(
        await page.getByRole("region", { name: "Stay Updated" }).isVisible(),
      ).toBe(true);
    }
    await page.unroute(SCRIPTS_AND_ANSWERS);
    await visitor.visit(paths.home);
    await expectAccessible(visitor);
    visitor.forgiveComplaints();

    await hand.set({ phase: "open" });
    await comeBack(visitor);
    await hero(visitor).getByRole("link", { name: "REGISTER NOW" }).waitFor();
    await banner.waitFor();
  });

  test("and with registration hidden, what to do instead", async () => {
    const visitor = (await arrive("Waiting Visitor", phone)).mayComplain();
    const { page } = visitor;
    await hand.set({ registrationLinkShown: false, bannerShown: false });
    for (const path of sampleOf([paths.home, paths.contact, paths.about], 2)) {
      await visitKnowing(visitor, path);
      await expect.poll(() => registration(visitor).count()).toBe(0);
      await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
      expect(await registration(visitor).count()).toBe(0);
      const stay = page
        .getByRole("main")
        .getByRole("link", { name: "STAY UPDATED" });
      await stay.filter({ visible: true }).last().waitFor();
      await page
        .getByText("How to register will be announced")
        .filter({ visible: true })
        .first()
        .waitFor();
    }

    await hand.set({ registrationLinkShown: true, bannerShown: true });
    await comeBack(visitor);
    await registration(visitor).first().waitFor();
  });
});

test("on a phone the call is in reach all the way, once for the keyboard", async () => {
  const ravi = await arrive("Ravi Bar", phone);
  const { page } = ravi;
  await ravi.visit(paths.home);
  const call = hero(ravi).getByRole("link", { name: "REGISTER NOW" });
  const box = await call.boundingBox();
  expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(
    PHONE.height,
  );
  const bar = page.locator("[aria-hidden=true] > a", {
    hasText: "REGISTER NOW",
  });
  expect(await bar.isVisible()).toBe(false);
  await page.getByRole("heading", { name: "Match schedule" }).waitFor();
  // The whole page, with the banner.
  expect(
    await page.evaluate(() => document.documentElement.scrollHeight),
  ).toBeLessThanOrEqual(8_000);
  await page
    .getByRole("region", { name: "Match schedule" })
    .scrollIntoViewIfNeeded();
  await bar.waitFor();
  expect(await bar.getAttribute("tabindex")).toBe("-1");
  await expectFits(ravi);
  await page
    .getByRole("region", { name: "Your slot is open" })
    .getByRole("link")
    .scrollIntoViewIfNeeded();
  await bar.waitFor({ state: "hidden" });
  await page
    .getByRole("navigation", { name: "Legal" })
    .scrollIntoViewIfNeeded();
  expect(await bar.isVisible()).toBe(false);
});

test("participants are led to their dashboard, from the first paint on", async () => {
  const diya = await arriveSignedUp("Diya Phone", phone);
  const { page } = diya;
  const dashboard = page
    .getByRole("link", { name: "OPEN DASHBOARD" })
    .filter({ visible: true });
  await page.route(/\/assets\/.*\.js/u, (route) => route.abort());
  await page.goto(paths.home);
  expect(await dashboard.count()).toBe(2);
  expect(
    await hero(diya).getByRole("link", { name: "REGISTER NOW" }).count(),
  ).toBe(0);
  await page.unroute(/\/assets\/.*\.js/u);
  diya.forgiveComplaints();
  await diya.visit(paths.home);
  await hero(diya).getByRole("link", { name: "OPEN DASHBOARD" }).click();
  await page.waitForURL(`**${paths.dashboard}`);
});
