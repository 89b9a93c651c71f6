import { useSyncExternalStore } from "react";

/** False in prerendered HTML and until hydration. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
}
