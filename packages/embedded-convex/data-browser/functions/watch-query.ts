import type { WatchQueryOptions } from "convex/react";
import { makeFunctionReference } from "convex/server";
import type { Value } from "convex/values";
import { adminClient } from "../session/admin-client";
import type { Run } from "./run-function";

type Options = WatchQueryOptions & { componentPath?: string };

/**
 * Calls `onChange` for the first result of a query and whenever it may have
 * changed. Opens a connection of its own, because the identity may differ.
 *
 * @returns unsubscribes and closes the connection
 */
export function watchQuery(
  { path, args, componentId, actingAs }: Run,
  key: string,
  onChange: () => void,
): () => void {
  const client = adminClient(key, actingAs ?? undefined, { logger: false });
  const query = makeFunctionReference<"query", Record<string, Value>>(path);
  const options: Options =
    componentId === null ? {} : { componentPath: componentId };
  const stop = client.watchQuery(query, args, options).onUpdate(onChange);
  return () => {
    stop();
    void client.close();
  };
}
