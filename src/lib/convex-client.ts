import { ConvexReactClient } from "convex/react";

/**
 * The one connection to the deployment: a named one, or the one that served this page.
 * Refusals are part of using the product, so outside development the client writes nothing into the console.
 */
export const convex = new ConvexReactClient(
  import.meta.env.VITE_CONVEX_URL ?? location.origin,
  { logger: import.meta.env.DEV },
);
