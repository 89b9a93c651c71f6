import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalMutation } from "../functions";
import * as Expiry from "../model/expiry";
import * as RateLimits from "../model/rateLimits";
import * as Sessions from "../model/sessions";

const DAY_MS = 24 * 60 * 60 * 1000;

/** The hourly job: removes what has expired, batch by batch. */
export const removeExpired = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const mayHaveMore = await Expiry.removeBatch(ctx);
    if (mayHaveMore)
      await ctx.scheduler.runAfter(0, internal.internal.expiry.removeExpired);
    return null;
  },
});

/** The daily job: counters are made for every address that anybody types. */
export const forgetCounters = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await RateLimits.forgetBefore(ctx, Date.now() - DAY_MS);
    return null;
  },
});

/** Follows the end of a session. */
export const removeRemainsOfSession = internalMutation({
  args: { sessionId: v.id("authSessions") },
  returns: v.null(),
  handler: async (ctx, { sessionId }) => {
    await Sessions.removeRemains(ctx, sessionId);
    return null;
  },
});
