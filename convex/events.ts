import { v } from "convex/values";
import { userQuery } from "./functions";
import * as Events from "./model/events";
import { eventValidator } from "./shared/validators";

/**
 * Returns the dates for the dashboard, the earliest first; null when nobody is
 * signed in.
 */
export const list = userQuery({
  args: {},
  returns: v.array(eventValidator),
  handler: async (ctx) => Events.list(ctx),
});
