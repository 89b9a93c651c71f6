/**
 * Whether the live connection is lost, for components that show it themselves, because the page's notice cannot be seen
 * there.
 */
import { useSyncExternalStore } from "react";

/** The notice about a lost connection. */
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
