/**
 * Deletes expired rows, including those of Convex Auth, which does not delete them
 * itself. Open requests and reports never expire. What is deleted a year after the
 * event is a step of docs/running-the-event.md. The audit log keeps who decided what,
 * with the answer; the sender's reason is deleted with its row.
 */
import type { MutationCtx } from "../../_generated/server";
import { endStates } from "../../shared/help";
import * as RateLimits from "../platform/rateLimits";
import * as Sessions from "../signIn/sessions";

const BATCH = 100;
const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

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
  let mayHaveMore = sessions.length === BATCH;
  for (const query of expired(ctx, Date.now())) {
    const rows = await query.take(BATCH);
    for (const { _id } of rows) await ctx.db.delete(_id);
    mayHaveMore ||= rows.length === BATCH;
  }
  return mayHaveMore;
}

/** Returns the queries of rows that nothing refers to. Open rows have no `settledAt`, and undefined sorts before every number. */
function expired({ db }: MutationCtx, now: number) {
  // A sign-in by Google takes minutes.
  const verifiers = now - HOUR_MS;
  // Both sides see the last ten requests, and nobody needs the others for longer.
  const requests = now - 30 * DAY_MS;
  // Organisers may have to explain a decision long after the event.
  const decisions = now - 180 * DAY_MS;
  const year = now - 365 * DAY_MS;
  return [
    db
      .query("authRefreshTokens")
      .withIndex("by_expiration", (q) => q.lt("expirationTime", now)),
    db
      .query("authVerificationCodes")
      .withIndex("by_expiration", (q) => q.lt("expirationTime", now)),
    db
      .query("authVerifiers")
      .withIndex("by_creation_time", (q) => q.lt("_creationTime", verifiers)),
    db
      .query("authRateLimits")
      .withIndex("by_creation_time", (q) =>
        q.lt("_creationTime", now - DAY_MS),
      ),
    db
      .query("passwordResets")
      .withIndex("by_expires_at", (q) => q.lt("expiresAt", now - DAY_MS)),
    db
      .query("roleInvitations")
      .withIndex("by_expires_at", (q) => q.lt("expiresAt", now - 30 * DAY_MS)),
    db
      .query("usedBotChecks")
      .withIndex("by_expires_at", (q) => q.lt("expiresAt", now)),
    db
      .query("contactMessages")
      .withIndex("by_creation_time", (q) => q.lt("_creationTime", year)),
    db
      .query("pushSubscriptions")
      .withIndex("by_creation_time", (q) => q.lt("_creationTime", year)),
    db
      .query("checkIns")
      .withIndex("by_creation_time", (q) => q.lt("_creationTime", year)),
    db
      .query("requests")
      .withIndex("by_settled_at", (q) =>
        q.gt("settledAt", 0).lt("settledAt", requests),
      ),
    ...endStates.map((state) =>
      db
        .query("helpRequests")
        .withIndex("by_state_and_since", (q) =>
          q.eq("state", state).lt("since", requests),
        ),
    ),
    db
      .query("reports")
      .withIndex("by_settled_at", (q) =>
        q.gt("settledAt", 0).lt("settledAt", decisions),
      ),
    db
      .query("changeRequests")
      .withIndex("by_settled_at", (q) =>
        q.gt("settledAt", 0).lt("settledAt", decisions),
      ),
  ];
}
