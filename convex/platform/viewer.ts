/** Identifies the caller. Reads sessions and users; writes nothing. */
import { getAuthSessionId, getAuthUserId } from "@convex-dev/auth/server";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { refuse } from "./shared/errors";
import { canHelp, isHelper } from "./shared/roles";

/**
 * Returns the signed-in person, or null. A valid token is not enough: it lives for
 * up to an hour, so its session must still exist, which makes signing out take
 * effect at once. The session's expiry is not checked here, which would need the
 * clock: Convex Auth checks it whenever it renews a token.
 */
async function findViewer(ctx: QueryCtx): Promise<Doc<"users"> | null> {
  const identity = await ctx.auth.getUserIdentity();
  if (identity === null) return null;
  // Each of the two would ask Convex for it again, in every query of everyone.
  const known = { auth: { getUserIdentity: () => Promise.resolve(identity) } };
  const userId = await getAuthUserId(known);
  const sessionId = await getAuthSessionId(known);
  if (userId === null || sessionId === null) return null;
  const session = await ctx.db.get("authSessions", sessionId);
  return session?.userId === userId ? ctx.db.get("users", userId) : null;
}

/** Returns the signed-in person. @throws `not_signed_in` */
async function requireViewer(ctx: QueryCtx): Promise<Doc<"users">> {
  return (await findViewer(ctx)) ?? refuse("not_signed_in");
}

/** Returns the signed-in organiser. @throws `not_signed_in`, `organisers_only` */
export async function requireOrganiser(ctx: QueryCtx): Promise<Doc<"users">> {
  const viewer = await requireViewer(ctx);
  return viewer.role === "organiser" ? viewer : refuse("organisers_only");
}

/** Returns the signed-in judge. @throws `not_signed_in`, `judges_only` */
export async function requireJudge(ctx: QueryCtx): Promise<Doc<"users">> {
  const viewer = await requireViewer(ctx);
  return viewer.role === "judge" ? viewer : refuse("judges_only");
}

/** Returns the signed-in organiser or desk helper. @throws `not_signed_in`, `desk_only` */
export async function requireDesk(ctx: QueryCtx): Promise<Doc<"users">> {
  const viewer = await requireViewer(ctx);
  const isAtDesk = viewer.role === "organiser" || viewer.isDeskHelper === true;
  return isAtDesk ? viewer : refuse("desk_only");
}

/** Returns the signed-in mentor or organiser. @throws `not_signed_in`, `mentors_only` */
export async function requireMentor(ctx: QueryCtx): Promise<Doc<"users">> {
  const viewer = await requireViewer(ctx);
  return canHelp(viewer.role) ? viewer : refuse("mentors_only");
}

/**
 * Returns true for participants and organisers. Judges and mentors may not see what
 * participants show each other.
 */
export function takesPart({ role }: Pick<Doc<"users">, "role">): boolean {
  return !isHelper(role);
}

/** @throws `participants_only` for judges and mentors */
export function requireTakingPart(user: Pick<Doc<"users">, "role">): void {
  if (!takesPart(user)) refuse("participants_only");
}

export { findViewer as find, requireViewer as require };
