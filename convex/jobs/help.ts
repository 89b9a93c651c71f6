import { v } from "convex/values";
import { internalMutation } from "../functions";
import * as Help from "../model/help/requests";
import { remind } from "../model/help/reminder";

/** Reminds the mentors of a request, or ends it, when that is due. Scheduled by model/help/requests.ts. */
export const look = internalMutation({
  args: { requestId: v.id("helpRequests"), since: v.number() },
  returns: v.null(),
  handler: async (ctx, args) => {
    const late = await Help.look(ctx, args);
    if (late !== null) await remind(ctx, late);
  },
});

/** Schedules anew what is due for requests that wait. Called by model/content/settings.ts when help opens, or the minutes change. */
export const watchAll = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => Help.watchAll(ctx),
});
