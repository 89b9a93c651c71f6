import { ConvexReactClient, type ConvexReactClientOptions } from "convex/react";
import type { UserIdentityAttributes } from "convex/server";

/** Every client has it; the published types leave it out. */
type AdminClient = ConvexReactClient & {
  setAdminAuth(key: string, identity?: UserIdentityAttributes): void;
};

/**
 * A client that authenticates with the admin key.
 *
 * @param identity the user whom its functions see; nobody without it
 */
export function adminClient(
  key: string,
  identity?: UserIdentityAttributes,
  options?: ConvexReactClientOptions,
): ConvexReactClient {
  const client = new ConvexReactClient(location.origin, options) as AdminClient;
  client.setAdminAuth(key, identity);
  return client;
}
