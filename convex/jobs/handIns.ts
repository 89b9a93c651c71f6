import { v } from "convex/values";
import { internalMutation } from "../functions";
import * as HandingIn from "../model/projects/handingIn";

/** Does what a hand-in brings with it. Scheduled by the hand-in. */
export const follow = internalMutation({
  args: { handInId: v.id("handIns") },
  returns: v.null(),
  handler: async (ctx, { handInId }) => {
    await HandingIn.follow(ctx, handInId);
    return null;
  },
});
