import { v } from "convex/values";
import { internalMutation } from "../functions";
import * as Help from "./requests";
import { remind, tell } from "./reminder";

/** Reminds the mentors of a request, or ends it, when that is due. Scheduled by help/requests.ts. */
export const runDue = internalMutation({
  args: { requestId: v.id("helpRequests"), since: v.number() },
  returns: v.null(),
  handler: async (ctx, args) => {
    if (await Help.runDue(ctx, args)) await remind(ctx);
  },
});

/** Tells people who waits, who had a mail about it too little time before. Scheduled by help/reminder.ts. */
export const tellLater = internalMutation({
  args: { people: v.array(v.id("users")) },
  returns: v.null(),
  handler: async (ctx, { people }) => tell(ctx, people, { isLast: true }),
});

/** Schedules anew what is due for requests that wait. Called by settings/settings.ts when help opens, or the minutes change. */
export const watchAll = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => Help.watchAll(ctx),
});
