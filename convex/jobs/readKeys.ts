import { v } from "convex/values";
import { internalMutation } from "../functions";
import * as ReadKeys from "../model/platform/readKeys";

/** Hourly or daily job, also run on the first deployment: replaces a read key that all pages share. */
export const replace = internalMutation({
  args: { scope: v.union(v.literal("listings"), v.literal("notices")) },
  returns: v.null(),
  handler: async (ctx, { scope }) => {
    await ReadKeys.replace(ctx, scope);
    return null;
  },
});
