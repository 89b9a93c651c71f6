/** As a `ref`: takes the focus to an element when it is first there. */
export function focusOnArrival(element: HTMLElement | null): void {
  element?.focus();
}

/**
 * Gives the focus back to what had it before something that is gone now; to the
 * page's content if that is gone too. Who has gone elsewhere is left there.
 */
export function returnFocus(to: Element | null): void {
  const content = document.getElementById("content");
  const now = document.activeElement;
  if (now !== null && now !== document.body && now !== content) return;
  if (to instanceof HTMLElement && to.isConnected) to.focus();
  else content?.focus();
}
