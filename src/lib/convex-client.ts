import { ConvexReactClient } from "convex/react";

/** The one connection to the deployment: a named one, or the one that served this page. */
export const convex = new ConvexReactClient(
  import.meta.env.VITE_CONVEX_URL ?? location.origin,
);
