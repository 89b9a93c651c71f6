import { v } from "convex/values";
import { userQuery } from "./functions";
import * as Events from "./model/events";
import { eventValidator } from "./shared/validators";

/** The dates that participants should know, in order. */
export const list = userQuery({
  args: {},
  returns: v.array(eventValidator),
  handler: async (ctx) => Events.list(ctx),
});
