/**
 * Deletes expired rows, including those of Convex Auth, which does not delete them
 * itself. Open requests and reports never expire. What is deleted a year after the
 * event is a step of docs/running-the-event.md. The audit log keeps who decided what,
 * with the answer; the sender's reason is deleted with its row.
 */
import type { MutationCtx } from "../_generated/server";
import { endStates } from "../help/shared/help";
import * as Places from "../people/places";
import * as RateLimits from "../platform/rateLimits";
import * as Sessions from "../signIn/sessions";

const BATCH = 100;
const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const MONTH_MS = 30 * DAY_MS;
const YEAR_MS = 365 * DAY_MS;

/** For how long rows stay after they were added. */
const ADDED = [
  // A sign-in by Google takes minutes.
  ["authVerifiers", HOUR_MS],
  ["authRateLimits", DAY_MS],
  ["contactMessages", YEAR_MS],
  ["pushSubscriptions", YEAR_MS],
  ["checkIns", YEAR_MS],
] as const;
/** After they expired. */
const EXPIRED = [
  ["passwordResets", DAY_MS],
  ["roleInvitations", MONTH_MS],
] as const;
/** After they were settled. Open rows have no `settledAt`. */
const SETTLED = [
  // Both sides see the last ten requests, and nobody needs the others for longer.
  ["requests", MONTH_MS],
  // Organisers may have to explain a decision long after the event.
  ["reports", 180 * DAY_MS],
  ["changeRequests", 180 * DAY_MS],
] as const;

/**
 * Handles one batch of every kind of row. It reads what has expired in the same
 * transaction, so a late or repeated run does no harm.
 * @returns true if there may be more
 */
export async function removeBatch(ctx: MutationCtx): Promise<boolean> {
  const sessions = await ctx.db
    .query("authSessions")
    .withIndex("by_expiration", (q) => q.lt("expirationTime", Date.now()))
    .take(BATCH);
  await Sessions.endThese(ctx, sessions);
  await RateLimits.forgetOld(ctx);
  const isFormerLeft = await Places.removeOld(ctx, BATCH);
  let mayHaveMore = isFormerLeft || sessions.length === BATCH;
  for (const query of expired(ctx, Date.now())) {
    const rows = await query.take(BATCH);
    for (const { _id } of rows) await ctx.db.delete(_id);
    mayHaveMore ||= rows.length === BATCH;
  }
  return mayHaveMore;
}

/** Returns the queries of rows that nothing refers to. */
function expired({ db }: MutationCtx, now: number) {
  return [
    ...(["authRefreshTokens", "authVerificationCodes"] as const).map((table) =>
      db
        .query(table)
        .withIndex("by_expiration", (q) => q.lt("expirationTime", now)),
    ),
    ...ADDED.map(([table, ms]) =>
      db
        .query(table)
        .withIndex("by_creation_time", (q) => q.lt("_creationTime", now - ms)),
    ),
    ...EXPIRED.map(([table, ms]) =>
      db
        .query(table)
        .withIndex("by_expires_at", (q) => q.lt("expiresAt", now - ms)),
    ),
    ...SETTLED.map(([table, ms]) =>
      db
        .query(table)
        .withIndex("by_settled_at", (q) =>
          q.gt("settledAt", 0).lt("settledAt", now - ms),
        ),
    ),
    ...endStates.map((state) =>
      db
        .query("helpRequests")
        .withIndex("by_state_and_since", (q) =>
          q.eq("state", state).lt("since", now - MONTH_MS),
        ),
    ),
  ];
}
