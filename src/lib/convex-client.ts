import { ConvexReactClient } from "convex/react";
import { deploymentUrl } from "./deployment-url";

/** The only connection to the deployment. It logs in development only, because refusals are no errors. */
export const convex = new ConvexReactClient(deploymentUrl(), {
  logger: import.meta.env.MODE === "development",
});
