/** Whether the live connection is lost, for what has to say so where the page's own notice cannot be seen. */
import { useSyncExternalStore } from "react";

/** What is said of a lost connection. */
export const CONNECTION_LOST =
  "Connection lost. Reconnecting… What you typed stays here.";

let isLost = false;
const listeners = new Set<() => void>();

/** Called by `layouts/convex-session.tsx` alone. */
export function setConnectionLost(isLostNow: boolean): void {
  isLost = isLostNow;
  for (const listener of listeners) listener();
}

export function useConnectionLost(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isLost,
    () => false,
  );
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
