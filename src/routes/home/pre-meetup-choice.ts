/**
 * Whether this browser hid the pre-meetup banner. `public/first-paint.js` reads the same key, so that a hidden banner
 * is not painted first; this module alone writes it.
 */
import { useSyncExternalStore } from "react";

const KEY = "premeetupHidden";
const listeners = new Set<() => void>();
let isHiddenHere = false;

/** Remembers it; where storage is forbidden, until the page is left. */
export function hidePreMeetup(): void {
  isHiddenHere = true;
  try {
    localStorage.setItem(KEY, "true");
  } catch {
    // Nothing to remember it with.
  }
  // The button that had the focus goes away with its banner.
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
