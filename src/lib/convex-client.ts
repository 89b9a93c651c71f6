import { ConvexReactClient } from "convex/react";
import { deploymentUrl } from "./deployment-url";

/**
 * The one connection to the deployment. Refusals are part of using the product,
 * so outside development the client writes nothing into the console.
 */
export const convex = new ConvexReactClient(deploymentUrl(), {
  logger: import.meta.env.MODE === "development",
});
