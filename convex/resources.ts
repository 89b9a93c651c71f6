import { v } from "convex/values";
import { userQuery } from "./functions";
import * as Resources from "./model/resources";
import { nextChangeValidator, resourceValidator } from "./shared/validators";

/** What helps participants, as far as it is out by now. `at`: as in announcements.list. */
export const list = userQuery({
  args: { at: v.number() },
  returns: v.object({
    resources: v.array(resourceValidator),
    next: nextChangeValidator,
  }),
  handler: async (ctx) => Resources.listPublished(ctx),
});
