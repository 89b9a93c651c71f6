import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Locator, Page, ViewportSize } from "playwright-core";
import { expect } from "vitest";
import { sampleOf, TEST_ALL } from "../thoroughness";
import { findInvisible } from "./contrast-theme";
import { LAPTOP, type Person } from "./person";
import { expectNoSidewaysScroll } from "./sideways";

const axe = readFileSync(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8",
);

/** Only what is broken leaves the page: all that axe looked at is long. */
const RUN = `axe.run(document, { resultTypes: ["violations"] }).then(
  ({ violations }) => violations.map(
    ({ id, nodes }) =>
      id + ": " + nodes.map(({ target }) => target.join(" ")).join(", "),
  ),
)`;

/**
 * Holds the page as it stands against WCAG 2.2 AA, axe's best practices, and a contrast theme.
 * @returns each rule that is broken, with the elements that break it
 */
export async function findViolations(page: Page): Promise<string[]> {
  const isThere = await page.evaluate<boolean>('"axe" in window');
  if (!isThere) {
    // Playwright's own way wraps what it evaluates, which takes the browser three times as long. The session stays until
    // its person leaves: its end would end a slow network that a test has asked for.
    const devtools = await page.context().newCDPSession(page);
    // Ended with a number, or axe itself would be sent back.
    await devtools.send("Runtime.evaluate", { expression: `${axe};0` });
  }
  const broken = await page.evaluate<string[]>(RUN);
  const invisible = await findInvisible(page);
  return [...broken, ...invisible.map((name) => `contrast theme: ${name}`)];
}

/**
 * Holds a person's page as it stands against these rules, and looks whether it scrolls sideways.
 * @param sizes of the window: axe looks at the first one, and with `TEST_ALL` at each
 */
export async function expectAccessible(
  person: Person,
  sizes: readonly ViewportSize[] = [person.page.viewportSize() ?? LAPTOP],
): Promise<void> {
  const looked = sampleOf(sizes);
  for (const size of sizes) {
    await person.page.setViewportSize(size);
    await expectNoSidewaysScroll(person.page);
    if (looked.includes(size))
      expect(await findViolations(person.page)).toEqual([]);
  }
}

/**
 * The same for a state whose parts are looked at in other ones: axe looks at it with `TEST_ALL`, and whether it scrolls
 * sideways is looked at always.
 */
export async function expectFits(
  person: Person,
  sizes?: readonly ViewportSize[],
): Promise<void> {
  if (TEST_ALL) return expectAccessible(person, sizes);
  for (const size of sizes ?? [person.page.viewportSize() ?? LAPTOP]) {
    await person.page.setViewportSize(size);
    await expectNoSidewaysScroll(person.page);
  }
}

/** Waits until an element has the focus, which pages move after what they show. */
export async function expectFocused(element: Locator): Promise<void> {
  await expect
    .poll(() => element.evaluate((it) => it === document.activeElement))
    .toBe(true);
}
