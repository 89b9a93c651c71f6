/**
 * Deletes expired rows, including those of Convex Auth, which does not delete them
 * itself, and shortens the life of those from when the clock was ahead. Open requests
 * and reports never expire. The audit log keeps who decided what, with the answer; the
 * sender's reason is deleted with its row.
 */
import type { Doc, TableNames } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import * as PasswordResets from "../signIn/passwordResets";
import * as RateLimits from "../platform/rateLimits";
import * as Sessions from "../signIn/sessions";

const BATCH = 100;
const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/**
 * Verifiers have no expiry of their own. A sign-in by Google takes minutes, so
 * an hour is enough.
 */
const VERIFIER_LIFETIME_MS = HOUR_MS;

/**
 * How long settled requests are kept. Both sides see the last ten, and nobody needs the
 * others for longer than days.
 */
const REQUEST_REMAINS_MS = 30 * DAY_MS;

/**
 * How long settled reports and change requests are kept: organisers may have to explain
 * a decision long after the event.
 */
const SETTLED_REMAINS_MS = 180 * DAY_MS;

/**
 * Handles one batch of every kind of row. It reads what has expired in the same
 * transaction, so a late or repeated run does no harm.
 * @returns true if there may be more
 */
export async function removeBatch(ctx: MutationCtx): Promise<boolean> {
  const now = Date.now();
  const sessions = await ctx.db
    .query("authSessions")
    .withIndex("by_expiration", (q) => q.lt("expirationTime", now))
    .take(BATCH);
  await Sessions.endThese(
    ctx,
    sessions.map(({ _id }) => _id),
  );
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
    // Creation times stay ahead of a clock that was put back.
    await remove(
      ctx,
      "authVerifiers",
      await ctx.db
        .query("authVerifiers")
        .withIndex("by_creation_time", (q) =>
          q.gt("_creationTime", now + VERIFIER_LIFETIME_MS),
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
    await removeSettled(ctx, "requests", now - REQUEST_REMAINS_MS),
    await removeSettled(ctx, "reports", now - SETTLED_REMAINS_MS),
    await removeSettled(ctx, "changeRequests", now - SETTLED_REMAINS_MS),
    await RateLimits.forgetFull(ctx, BATCH),
    await Sessions.shorten(ctx, BATCH),
    await PasswordResets.shorten(ctx, BATCH),
  ];
  return removed.includes(BATCH);
}

/** Open rows have no `settledAt`, and undefined sorts before every number. */
async function removeSettled(
  ctx: MutationCtx,
  table: "requests" | "reports" | "changeRequests",
  before: number,
): Promise<number> {
  const rows = await ctx.db
    .query(table)
    .withIndex("by_settled_at", (q) =>
      q.gt("settledAt", 0).lt("settledAt", before),
    )
    .take(BATCH);
  return remove(ctx, table, rows);
}

async function remove<Table extends TableNames>(
  ctx: MutationCtx,
  table: Table,
  documents: Doc<Table>[],
): Promise<number> {
  for (const { _id } of documents) await ctx.db.delete(table, _id);
  return documents.length;
}
