/**
 * Scrolls no further than it takes to show an element with its scroll margin. Chromium's `nearest` leaves out the margin
 * of what is in sight already.
 */
export function bringIntoSight(element: Element): void {
  const { scrollPaddingTop } = getComputedStyle(document.documentElement);
  const { scrollMarginTop } = getComputedStyle(element);
  const clearFrom = parseFloat(scrollPaddingTop) + parseFloat(scrollMarginTop);
  const isTooHigh = element.getBoundingClientRect().top < clearFrom;
  element.scrollIntoView({ block: isTooHigh ? "start" : "nearest" });
}
