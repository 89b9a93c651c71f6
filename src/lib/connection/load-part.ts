/**
 * Loads parts of the page (lazy modules) over a line that may be away. Browsers may not fetch a module again that they
 * could not fetch once (Chromium does not), so going on can take a new load of the page.
 */
import { lazy, useSyncExternalStore, type ComponentType } from "react";
import { newListeners } from "../listeners";
import { fetchScript, hostBack } from "./host";

/** `away`: no connection. `missing`: there is one, but a part cannot be loaded without loading the page again. */
export type PartTrouble = "none" | "away" | "missing";

let trouble: PartTrouble = "none";
const listeners = newListeners();

/**
 * Waits for the line if a part cannot be fetched. Stays pending if the page must be loaded again.
 * @throws what the part itself throws
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await fetchScript(load);
  } catch (failure) {
    await hostBack(() => setTrouble("away"));
    setTrouble("none");
    return fetchScript(load).catch((again: unknown) => {
      // A module that throws gives the same error again; one that was not fetched gives a new one.
      if (again === failure) throw failure;
      setTrouble("missing");
      return never();
    });
  }
}

/** A component that is loaded when it is first rendered. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
) {
  return lazy(async () => ({ default: await loadPart(load) }));
}

/** A component that loads late. If its code fails to load, its fallback stays, as browsers do not retry. */
export function latePart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
) {
  return lazy(async () => ({ default: await load().catch(never) }));
}

/** For `catch`, where what could not be loaded is done without; it also fails when the page is left. */
export function never(): Promise<never> {
  return new Promise(() => {});
}

/** The trouble with the page's parts, current. */
export function usePartTrouble(): PartTrouble {
  return useSyncExternalStore(
    listeners.subscribe,
    () => trouble,
    () => "none" as const,
  );
}

function setTrouble(next: PartTrouble) {
  trouble = next;
  listeners.tell();
}
