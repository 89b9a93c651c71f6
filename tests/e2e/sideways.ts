/** Bounds on width, for every kind of page. */
import type { Page } from "playwright-core";

/**
 * Expects that nothing of the page is wider than its window, or than another of these boxes, whose name is a CSS
 * selector. It fails with the box, how many pixels it scrolls, and the element that reaches furthest out of it.
 */
export async function expectNoSidewaysScroll(
  page: Page,
  boxes: readonly string[] = ["html"],
): Promise<void> {
  const found = await page.evaluate(tooWide, [...boxes]);
  if (found.length > 0) throw new Error(found.join("; "));
}

/** Runs in the page. */
function tooWide(boxes: string[]): string[] {
  return boxes.flatMap((selector) => {
    const box = document.querySelector(selector);
    if (box === null) return `there is no ${selector}`;
    const by = box.scrollWidth - box.clientWidth;
    if (by === 0) return [];
    const edgeOf = (it: Element) => it.getBoundingClientRect().right;
    /** What scrolls or is cut inside another element makes the box no wider. */
    const reaches = (it: Element): boolean => {
      const parent = it.parentElement;
      if (parent === null || parent === box) return true;
      const { overflowX } = getComputedStyle(parent);
      return overflowX === "visible" && reaches(parent);
    };
    // Of a parent and its child that end at the same edge, the child: it comes later.
    const [widest = box] = [...box.querySelectorAll("*")]
      .reverse()
      .filter(reaches)
      .sort((one, other) => edgeOf(other) - edgeOf(one));
    const { left, right, width } = widest.getBoundingClientRect();
    const [tag] = (widest.cloneNode() as Element).outerHTML.split("></");
    return `${selector} scrolls ${by} px sideways in ${box.clientWidth}: ${tag}>, ${width} px wide from ${left} to ${right}: "${widest.textContent.slice(0, 60)}"`;
  });
}
