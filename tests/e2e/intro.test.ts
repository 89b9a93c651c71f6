import type { BrowserContextOptions, Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { paths } from "../../src/paths";
import { findViolations } from "./accessibility";
import { PATIENCE_MS } from "./browser";
import { LAPTOP, PHONE } from "./person";
import { openSession } from "./sessions";
import { openStage } from "./stage";

const { browser, product } = openStage();

/** A browser session with nothing seen yet. */
async function newSession(options: BrowserContextOptions = {}) {
  const session = await openSession(
    browser(),
    product().url,
    { viewport: LAPTOP, ...options },
    async (context) => context.setDefaultTimeout(PATIENCE_MS),
  );
  onTestFinished(() => session.leave());
  return session.page;
}

const intro = (page: Page) =>
  page.getByRole("dialog", { name: "HackArena 2025" });

/** Keeps the page's code from the browser, so that the intro stays; returns a function that lets it through. */
async function holdCode(page: Page) {
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/assets/frame-*.js", async (route) => {
    await isReleased;
    await route.continue();
  });
  return () => release();
}

/** Stops the page's clock before an address is opened. From here on time passes only as told. */
async function openInStandingTime(page: Page, path: string) {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.goto(path, { waitUntil: "commit" });
}

const stateOf = (page: Page) =>
  page.evaluate(() => document.documentElement.dataset.intro);

/** Lets as little of that time pass as it takes until the intro is alive. */
async function awaitFocus(page: Page) {
  await expect
    .poll(async () => {
      await page.clock.runFor(5);
      return intro(page).and(page.locator(":focus")).count();
    })
    .toBe(1);
}

test("the first visit opens with the intro and ends on /home, without a complaint, where a phone has a button to register", async () => {
  const page = await newSession();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  const release = await holdCode(page);
  await page.goto(paths.landing, { waitUntil: "commit" });
  await intro(page).waitFor();
  const entries = await page.evaluate(() => history.length);
  await page.getByText("28–29 June 2025 · New Delhi").waitFor();
  release();
  await page.waitForURL(`**${paths.home}`);
  await intro(page).waitFor({ state: "detached" });
  expect(await page.evaluate(() => history.length)).toBe(entries);
  await page.locator("main:focus").waitFor();
  // What moves keeps to the policy of the page.
  expect(complaints).toEqual([]);

  // A phone's register button stays away from what has the focus.
  await page.setViewportSize(PHONE);
  const register = page.locator("a[tabindex='-1']", {
    hasText: "REGISTER NOW",
  });
  await page.locator("#timeline").scrollIntoViewIfNeeded();
  await register.waitFor();
  await page.getByRole("link", { name: "CONTACT US" }).focus();
  await expect.poll(() => register.isVisible()).toBe(false);
});

test("Start ends it at once, also from the keyboard, and the content has the focus; nothing is painted before it or, later, instead of the page", async () => {
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
  await openInStandingTime(page, paths.about);
  await awaitFocus(page);
  expect(await introWas()).toBe("grid");
  // The page behind it does not scroll.
  await page.mouse.move(200, 200);
  await page.mouse.wheel(0, 800);
  expect(await page.evaluate(() => scrollY)).toBe(0);
  expect(await page.getByRole("navigation").count()).toBe(0);
  expect(await page.getByRole("contentinfo").count()).toBe(0);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect.poll(() => stateOf(page)).toBe("leaving");
  await page.clock.resume();
  await intro(page).waitFor({ state: "detached" });
  await page.locator("main:focus").waitFor();
  expect(new URL(page.url()).pathname).toBe(paths.about);
  await page.getByRole("navigation", { name: "Main" }).waitFor();
  await page.getByRole("contentinfo").waitFor();

  // A session sees it once.
  await page.reload();
  expect(await introWas()).toBe("none");
  await page.getByRole("navigation", { name: "Main" }).waitFor();
  expect(await intro(page).count()).toBe(0);
});

test("before its code has come the page behind it cannot be reached either, Start is in sight on a phone on its side and enlarged to 400 %, and is not pressed in vain", async () => {
  const page = await newSession();
  const release = await holdCode(page);
  // On a standing clock it does not end by itself.
  await openInStandingTime(page, paths.about);
  await intro(page).waitFor();
  await page.locator("footer").waitFor({ state: "attached" });
  for (const key of ["Tab", "Tab", "Tab"]) await page.keyboard.press(key);
  const site = page.locator("main, header, footer, a[href='#content']");
  await site.evaluateAll((parts) => {
    for (const part of parts) (part as HTMLElement).focus();
  });
  expect(await page.locator("#root > div :focus, main:focus").count()).toBe(0);
  const start = page.getByRole("button", { name: "Start" });
  for (const size of [
    { width: 740, height: 360 },
    { width: 320, height: 256 },
  ]) {
    await page.setViewportSize(size);
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
  await start.click();
  expect(await intro(page).isVisible()).toBe(true);
  release();
  await expect
    .poll(async () => {
      await page.clock.runFor(5);
      return stateOf(page);
    })
    .toBe("leaving");
});

test("where less motion is asked for nothing moves, and the intro still ends", async () => {
  const page = await newSession({ reducedMotion: "reduce" });
  const release = await holdCode(page);
  await page.goto(paths.landing, { waitUntil: "commit" });
  await intro(page).waitFor();
  const moving = await page.evaluate(() => document.getAnimations().length);
  expect(moving).toBe(0);
  expect(await findViolations(page)).toEqual([]);
  release();
  await page.waitForURL(`**${paths.home}`);
  await intro(page).waitFor({ state: "detached" });
});
