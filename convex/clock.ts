import { v } from "convex/values";
import { publicMutation } from "./functions";

/**
 * Returns the deployment's time, in milliseconds since the epoch. Anyone may call it.
 * It is a mutation because the result of a query is cached.
 */
export const now = publicMutation({
  args: {},
  returns: v.number(),
  handler: () => Promise.resolve(Date.now()),
});
