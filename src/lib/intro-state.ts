/**
 * Whether the intro stands in front of the page. `public/first-paint.js` marks the root element before the first
 * paint of a session's first visit; from then on this module is the mark's sole writer.
 */
import { useSyncExternalStore } from "react";

/** `leaving`: the page is in charge again while the intro moves out of the picture. */
export type IntroState = "showing" | "leaving" | "over";

const listeners = new Set<() => void>();

export function introState(): IntroState {
  const { intro } = document.documentElement.dataset;
  return intro === "showing" || intro === "leaving" ? intro : "over";
}

export function setIntroState(state: IntroState): void {
  if (state === "over") delete document.documentElement.dataset.intro;
  else document.documentElement.dataset.intro = state;
  for (const listener of listeners) listener();
}

/**
 * The state, as React follows it.
 * @param atBuild what the prerendered HTML is made for
 */
export function useIntroState(atBuild: IntroState): IntroState {
  return useSyncExternalStore(subscribe, introState, () => atBuild);
}

/**
 * Calls back as soon as the page can be seen, at once if it can.
 * @returns a function that stops waiting
 */
export function onUncovered(callback: () => void): () => void {
  if (introState() !== "showing") {
    callback();
    return () => {};
  }
  const stop = subscribe(() => {
    if (introState() === "showing") return;
    stop();
    callback();
  });
  return stop;
}

/** How long the intro has been on screen, in milliseconds. */
export function introAgeMs(): number {
  const mark = performance.getEntriesByName("intro").at(0);
  return mark === undefined ? 0 : performance.now() - mark.startTime;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
