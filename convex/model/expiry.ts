/** Removes what has expired; Convex Auth leaves its rows behind. */
import type { Doc, TableNames } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import * as Sessions from "./sessions";

const BATCH = 100;
const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** A sign-in by Google takes minutes; the library gives its verifiers no time of their own. */
const VERIFIER_LIFETIME_MS = HOUR_MS;

/**
 * Removes one batch of every kind. Rows that are found gone or renewed by then
 * are simply not in the batch, so a stale run does no harm.
 * @returns true if there may be more
 */
export async function removeBatch(ctx: MutationCtx): Promise<boolean> {
  const now = Date.now();
  const sessions = await ctx.db
    .query("authSessions")
    .withIndex("by_expiration", (q) => q.lt("expirationTime", now))
    .take(BATCH);
  for (const { _id } of sessions) await Sessions.end(ctx, _id);
  const removed = [
    sessions.length,
    await remove(
      ctx,
      "authRefreshTokens",
      await ctx.db
        .query("authRefreshTokens")
        .withIndex("by_expiration", (q) => q.lt("expirationTime", now))
        .take(BATCH),
    ),
    await remove(
      ctx,
      "authVerificationCodes",
      await ctx.db
        .query("authVerificationCodes")
        .withIndex("by_expiration", (q) => q.lt("expirationTime", now))
        .take(BATCH),
    ),
    await remove(
      ctx,
      "authVerifiers",
      await ctx.db
        .query("authVerifiers")
        .withIndex("by_creation_time", (q) =>
          q.lt("_creationTime", now - VERIFIER_LIFETIME_MS),
        )
        .take(BATCH),
    ),
    await remove(
      ctx,
      "authRateLimits",
      await ctx.db
        .query("authRateLimits")
        .withIndex("by_creation_time", (q) =>
          q.lt("_creationTime", now - DAY_MS),
        )
        .take(BATCH),
    ),
    await remove(
      ctx,
      "passwordResets",
      await ctx.db
        .query("passwordResets")
        .withIndex("by_expires_at", (q) => q.lt("expiresAt", now - DAY_MS))
        .take(BATCH),
    ),
    await remove(
      ctx,
      "usedBotChecks",
      await ctx.db
        .query("usedBotChecks")
        .withIndex("by_expires_at", (q) => q.lt("expiresAt", now))
        .take(BATCH),
    ),
  ];
  return removed.includes(BATCH);
}

async function remove<Table extends TableNames>(
  ctx: MutationCtx,
  table: Table,
  documents: Doc<Table>[],
): Promise<number> {
  for (const { _id } of documents) await ctx.db.delete(table, _id);
  return documents.length;
}
