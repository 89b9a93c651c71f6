/**
 * Whether this browser hides the pre-meetup banner: `data-premeetup` of the root element, which `public/first-paint.js`
 * sets from the storage. Only this module writes both.
 */
import { useSyncExternalStore } from "react";
import { newListeners } from "../../lib/listeners";

const listeners = newListeners();

/** Without storage, it is hidden only until the page is left. */
export function hidePreMeetup(): void {
  document.documentElement.dataset.premeetup = "hidden";
  try {
    localStorage.setItem("premeetupHidden", "true");
  } catch {
    // Denied or full.
  }
  // The focused button disappears with the banner.
  document.querySelector<HTMLElement>("#content")?.focus();
  listeners.tell();
}

export function useIsPreMeetupHidden(): boolean {
  return useSyncExternalStore(
    listeners.subscribe,
    () => document.documentElement.dataset.premeetup === "hidden",
    () => false,
  );
}
