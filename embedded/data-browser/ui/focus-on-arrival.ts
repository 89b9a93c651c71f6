/** As a `ref`: takes the focus to an element when it is first there. */
export function focusOnArrival(element: HTMLElement | null): void {
  element?.focus();
}
