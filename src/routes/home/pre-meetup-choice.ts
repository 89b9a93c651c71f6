/**
 * Whether this browser hides the pre-meetup banner. `public/first-paint.js` reads the key, only this module writes it.
 */
import { useSyncExternalStore } from "react";

const KEY = "premeetupHidden";
const listeners = new Set<() => void>();
let isHiddenHere = false;

/** Without storage, it is hidden only until the page is left. */
export function hidePreMeetup(): void {
  isHiddenHere = true;
  try {
    localStorage.setItem(KEY, "true");
  } catch {
    // Storage is forbidden.
  }
  // The focused button disappears with the banner.
  document.querySelector<HTMLElement>("#content")?.focus();
  for (const listener of listeners) listener();
}

export function useIsPreMeetupHidden(): boolean {
  return useSyncExternalStore(subscribe, isHidden, () => false);
}

function isHidden(): boolean {
  if (isHiddenHere) return true;
  try {
    return localStorage.getItem(KEY) === "true";
  } catch {
    return false;
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
