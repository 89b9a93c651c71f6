import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const axe = readFileSync(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8",
);

type AxeResults = {
  violations: { id: string; nodes: { target: unknown[] }[] }[];
};

/**
 * Holds the page as it stands against WCAG 2.2 AA and axe's best practices.
 * @returns each rule that is broken, with the elements that break it
 */
export async function findViolations(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const { violations } = await page.evaluate<AxeResults>("axe.run(document)");
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`,
  );
}
