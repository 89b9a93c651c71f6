import { useCallback } from "react";

/**
 * The ref of a list, a panel or the like, which takes the focus when what has it inside disappears, whoever removed it:
 * else the keyboard would start at the top of the page again. It needs `tabIndex={-1}`. One inside another goes first,
 * unless it has disappeared itself.
 */
export function useFocusKept() {
  return useCallback((place: HTMLElement | null) => {
    if (place === null) return;
    let last: Element | null = null;
    let places: readonly Element[] = [];
    const take = () => {
      const isLost = last?.isConnected === false;
      const isOurs = places.find((it) => it.isConnected) === place;
      if (isLost && isOurs && document.activeElement === document.body)
        place.focus({ preventScroll: true });
    };
    const enter = ({ target }: FocusEvent) => {
      last = target as Element;
      places = placesAround(last);
    };
    // Some browsers say that the focus has left before they remove what had it.
    const leave = ({ target }: FocusEvent) =>
      queueMicrotask(() => {
        if (last === target && last?.isConnected) last = null;
      });
    place.dataset["keepsFocus"] = "";
    place.addEventListener("focusin", enter);
    place.addEventListener("focusout", leave);
    // A dialog gives the focus back to the button that opened it, which can be gone by then.
    place.addEventListener("close", take, true);
    const observer = new MutationObserver(take);
    observer.observe(place, { childList: true, subtree: true });
    return () => {
      place.removeEventListener("focusin", enter);
      place.removeEventListener("focusout", leave);
      place.removeEventListener("close", take, true);
      observer.disconnect();
    };
  }, []);
}

/** The places that keep the focus around an element, the nearest first. */
function placesAround(element: Element | null): Element[] {
  const nearest = element?.closest("[data-keeps-focus]");
  return nearest ? [nearest, ...placesAround(nearest.parentElement)] : [];
}
