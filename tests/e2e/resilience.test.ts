import { describe, expect, onTestFinished, test } from "vitest";
import { contact } from "../../src/content/contact";
import { paths } from "../../src/paths";
import { sampleOf } from "../thoroughness";
import { expectAccessible, expectFits } from "./accessibility";
import { SlowLine } from "../load/slow-line";
import {
  breakQueries,
  withholdFirstAnswers,
  withholdResults,
} from "./server-errors";
import { openStage } from "./stage";
import { Teammate } from "./teammate";

const { arrive, arriveAs, arriveSignedUp, product } = openStage();

/** A line to the product that a test can cut. */
async function openLine(): Promise<SlowLine> {
  const line = await SlowLine.open(product().url);
  onTestFinished(() => line.close());
  return line;
}

describe("while an answer is awaited", () => {
  test("a page is silent about who is there, and says that it loads", async () => {
    const asha = await arriveSignedUp("Asha Waits");
    await withholdFirstAnswers(asha.page);
    await asha.page.routeWebSocket(/\/sync$/, () => {});
    for (const path of sampleOf([paths.dashboard, paths.login, paths.team])) {
      await asha.visit(path);
      await asha.page.getByRole("heading", { name: "Loading" }).waitFor();
    }
    await expectAccessible(asha);
  });

  test("who is known sees the outline of what comes", async () => {
    const dev = await arriveSignedUp("Dev Waits");
    await withholdResults(dev.page);
    for (const [path, name] of sampleOf([
      [paths.dashboard, "Loading your dashboard"],
      [paths.team, "Loading your team"],
      [paths.account, "Loading your account"],
    ] as const)) {
      await dev.visit(path);
      const heading = dev.page.getByRole("heading", { name, level: 1 });
      await heading.waitFor({ state: "attached" });
      await expectAccessible(dev);
    }
  });
});

describe("when the deployment breaks", () => {
  test("a profile, a team or a list that cannot be loaded is said wherever it would be shown, the rest works, and loading again helps", async () => {
    const asha = await arriveSignedUp("Asha Rao");
    const { page } = asha;
    const broken = new Set(["users:me", "announcements:list", "schedule:list"]);
    await breakQueries(page, broken);
    await page.goto(paths.dashboard);
    await asha.expectToast("Failed to load your profile data");
    await expectAccessible(asha);
    broken.delete("users:me");
    await asha.press("Try again");
    for (const list of ["announcements", "the schedule"])
      await page
        .getByRole("heading", { name: `Failed to load ${list}` })
        .waitFor();
    await page.getByRole("region", { name: "Quick links" }).waitFor();
    await page.getByRole("tab", { name: "Resources" }).click();
    await page.getByRole("link", { name: "Starter kits" }).waitFor();
    await expectFits(asha);

    broken.add("teams:mine");
    const said = page.getByRole("main").getByText("Failed to load team data");
    await page.goto(paths.team);
    await asha.expectToast("Failed to load team data");
    expect(await said.count()).toBeGreaterThan(0);
    await expectFits(asha);
  });
});

const STILL_WAITING = "Still waiting for an answer…";

/** True once React has taken over an element that was prerendered. */
const isAlive = (element: Element) =>
  Object.keys(element).some((key) => key.startsWith("__reactProps"));

describe("when the line is bad", () => {
  test("a page opened while the line is away opens by itself, and takes no typed text with it", async () => {
    const line = await openLine();
    const visitor = (
      await arrive("Vic Away", { baseURL: line.url })
    ).mayComplain();
    const { page } = visitor;
    const broke = page.getByRole("heading", { name: "This page broke" });
    const title = (name: string) =>
      page.getByRole("heading", { name, level: 1 });
    await visitor.visit(paths.about);
    const email = page.getByLabel("Email address", { exact: true });
    await email.waitFor();
    await page.keyboard.press("Shift");
    await page
      .getByRole("region", { name: /Notifications/ })
      .waitFor({ state: "attached" });
    const faq = page
      .getByRole("contentinfo")
      .getByRole("link", { name: "FAQ" })
      .first();
    // The footer comes alive late; before that a press leaves the page, as it does without scripts.
    await expect.poll(() => faq.evaluate(isAlive)).toBe(true);
    line.cut();
    await faq.click();
    await page.getByText("The connection is lost.").waitFor();
    expect(await title("About HackArena").count()).toBe(1);
    expect(await broke.count()).toBe(0);
    line.restore();
    await page.waitForURL(`**${paths.faq}`);
    await page.locator("html[data-alive]").waitFor();

    await email.fill("vic@example.in");
    line.cut();
    await page
      .getByRole("banner")
      .getByRole("link", { name: "Contact" })
      .click();
    await page.getByText("The connection is lost.").waitFor();
    line.restore();
    // Some browsers fetch the module again; others (Chromium up to 143, at least) must load the page again.
    const isMissing = page.getByText("A part of the page could not be loaded.");
    await isMissing.or(title(contact.heading)).waitFor();
    expect(await email.inputValue()).toBe("vic@example.in");
    if (await isMissing.isVisible())
      await page.getByRole("button", { name: "Load again" }).click();
    await title(contact.heading).waitFor();
    expect(new URL(page.url()).pathname).toBe(paths.contact);
  });

  test("a page that is broken is not taken for one that could not be fetched", async () => {
    const visitor = await arrive("Vic Broken");
    const { page } = visitor;
    await visitor.visit(paths.about);
    await page.route("**/assets/route-*.js", (route) =>
      route.fulfill({
        contentType: "text/javascript",
        body: "throw new Error('a bug')",
      }),
    );
    await page
      .getByRole("banner")
      .getByRole("link", { name: "Contact" })
      .click();
    await page.getByRole("heading", { name: "This page broke" }).waitFor();
    expect(await page.getByText("The connection is lost.").count()).toBe(0);
  });
});

describe("when the connection is lost", () => {
  test("a part that cannot be loaded takes nothing else with it", async () => {
    const farah = (await arriveSignedUp("Farah Khan")).mayComplain();
    const part = /\/assets\/site-footer-[^/]*\.js$/;
    let refused = 0;
    await farah.page.route(part, async (route) => {
      refused += 1;
      await route.abort();
    });
    await farah.visit(paths.team);
    await farah.sees("Join Existing Team");
    await expect.poll(() => refused).toBeGreaterThan(0);
    await farah.fill("Team name", "Without a Form");
    await farah.press("Create Team");
    await farah.page.getByRole("heading", { name: "Without a Form" }).waitFor();
    const broke = farah.page.getByRole("heading", { name: "This page broke" });
    expect(await broke.count()).toBe(0);
    // Other pages do not wait for it.
    await farah.page.getByRole("link", { name: "About" }).first().click();
    const about = farah.page.getByRole("heading", { name: "About HackArena" });
    await about.waitFor();
  });
});

// With the server itself: two-people.test.ts.
describe("when the server is away for a while", () => {
  test("a notice says so calmly, an answer is said to be awaited, what was typed stays, and it goes when all is well", async () => {
    const line = await openLine();
    const account = await Teammate.signUp(line.url, "Mira Sen");
    const asha = (await arriveAs(account, { baseURL: line.url })).mayComplain();
    await asha.page.goto(paths.team);
    await asha.page.getByRole("button", { name: "Logout" }).first().waitFor();
    await asha.fill("Team name", "Night Owls");
    const notice = asha.page.getByText("Connection lost.");
    await notice.waitFor({ state: "detached" });

    line.cut();
    await notice.waitFor();
    // Said politely, as an output is.
    expect(await asha.page.locator("output", { has: notice }).count()).toBe(1);
    await expectAccessible(asha);
    expect(await asha.field("Team name").inputValue()).toBe("Night Owls");

    line.restore();
    await notice.waitFor({ state: "detached" });
    expect(await asha.field("Team name").inputValue()).toBe("Night Owls");

    // Packets are lost without a word.
    line.silence();
    await asha.press("Create Team");
    await asha.sees(STILL_WAITING);
    await expectFits(asha);
    line.restore();
    await asha.page.getByRole("heading", { name: "Night Owls" }).waitFor();
    expect(await asha.page.getByText(STILL_WAITING).count()).toBe(0);

    // A dialog covers the notice, so it has one of its own.
    await asha.button("Leave Team").first().click();
    const dialog = asha.page.getByRole("dialog");
    line.cut();
    await dialog.getByText("Connection lost.").waitFor();
    await dialog.getByRole("button", { name: "Leave Team" }).click();
    await dialog.getByText(STILL_WAITING).waitFor();
    await expectFits(asha);
    line.restore();
    await asha.sees("Create a New Team");
  });
});
