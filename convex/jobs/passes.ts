import { v } from "convex/values";
import { internalMutation } from "../functions";
import * as Passes from "../model/platform/passes";

/** Daily job, also run on the first deployment: replaces the passes that all pages share. */
export const replaceAll = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await Passes.replace(ctx, "findPasses");
    await Passes.replace(ctx, "noticePasses");
    return null;
  },
});
