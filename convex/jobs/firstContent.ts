import { v } from "convex/values";
import { internalMutation } from "../functions";
import * as FirstContent from "../model/content/firstContent";

/** Daily job: gives a new deployment its first content. Later runs do nothing. */
export const fillOnce = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await FirstContent.fillOnce(ctx);
    return null;
  },
});
