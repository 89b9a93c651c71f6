import { useSyncExternalStore } from "react";

/** False while the page is rendered to HTML and until that HTML has come to life; true ever after. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}

function neverChanges() {
  return () => {};
}
