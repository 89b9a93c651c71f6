import { ConvexReactClient } from "convex/react";

/** Every client has it; the published types leave it out. */
type AdminClient = ConvexReactClient & { setAdminAuth(key: string): void };

/** A client that authenticates with the admin key. */
export function adminClient(key: string): ConvexReactClient {
  const client = new ConvexReactClient(location.origin) as AdminClient;
  client.setAdminAuth(key);
  return client;
}
