import { v } from "convex/values";
import { organiserMutation, organiserQuery, publicQuery } from "./functions";
import { dates } from "./model/content/kinds";
import * as ReadKeys from "./model/platform/readKeys";

/**
 * Returns the dates for the dashboard, the earliest first; null for strangers. `readKey`:
 * see announcements.list.
 */
export const list = publicQuery({
  args: { readKey: v.optional(v.string()) },
  returns: v.nullable(dates.all.returns),
  handler: async (ctx, { readKey }) =>
    (await ReadKeys.admits(ctx, "notices", readKey))
      ? dates.all.handler(ctx)
      : null,
});

// For organisers; what they do and throw is said at `contentOf` in model/content/content.ts.
export const all = organiserQuery(dates.all);
export const add = organiserMutation(dates.add);
export const edit = organiserMutation(dates.edit);
export const remove = organiserMutation(dates.remove);
