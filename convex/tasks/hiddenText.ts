import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalMutation } from "../functions";
import * as HiddenText from "../model/hiddenText";

/**
 * Daily job: mends the names that an earlier version stored with hidden characters,
 * one batch per transaction. Without `from` it begins at the first row.
 */
export const mend = internalMutation({
  args: {
    from: v.optional(
      v.object({ table: v.number(), cursor: v.nullable(v.string()) }),
    ),
  },
  returns: v.null(),
  handler: async (ctx, { from = HiddenText.START }) => {
    const next = await HiddenText.mendBatch(ctx, from);
    if (next !== null)
      await ctx.scheduler.runAfter(0, internal.tasks.hiddenText.mend, {
        from: next,
      });
    return null;
  },
});
