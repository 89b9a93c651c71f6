/**
 * Begins and ends sessions. Convex Auth renews them, and begins those by Google.
 *
 * A sign-in with a password takes a tenth of a second between reading the hash and
 * the session. Whoever ends all sessions in between must not be followed by that one.
 * So the transaction that begins a session also checks what the sign-in relies on,
 * which is why the password's sign-ins begin theirs here.
 */
import { getAuthSessionId } from "@convex-dev/auth/server";
import { v, type Infer } from "convex/values";
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import * as ReadKeys from "../platform/readKeys";

/** Whose session began, and its id, as Convex Auth takes them. */
export const signedInValidator = v.object({
  userId: v.id("users"),
  sessionId: v.id("authSessions"),
});
export type SignedIn = Infer<typeof signedInValidator>;

/** How long a session lives, however often it is renewed. */
export const LIFETIME_MS = 30 * 24 * 60 * 60 * 1000;

/** How many sessions a person has at most. One more ends the oldest. */
export const MAX_SESSIONS = 50;

/**
 * How many refresh tokens a session keeps. Each renewal adds one, which lives for a
 * month, and whoever has an account can renew without end.
 */
const MAX_TOKENS = 50;

/** How many rows of sessions one transaction deletes. */
const BATCH = 500;

/**
 * Begins a session of the person and returns its id. It replaces the caller's own
 * session, if the caller is signed in.
 */
export async function begin(ctx: MutationCtx, userId: Id<"users">) {
  await endOwn(ctx);
  await makeRoom(ctx, userId);
  return ctx.db.insert("authSessions", {
    userId,
    expirationTime: Date.now() + LIFETIME_MS,
  });
}

/** Ends the caller's own session, if there is one. */
export async function endOwn(ctx: MutationCtx): Promise<void> {
  const sessionId = await getAuthSessionId(ctx);
  const session =
    sessionId === null ? null : await ctx.db.get("authSessions", sessionId);
  if (session !== null) await endThese(ctx, [session]);
}

/** Ends the person's oldest sessions, so that one more is within the bound. */
export async function makeRoom(ctx: MutationCtx, userId: Id<"users">) {
  const newest = await listOf(ctx, userId);
  await endThese(ctx, newest.slice(MAX_SESSIONS - 1));
}

/**
 * Prepares the renewal of a session by Convex Auth. The library deletes the document
 * that the second half of a wrong refresh token names, whichever table it is in. So
 * only ids of the two right tables reach it, and no token beside another session. The
 * oldest refresh tokens of the session are deleted, to make room for another; who uses
 * one of these ends the session, as with any token that the library does not know.
 * @returns the token with the ids as the database spells them; null if it is not the
 *   token of a session
 */
export async function prepareRenewal(ctx: MutationCtx, refreshToken: string) {
  const [first = "", second = ""] = refreshToken.split("|");
  const tokenId = ctx.db.normalizeId("authRefreshTokens", first);
  const sessionId = ctx.db.normalizeId("authSessions", second);
  if (tokenId === null || sessionId === null) return null;
  const presented = await ctx.db.get("authRefreshTokens", tokenId);
  if (presented !== null && presented.sessionId !== sessionId) return null;
  const tokens = await ctx.db
    .query("authRefreshTokens")
    .withIndex("sessionId", (q) => q.eq("sessionId", sessionId))
    .order("desc")
    .take(MAX_TOKENS);
  for (const { _id } of tokens.slice(MAX_TOKENS - 1))
    await ctx.db.delete("authRefreshTokens", _id);
  return `${tokenId}|${sessionId}`;
}

/**
 * Ends every session of a person, with effect at once. Sessions that begin later in this
 * transaction stay. The read key to the text of the team's project is replaced too.
 */
export async function endAll(ctx: MutationCtx, userId: Id<"users">) {
  await endThese(ctx, await listOf(ctx, userId));
  const { teamId = null } = (await ctx.db.get("users", userId)) ?? {};
  if (teamId !== null) await ReadKeys.renew(ctx, teamId);
}

/**
 * Ends sessions. Their tokens are invalid from now on; a scheduled job deletes
 * their rows.
 */
export async function endThese(
  ctx: MutationCtx,
  sessions: Doc<"authSessions">[],
): Promise<void> {
  if (sessions.length === 0) return;
  const sessionIds = sessions.map(({ _id }) => _id);
  for (const sessionId of sessionIds)
    await ctx.db.delete("authSessions", sessionId);
  await scheduleRemoval(ctx, sessionIds);
}

/**
 * Deletes one batch of the rows that ended sessions left behind, and schedules the
 * next.
 */
export async function removeRemains(
  ctx: MutationCtx,
  sessionIds: Id<"authSessions">[],
): Promise<void> {
  let room = BATCH;
  for (const [index, sessionId] of sessionIds.entries()) {
    room -= await removeRemainsOf(ctx, sessionId, room);
    if (room > 0) continue;
    await scheduleRemoval(ctx, sessionIds.slice(index));
    return;
  }
}

/** Deletes at most `limit` rows of an ended session. @returns how many it read for that */
async function removeRemainsOf(
  ctx: MutationCtx,
  sessionId: Id<"authSessions">,
  limit: number,
): Promise<number> {
  const tokens = await ctx.db
    .query("authRefreshTokens")
    .withIndex("sessionId", (q) => q.eq("sessionId", sessionId))
    .take(limit);
  for (const { _id } of tokens) await ctx.db.delete("authRefreshTokens", _id);
  const verifiers = await ctx.db
    .query("authVerifiers")
    .withIndex("by_session", (q) => q.eq("sessionId", sessionId))
    .take(limit - tokens.length);
  for (const { _id } of verifiers) await ctx.db.delete("authVerifiers", _id);
  return 1 + tokens.length + verifiers.length;
}

async function scheduleRemoval(
  ctx: MutationCtx,
  sessionIds: Id<"authSessions">[],
): Promise<void> {
  await ctx.scheduler.runAfter(
    0,
    internal.upkeep.jobs.removeRemainsOfSessions,
    { sessionIds },
  );
}

/** Returns the person's sessions, the newest first. */
export async function listOf(ctx: QueryCtx, userId: Id<"users">) {
  return ctx.db
    .query("authSessions")
    .withIndex("userId", (q) => q.eq("userId", userId))
    .order("desc")
    .take(MAX_SESSIONS);
}
