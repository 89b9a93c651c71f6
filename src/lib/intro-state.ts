/**
 * The state of the intro, kept in `data-intro` of the root element. `public/first-paint.js` sets it before the first
 * paint of a session's first visit; afterwards only this module writes it.
 */
import { useSyncExternalStore } from "react";
import { newListeners } from "./listeners";

/** `leaving`: the page is usable again while the intro animates out. */
export type IntroState = "showing" | "leaving" | "over";

const listeners = newListeners();

export function introState(): IntroState {
  const { intro } = document.documentElement.dataset;
  return intro === "showing" || intro === "leaving" ? intro : "over";
}

export function setIntroState(state: IntroState): void {
  if (state === "over") delete document.documentElement.dataset.intro;
  else document.documentElement.dataset.intro = state;
  listeners.tell();
}

/** @param atBuild the state in prerendered HTML */
export function useIntroState(atBuild: IntroState): IntroState {
  return useSyncExternalStore(listeners.subscribe, introState, () => atBuild);
}

/** Calls back once the intro no longer covers the page; returns a function that cancels it. */
export function onUncovered(callback: () => void): () => void {
  if (introState() !== "showing") {
    callback();
    return () => {};
  }
  const stop = listeners.subscribe(() => {
    if (introState() === "showing") return;
    stop();
    callback();
  });
  return stop;
}

export function introAgeMs(): number {
  const mark = performance.getEntriesByName("intro").at(0);
  return mark === undefined ? 0 : performance.now() - mark.startTime;
}
