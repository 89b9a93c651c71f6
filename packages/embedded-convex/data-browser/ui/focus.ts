/** A `ref` that focuses an element when it is mounted. */
export function focusOnArrival(element: HTMLElement | null): void {
  element?.focus();
}

/**
 * Returns the focus after a dialog or panel has closed, to the page's content
 * if `to` is gone. Does nothing if the user has already focused something else.
 */
export function returnFocus(to: Element | null): void {
  const content = document.getElementById("content");
  const now = document.activeElement;
  if (now !== null && now !== document.body && now !== content) return;
  if (to instanceof HTMLElement && to.isConnected) to.focus();
  else content?.focus();
}
