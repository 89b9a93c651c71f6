/** Who is calling. Reads sessions and users; writes nothing. */
import { getAuthSessionId, getAuthUserId } from "@convex-dev/auth/server";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { refuse } from "../shared/errors";

/**
 * The signed-in person. A token alone does not make one: it stays valid for up
 * to an hour, so its session must still exist, and signing out ends it at once.
 * (Expiry needs no clock here: a token never outlives its session's last refresh
 * by more than that hour.)
 */
async function findViewer(ctx: QueryCtx): Promise<Doc<"users"> | null> {
  const [userIdText, sessionIdText] = [
    await getAuthUserId(ctx),
    await getAuthSessionId(ctx),
  ];
  if (!userIdText || !sessionIdText) return null;
  const userId = ctx.db.normalizeId("users", userIdText);
  const sessionId = ctx.db.normalizeId("authSessions", sessionIdText);
  if (userId === null || sessionId === null) return null;
  const session = await ctx.db.get("authSessions", sessionId);
  return session?.userId === userId ? ctx.db.get("users", userId) : null;
}

/** The signed-in person. @throws `not_signed_in` */
async function requireViewer(ctx: QueryCtx): Promise<Doc<"users">> {
  return (await findViewer(ctx)) ?? refuse("not_signed_in");
}

export { findViewer as find, requireViewer as require };
