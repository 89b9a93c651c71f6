import { useCallback } from "react";

/**
 * The ref of a list, a panel or the like, which takes the focus when what has it inside disappears, whoever removed it:
 * else the keyboard would start at the top of the page again. It needs `tabIndex={-1}`.
 */
export function useFocusKept() {
  return useCallback((place: HTMLElement | null) => {
    if (place === null) return;
    let last: Node | null = null;
    const take = () => {
      if (!last || last.isConnected || document.activeElement !== document.body)
        return;
      place.focus({ preventScroll: true });
    };
    const enter = ({ target }: FocusEvent) => {
      last = target as Node;
    };
    // Some browsers say that the focus has left before they remove what had it.
    const leave = ({ target }: FocusEvent) =>
      queueMicrotask(() => {
        if (last === target && last?.isConnected) last = null;
      });
    place.addEventListener("focusin", enter);
    place.addEventListener("focusout", leave);
    // A dialog gives the focus back to the button that opened it, which can be gone by then.
    place.addEventListener("close", take, true);
    const observer = new MutationObserver(take);
    observer.observe(place, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, []);
}
