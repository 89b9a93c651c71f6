import type { ConvexReactClient, Watch } from "convex/react";
import { api } from "#convex/_generated/api";
import type { TextChanges } from "#convex/shared/projectValidators";
import { nextAfter } from "./shared-text";

/**
 * Subscribes to the description. Changes go to the document directly, without a render of the page. Another read key may
 * mean another edition, so each starts from the beginning.
 * @param readKey of the project's text, which all members share; null for a project without one
 * @returns a function that unsubscribes
 */
export function followDescription(
  convex: ConvexReactClient,
  readKey: string | null,
  receive: (changes: TextChanges) => void,
): () => void {
  let stop = () => {};
  function ask(after: number | null): void {
    stop();
    const watch = convex.watchQuery(api.projects.description, {
      after,
      ...(readKey !== null && { readKey }),
    });
    const look = () => {
      const changes = answerOf(watch);
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
function answerOf<Answer>(watch: Watch<Answer>): Answer | undefined {
  try {
    return watch.localQueryResult();
  } catch {
    return undefined;
  }
}
