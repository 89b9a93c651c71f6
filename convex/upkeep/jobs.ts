/** What keeps a deployment in order: what crons.ts runs, and what deletions leave to do. */
import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalMutation } from "../functions";
import * as Content from "../content/content";
import * as FirstContent from "../content/firstContent";
import * as FindingData from "../listings/data";
import * as Expiry from "./expiry";
import * as ReadKeys from "../platform/readKeys";
import * as Devices from "../push/devices";
import * as Secrets from "../platform/secrets";
import * as Sessions from "../signIn/sessions";
import { literals } from "../platform/shared/input";

/** Hourly job: deletes expired rows in batches, one batch per transaction. */
export const removeExpired = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const mayHaveMore = await Expiry.removeBatch(ctx);
    if (mayHaveMore)
      await ctx.scheduler.runAfter(0, internal.upkeep.jobs.removeExpired);
  },
});

/** Deletes the rows that ended sessions left behind. Scheduled by signIn/sessions.ts. */
export const removeRemainsOfSessions = internalMutation({
  args: { sessionIds: v.array(v.id("authSessions")) },
  returns: v.null(),
  handler: async (ctx, { sessionIds }) => {
    await Devices.removeAllOfSessions(ctx, sessionIds);
    await Sessions.removeRemains(ctx, sessionIds);
  },
});

/**
 * Deletes what one transaction had no room for when an account was deleted. Scheduled by
 * listings/data.ts.
 */
export const removeFindingOf = internalMutation({
  args: { userId: v.id("users") },
  returns: v.null(),
  handler: async (ctx, { userId }) => FindingData.removeAllOf(ctx, userId),
});

/** Deletes a row of live content for good. Scheduled by content/content.ts when it is removed. */
export const deleteContent = internalMutation({
  args: {
    table: literals("announcements", "schedule", "resources"),
    id: v.string(),
  },
  returns: v.null(),
  handler: async (ctx, { table, id }) => Content.deleteRemoved(ctx, table, id),
});

/** Hourly or daily job, also run on the first deployment: replaces a read key that all pages share. */
export const replaceReadKey = internalMutation({
  args: { scope: literals("listings", "notices") },
  returns: v.null(),
  handler: async (ctx, { scope }) => ReadKeys.replace(ctx, scope),
});

/** Hourly job: keeps the secrets that are derived from the key of the tokens. Later runs do nothing. */
export const keepSecrets = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => Secrets.keep(ctx),
});

/** Daily job: gives a new deployment its first content. Later runs do nothing. */
export const addFirstContent = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => FirstContent.fillOnce(ctx),
});
