import { expect } from "vitest";
import type { Locator } from "playwright-core";

/** A screen of 1280×1024 at 400 % zoom, and a phone on its side. */
const LOW_SCREENS = [
  { width: 320, height: 256 },
  { width: 844, height: 390 },
];

/** Focuses a field on low screens: all of it is in sight, and bars take less than a third of the screen. */
export async function expectInSightOnLowScreens(field: Locator): Promise<void> {
  const page = field.page();
  const before = page.viewportSize();
  for (const screen of LOW_SCREENS) {
    await page.setViewportSize(screen);
    await field.blur();
    await field.focus();
    await expect
      .poll(() => field.evaluate(look))
      .toEqual({
        isWhole: true,
        isRoomy: true,
      });
  }
  if (before !== null) await page.setViewportSize(before);
}

function look(field: Element) {
  const { left, right, top, bottom } = field.getBoundingClientRect();
  // A radio button is round; its label is not.
  const control = field.closest("label") ?? field;
  const isSeen = (x: number, y: number) =>
    control.contains(document.elementFromPoint(x, y));
  const isBar = (y: number) => {
    let at = document.elementFromPoint(innerWidth / 2, y);
    while (at && !/sticky|fixed/.test(getComputedStyle(at).position))
      at = at.parentElement;
    return at !== null;
  };
  const rows = Array.from({ length: innerHeight }, (_, y) => y);
  return {
    isWhole: isSeen(left + 4, top + 4) && isSeen(right - 4, bottom - 4),
    isRoomy: rows.filter(isBar).length < innerHeight / 3,
  };
}
