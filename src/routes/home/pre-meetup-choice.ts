/**
 * Whether this browser hides the pre-meetup banner. `public/first-paint.js` reads the key, only this module writes it.
 */
import { useSyncExternalStore } from "react";
import { Listeners } from "../../lib/listeners";
import { readStored, writeStored } from "../../lib/stored";

const KEY = "premeetupHidden";
const listeners = new Listeners();
let isHiddenHere = false;

/** Without storage, it is hidden only until the page is left. */
export function hidePreMeetup(): void {
  isHiddenHere = true;
  writeStored(KEY, "true");
  // The focused button disappears with the banner.
  document.querySelector<HTMLElement>("#content")?.focus();
  listeners.tell();
}

export function useIsPreMeetupHidden(): boolean {
  return useSyncExternalStore(listeners.subscribe, isHidden, () => false);
}

function isHidden(): boolean {
  return isHiddenHere || readStored(KEY) === "true";
}
