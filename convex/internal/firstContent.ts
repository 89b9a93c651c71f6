import { v } from "convex/values";
import { internalMutation } from "../functions";
import * as FirstContent from "../model/firstContent";

/** Gives a new deployment its first content; a later run finds it done. */
export const fillOnce = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await FirstContent.fillOnce(ctx);
    return null;
  },
});
