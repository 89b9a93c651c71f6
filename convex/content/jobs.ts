import { v } from "convex/values";
import { internalQuery } from "../functions";
import * as Calendar from "./calendar";

/** Returns the schedule as a calendar, for http.ts. */
export const feed = internalQuery({
  args: {},
  returns: v.string(),
  handler: async (ctx) => Calendar.feed(ctx),
});

/** Returns one entry as a calendar; null if there is none with this id. */
export const ofOne = internalQuery({
  args: { id: v.string() },
  returns: v.nullable(v.string()),
  handler: async (ctx, { id }) => Calendar.ofOne(ctx, id),
});
