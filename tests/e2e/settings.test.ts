import {
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  test,
} from "vitest";
import type { Settings } from "#convex/shared/settings";
import { links } from "../../src/content/links";
import { paths } from "../../src/paths";
import { sampleOf } from "../thoroughness";
import { expectAccessible } from "./accessibility";
import { ByHand } from "./by-hand";
import type { Person } from "./person";
import { openOwnStage } from "./stage";

const { arrive, arriveSignedUp, product } = openOwnStage();

const CLOSED =
  "Team changes are closed. If your team has to change, request it on the team page.";
/** The team page says it in a plate of its own, which has the way to ask. */
const LOCKED = "The roster is locked";
const everythingOpen: Settings = {
  teamChangesOpen: true,
  submissionsOpen: true,
  registrationLinkShown: true,
  bannerShown: true,
  phase: "open",
};

let hand: ByHand;
beforeAll(async () => {
  hand = await ByHand.in(product());
});
beforeEach(() => hand.set(everythingOpen));
afterEach(() => hand.set(everythingOpen));

describe("closing team changes", () => {
  test("keeps what is being typed, and opening sends it", async () => {
    const asha = await arriveSignedUp("Asha Rao");
    await asha.page.goto(paths.team);
    await asha.fill("Team name", "Night Owls");
    await asha.fill("Invite code", "ABC123");
    await hand.set({ teamChangesOpen: false });
    await asha.sees(LOCKED);
    await asha.sees("What you typed stays here in case they open again.");
    expect(await asha.page.getByText(CLOSED).count()).toBe(0);
    for (const name of ["Create Team", "Join Team"]) {
      expect(await asha.button(name).getAttribute("aria-disabled")).toBe(
        "true",
      );
    }
    await expectAccessible(asha);
    await asha.field("Team name").press("Enter");
    await hand.set({ teamChangesOpen: true });
    await asha.page.getByText(LOCKED).waitFor({ state: "detached" });
    expect(await asha.field("Team name").inputValue()).toBe("Night Owls");
    expect(await asha.field("Invite code").inputValue()).toBe("ABC123");
    await asha.button("Create Team").click();
    await asha.sees("Team created successfully!");
  });

  test("keeps members where they are, in the middle of leaving too", async () => {
    const meera = await arriveSignedUp("Meera Pillai");
    await meera.createTeam("Steady");
    await meera.button("Leave Team").click();
    const dialog = meera.page.getByRole("dialog", { name: "Leave Steady?" });
    await dialog.waitFor();
    await hand.set({ teamChangesOpen: false });
    await dialog.getByText(CLOSED).waitFor();
    const leave = dialog.getByRole("button", { name: "Leave Team" });
    expect(await leave.getAttribute("aria-disabled")).toBe("true");
    await expectAccessible(meera);
    await dialog.getByRole("button", { name: "Stay in the team" }).click();
    await dialog.waitFor({ state: "hidden" });
    expect(await meera.button("Leave Team").count()).toBe(0);
    await meera.sees(LOCKED);
    await expectAccessible(meera);
    await hand.set({ teamChangesOpen: true });
    await meera.button("Leave Team").waitFor();
  });
});

describe("the way to the external registration", () => {
  const publicPages = [paths.home, paths.about, paths.contact];
  const registration = ({ page }: Person) =>
    page.locator(`a[href="${links.registration}"]`).filter({ visible: true });

  test("is painted nowhere once a visitor's browser knows, and nothing moves", async () => {
    const visitor = (await arrive("Returning Visitor")).mayComplain();
    await hand.set({ registrationLinkShown: false, bannerShown: false });
    await visitor.visit(paths.home);
    const { page } = visitor;
    await page.locator("html[data-hidden]").waitFor();
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push(entry.startTime);
      }).observe({ type: "layout-shift", buffered: true });
    });
    const banner = page.getByRole("region", { name: "Pre-meetup" });
    for (const path of sampleOf(publicPages)) {
      // A page that is alive would ask for late parts, and load itself again without them.
      await page.goto("/mark.svg");
      // Neither scripts nor answers: what is left is what is painted first.
      await page.route(/\/assets\/.*\.js|\/api\//u, (route) => route.abort());
      await page.goto(path);
      expect(await registration(visitor).count()).toBe(0);
      expect(await banner.isVisible()).toBe(false);
      await page.unroute(/\/assets\/.*\.js|\/api\//u);
      const answered = page.waitForResponse("**/api/query");
      await visitor.visit(path);
      await answered;
      expect(await registration(visitor).count()).toBe(0);
      expect(await page.evaluate("shifts")).toEqual([]);
    }
  });

  test("is asked for once per visit, and its absence is silent", async () => {
    const visitor = await arrive("Silent Visitor");
    const { page } = visitor;
    let questions = 0;
    await page.route("**/api/query", (route) => {
      questions += 1;
      return route.fulfill({ contentType: "text/html", body: "<p>no</p>" });
    });
    await visitor.visit(paths.home);
    await expect.poll(() => questions).toBe(1);
    await page
      .getByRole("link", { name: "About", exact: true })
      .first()
      .click();
    await page.waitForURL(`**${paths.about}`);
    await registration(visitor).first().waitFor();
    expect(questions).toBe(1);
  });

  test("goes at once where somebody is signed in", async () => {
    const diya = await arriveSignedUp("Diya Menon");
    await diya.page.goto(paths.dashboard);
    await diya.page
      .getByRole("link", { name: "Complete registration" })
      .waitFor();
    await hand.set({ registrationLinkShown: false });
    await expect.poll(() => registration(diya).count()).toBe(0);
    await diya.page.getByRole("link", { name: "Home" }).first().click();
    await diya.page.getByRole("link", { name: "LEARN MORE" }).waitFor();
    expect(await registration(diya).count()).toBe(0);
    await hand.set({ registrationLinkShown: true });
    await registration(diya).first().waitFor();
  });
});
