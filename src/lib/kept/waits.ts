/** Everything that was done on this device and that the deployment does not have, for whoever asks before something is left. */
import { newListeners } from "../listeners";

export type Wait = {
  /** What it is about, for people. */
  name: string;
  fate: Fate;
};

/**
 * What becomes of it if the person leaves: it is sent `later`, or once the deployment takes it (`held`); it was `refused`
 * and is never sent; it is kept until the `page` is closed; or it is `lost` with the session, too.
 */
export type Fate = "later" | "held" | "refused" | "page" | "lost";

/** Whether the person has agreed to a logout: what ends with the page asks no more. */
export const leaving = { isAgreed: false };

type List = () => readonly Wait[];
const lists = new Set<List>();
const listeners = newListeners();

export const waits = (): Wait[] => [...lists].flatMap((list) => list());

/** Calls back when it may have changed. @returns a function that ends it */
export const onWaits = listeners.subscribe;

/** Adds what somebody knows of, and by what they are told of changes. @returns a function that ends it */
export function addWaits(
  list: List,
  ...subscribes: ((tell: () => void) => () => void)[]
): () => void {
  lists.add(list);
  const stops = subscribes.map((subscribe) => subscribe(listeners.tell));
  listeners.tell();
  return () => {
    lists.delete(list);
    for (const stop of stops) stop();
    listeners.tell();
  };
}

// Prerendering has no window.
if (typeof window !== "undefined")
  addEventListener("beforeunload", (event) => {
    if (waits().some(({ fate }) => fate === "page" || fate === "lost"))
      event.preventDefault();
  });
