/**
 * Whether the live connection is lost, for components that show it themselves, because the page's notice cannot be seen
 * there.
 */
import { useSyncExternalStore } from "react";
import { newListeners } from "../listeners";

export const CONNECTION_LOST = "Connection lost. Reconnecting…";

let isLost = false;
const listeners = newListeners();

/** Called by `layouts/convex-session.tsx` alone. */
export function setConnectionLost(isLostNow: boolean): void {
  isLost = isLostNow;
  listeners.tell();
}

export const isConnectionLost = (): boolean => isLost;

export const onConnection = listeners.subscribe;

export function useConnectionLost(): boolean {
  return useSyncExternalStore(onConnection, isConnectionLost, () => false);
}
