import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { findInvisible } from "./contrast-theme";

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
  // Ended with a number, or axe itself would be sent back.
  if (!isThere) await page.evaluate(`${axe};0`);
  const broken = await page.evaluate<string[]>(RUN);
  const invisible = await findInvisible(page);
  return [...broken, ...invisible.map((name) => `contrast theme: ${name}`)];
}
