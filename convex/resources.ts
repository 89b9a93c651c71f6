import { v } from "convex/values";
import { userQuery } from "./functions";
import * as Resources from "./model/resources";
import { nextChangeValidator, resourceValidator } from "./shared/validators";

/**
 * Returns the resources that are out, in the order in which to show them, and when
 * the next one comes out; null when nobody is signed in. `at`: see
 * announcements.list.
 */
export const list = userQuery({
  args: { at: v.number() },
  returns: v.object({
    resources: v.array(resourceValidator),
    next: nextChangeValidator,
  }),
  handler: async (ctx) => Resources.listPublished(ctx),
});
