import { useSyncExternalStore } from "react";

/** True while the page is scrolled by more than so many pixels. */
export function useScrolledPast(distancePx: number): boolean {
  return useSyncExternalStore(
    onScroll,
    () => window.scrollY > distancePx,
    () => false,
  );
}

function onScroll(callback: () => void) {
  window.addEventListener("scroll", callback, { passive: true });
  return () => window.removeEventListener("scroll", callback);
}
