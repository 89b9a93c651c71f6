/** Ends sessions. Convex Auth begins and renews them. */
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";

/** More than anybody has; a transaction can schedule a thousand jobs. */
const MAX_SESSIONS = 500;
/** Refresh tokens gather with every visit, so they are removed apart. */
const BATCH = 500;

/** Ends every session of a person, on every device, at once. */
export async function endAll(
  ctx: MutationCtx,
  userId: Id<"users">,
): Promise<void> {
  for (const { _id } of await listOf(ctx, userId)) await end(ctx, _id);
}

/** Ends one session. Nothing that it issued is worth anything from now on; the rows follow. */
export async function end(
  ctx: MutationCtx,
  sessionId: Id<"authSessions">,
): Promise<void> {
  await ctx.db.delete("authSessions", sessionId);
  await scheduleRemoval(ctx, sessionId);
}

/** Removes what an ended session left behind, a batch at a time. */
export async function removeRemains(
  ctx: MutationCtx,
  sessionId: Id<"authSessions">,
): Promise<void> {
  const tokens = await ctx.db
    .query("authRefreshTokens")
    .withIndex("sessionId", (q) => q.eq("sessionId", sessionId))
    .take(BATCH);
  for (const { _id } of tokens) await ctx.db.delete("authRefreshTokens", _id);
  const verifiers = await ctx.db
    .query("authVerifiers")
    .withIndex("by_session", (q) => q.eq("sessionId", sessionId))
    .take(BATCH);
  for (const { _id } of verifiers) await ctx.db.delete("authVerifiers", _id);
  if ([tokens.length, verifiers.length].includes(BATCH))
    await scheduleRemoval(ctx, sessionId);
}

async function scheduleRemoval(
  ctx: MutationCtx,
  sessionId: Id<"authSessions">,
): Promise<void> {
  await ctx.scheduler.runAfter(
    0,
    internal.internal.expiry.removeRemainsOfSession,
    { sessionId },
  );
}

/** The sessions that the person has now. */
export async function listOf(
  ctx: QueryCtx,
  userId: Id<"users">,
): Promise<Doc<"authSessions">[]> {
  return ctx.db
    .query("authSessions")
    .withIndex("userId", (q) => q.eq("userId", userId))
    .take(MAX_SESSIONS);
}
