import { ConvexReactClient } from "convex/react";
import { deploymentUrl } from "./deployment-url";

/** The one connection to the deployment. */
export const convex = new ConvexReactClient(deploymentUrl());
