import { v } from "convex/values";
import { internalMutation } from "../functions";
import * as ReadKeys from "../model/platform/readKeys";

/** Daily job, also run on the first deployment: replaces the read keys that all pages share. */
export const replaceAll = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await ReadKeys.replace(ctx, "listings");
    await ReadKeys.replace(ctx, "notices");
    return null;
  },
});
