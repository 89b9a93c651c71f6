import { useSyncExternalStore } from "react";

/** False in the prerendered page and until React has taken it over. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
}
