import type { ConvexReactClient } from "convex/react";
import { api } from "#convex/_generated/api";
import { nextAfter, type Known, type SharedText } from "./shared-text";

/**
 * Subscribes to the description, from where the text is. Changes go to the document directly, without a render of the page.
 * @param readKey of the project's text, which all members share; another one may mean another edition
 * @returns a function that unsubscribes
 */
export function followDescription(
  convex: Pick<ConvexReactClient, "watchQuery">,
  readKey: string,
  shared: Pick<SharedText, "known" | "receive">,
): () => void {
  let stop = () => {};
  function ask(known: Known): void {
    stop();
    const watch = convex.watchQuery(api.projects.description, {
      ...known,
      readKey,
    });
    const receive = () => {
      const changes = resultOf(watch);
      if (!changes) return;
      shared.receive(changes);
      const after = nextAfter(known.after, changes);
      if (after !== known.after) ask({ after, edition: changes.edition });
    };
    stop = watch.onUpdate(receive);
    receive();
  }
  ask(shared.known());
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
