import type { ConvexReactClient, Watch } from "convex/react";
import { api } from "#convex/_generated/api";
import type { TextChanges } from "#convex/shared/projectValidators";
import { nextAfter } from "./shared-text";

/**
 * Follows the description on the deployment. Each change reaches the document alone, without a render of the page.
 * What was known with one pass may be of another edition than what comes with the next, so each asks from the start.
 * @param pass of the project's text, which all members share; null for a project without one
 * @returns a function that ends it
 */
export function followDescription(
  convex: ConvexReactClient,
  pass: string | null,
  receive: (changes: TextChanges) => void,
): () => void {
  let stop = () => {};
  function ask(after: number | null): void {
    stop();
    const watch = convex.watchQuery(api.projects.description, {
      after,
      ...(pass !== null && { pass }),
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

/** A query that broke is as one that is not answered: the field waits. */
function answerOf<Answer>(watch: Watch<Answer>): Answer | undefined {
  try {
    return watch.localQueryResult();
  } catch {
    return undefined;
  }
}
