import type { ConvexReactClient } from "convex/react";
import { api } from "#convex/_generated/api";
import type { TextChanges } from "#convex/shared/projects";
import { nextAfter } from "./shared-text";

/**
 * Subscribes to the description, from its beginning. Changes go to the document directly, without a render of the page.
 * @param readKey of the project's text, which all members share; another one may mean another edition
 * @returns a function that unsubscribes
 */
export function followDescription(
  convex: ConvexReactClient,
  readKey: string,
  receive: (changes: TextChanges) => void,
): () => void {
  let stop = () => {};
  function ask(after: number | null): void {
    stop();
    const watch = convex.watchQuery(api.projects.description, {
      after,
      readKey,
    });
    const look = () => {
      const changes = resultOf(watch);
      if (!changes) return;
      receive(changes);
      const next = nextAfter(after, changes);
      if (next !== after) ask(next);
    };
    stop = watch.onUpdate(look);
    look();
  }
  ask(null);
  return () => stop();
}

/** A failed query counts as pending: the field waits. */
function resultOf<Result>(watch: {
  localQueryResult: () => Result | undefined;
}): Result | undefined {
  try {
    return watch.localQueryResult();
  } catch {
    return undefined;
  }
}
