import { ConvexReactClient, type WatchQueryOptions } from "convex/react";
import { makeFunctionReference } from "convex/server";
import type { Value } from "convex/values";
import type { ActingAs } from "./acting-as";
import type { Run } from "./run-function";

/** What the unmodified client can do besides what its types say. */
type AdminClient = ConvexReactClient & {
  setAdminAuth(key: string, actingAs?: ActingAs): void;
};

type Options = WatchQueryOptions & { componentPath?: string };

/**
 * Tells when the result of a query may be another one, and first when it is
 * known. It has a connection of its own, because it may act as somebody else.
 *
 * @returns ends it
 */
export function watchQuery(
  { path, args, componentId, actingAs }: Run,
  key: string,
  onChange: () => void,
): () => void {
  const client = new ConvexReactClient(location.origin, {
    logger: false,
  }) as AdminClient;
  client.setAdminAuth(key, actingAs ?? undefined);
  const query = makeFunctionReference<"query", Record<string, Value>>(path);
  const options: Options =
    componentId === null ? {} : { componentPath: componentId };
  const stop = client.watchQuery(query, args, options).onUpdate(onChange);
  return () => {
    stop();
    void client.close();
  };
}
