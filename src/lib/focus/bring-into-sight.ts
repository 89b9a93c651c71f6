/**
 * Scrolls just far enough to show an element with its scroll margin. Chromium's `nearest` ignores the margin of an
 * element that is already in view.
 */
export function bringIntoSight(element: Element): void {
  const { scrollPaddingTop } = getComputedStyle(document.documentElement);
  const { scrollMarginTop } = getComputedStyle(element);
  const clearFrom = parseFloat(scrollPaddingTop) + parseFloat(scrollMarginTop);
  const isTooHigh = element.getBoundingClientRect().top < clearFrom;
  element.scrollIntoView({ block: isTooHigh ? "start" : "nearest" });
}
