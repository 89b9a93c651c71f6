import type { BrowserContextOptions, Page } from "playwright-core";
import { describe, expect, onTestFinished, test } from "vitest";
import { paths } from "../../src/paths";
import { findViolations } from "./accessibility";
import { PATIENCE_MS } from "./browser";
import { openStage } from "./stage";

const { browser, product } = openStage();

/** A browser session that has just been opened, with nothing seen yet. */
async function newSession(options: BrowserContextOptions = {}) {
  const context = await browser().newContext({
    baseURL: product().url,
    ...options,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  onTestFinished(() => context.close());
  return context.newPage();
}

const intro = (page: Page) =>
  page.getByRole("dialog", { name: "HackArena 2025" });

test("the first visit opens with the intro and ends on /home", async () => {
  const page = await newSession();
  await page.goto(paths.landing);
  await intro(page).waitFor();
  const entries = await page.evaluate(() => history.length);
  await page.getByText("28–29 June 2025 · New Delhi").waitFor();
  await page.waitForURL(`**${paths.home}`);
  await intro(page).waitFor({ state: "detached" });
  expect(await page.evaluate(() => history.length)).toBe(entries);
});

/** Stops the page's clock before an address is opened. From here on time passes only as told. */
async function openInStandingTime(page: Page, path: string) {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.goto(path, { waitUntil: "commit" });
}

const stateOf = (page: Page) =>
  page.evaluate(() => document.documentElement.dataset.intro);

test("the intro shows for two and a half seconds", async () => {
  const page = await newSession();
  await openInStandingTime(page, paths.about);
  await expect
    .poll(async () => {
      await page.clock.runFor(5);
      return page.locator("html[data-alive]").count();
    })
    .toBe(1);
  await page.clock.runFor(2_400);
  expect(await stateOf(page)).toBe("showing");
  await page.clock.runFor(100);
  await expect.poll(() => stateOf(page)).toBe("leaving");
  await page.clock.runFor(600);
  await intro(page).waitFor({ state: "detached" });
});

test("there is no navigation and no footer before it is over", async () => {
  const page = await newSession();
  await page.goto(paths.landing);
  await intro(page).waitFor();
  expect(await page.getByRole("navigation").count()).toBe(0);
  expect(await page.getByRole("contentinfo").count()).toBe(0);
  await page.getByRole("button", { name: "Start" }).click();
  await page.getByRole("navigation", { name: "Main" }).waitFor();
  await page.getByRole("contentinfo").waitFor();
});

test("Start ends it at once, also from the keyboard", async () => {
  const page = await newSession();
  await page.goto(paths.contact);
  await intro(page).and(page.locator(":focus")).waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await intro(page).waitFor({ state: "detached" });
  expect(new URL(page.url()).pathname).toBe(paths.contact);
});

test("Start is in sight on a phone on its side, and enlarged to 400 %", async () => {
  const page = await newSession({ viewport: { width: 740, height: 360 } });
  await openInStandingTime(page, paths.about);
  const start = page.getByRole("button", { name: "Start" });
  for (const size of [
    { width: 740, height: 360 },
    { width: 320, height: 256 },
  ]) {
    await page.setViewportSize(size);
    // Once its styles and letters have come, which make it smaller.
    await expect
      .poll(async () => {
        const box = await start.boundingBox();
        return (
          box !== null &&
          Math.min(box.x, box.y) >= 0 &&
          box.x + box.width <= size.width &&
          box.y + box.height <= size.height
        );
      })
      .toBe(true);
  }
});

test("a button pressed before the page is alive is not pressed in vain", async () => {
  const page = await newSession();
  let release: (() => void) | undefined;
  const isReleased = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/assets/frame-*.js", async (route) => {
    await isReleased;
    await route.continue();
  });
  // On a standing clock it does not end by itself.
  await openInStandingTime(page, paths.about);
  await page.getByRole("button", { name: "Start" }).click();
  expect(await intro(page).isVisible()).toBe(true);
  release?.();
  await expect
    .poll(async () => {
      await page.clock.runFor(5);
      return stateOf(page);
    })
    .toBe("leaving");
});

test("a session sees it once, another session sees it again", async () => {
  const page = await newSession();
  await page.goto(paths.about);
  await page.getByRole("button", { name: "Start" }).click();
  await intro(page).waitFor({ state: "detached" });
  await page.reload();
  await page.getByRole("navigation", { name: "Main" }).waitFor();
  expect(await intro(page).count()).toBe(0);

  const other = await newSession();
  await other.goto(paths.about);
  await intro(other).waitFor();
});

test("nothing is painted before the intro or, later, instead of the page", async () => {
  const page = await newSession();
  await page.addInitScript(() => {
    addEventListener("DOMContentLoaded", () => {
      const picture = document.querySelector("dialog");
      document.documentElement.dataset.introWas =
        picture === null ? "absent" : getComputedStyle(picture).display;
    });
  });
  const introWas = () =>
    page.evaluate(() => document.documentElement.dataset.introWas);
  await page.goto(paths.landing, { waitUntil: "domcontentloaded" });
  expect(await introWas()).toBe("grid");
  await page.reload({ waitUntil: "domcontentloaded" });
  expect(await introWas()).toBe("none");
});

test("the page behind it can neither be reached nor scrolled", async () => {
  const page = await newSession();
  await openInStandingTime(page, paths.landing);
  await expect
    .poll(async () => {
      await page.clock.runFor(5);
      return intro(page).and(page.locator(":focus")).count();
    })
    .toBe(1);
  await page.mouse.move(200, 200);
  await page.mouse.wheel(0, 800);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  const focused = page.locator("main :focus, header :focus");
  expect(await focused.count()).toBe(0);
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

describe("where less motion is asked for", () => {
  test("nothing moves, and the intro still ends", async () => {
    const page = await newSession({ reducedMotion: "reduce" });
    await page.goto(paths.landing);
    await intro(page).waitFor();
    const moving = await page.evaluate(() => document.getAnimations().length);
    expect(moving).toBe(0);
    expect(await findViolations(page)).toEqual([]);
    await page.waitForURL(`**${paths.home}`);
    expect(await intro(page).count()).toBe(0);
  });
});
