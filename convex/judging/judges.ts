/**
 * The judges' tracks and conflicts of interest. The only writer of `conflicts`, and of
 * `judgedTracks` of `users`; the role itself is set in appointments.ts.
 */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { refuse } from "../platform/shared/errors";
import type { Track } from "../projects/shared/projects";

type User = Doc<"users">;
type Team = { teamId: Id<"teams">; teamName: string };

/** An upper bound for the judges of an event. */
const MAX_JUDGES = 300;
/** An upper bound for the conflicts of one person, and of one team. */
const MAX_CONFLICTS = 500;

export type Judge = { user: User; tracks: Track[]; conflicts: Team[] };

/** Returns every judge with tracks and conflicts, in the order of signing up. */
export async function list(ctx: QueryCtx): Promise<Judge[]> {
  const users = await ctx.db
    .query("users")
    .withIndex("by_role", (q) => q.eq("role", "judge"))
    .take(MAX_JUDGES);
  return Promise.all(users.map((user) => describe(ctx, user)));
}

/** Returns a judge. @throws `not_found` */
export async function get(ctx: QueryCtx, userId: User["_id"]): Promise<Judge> {
  const user = await ctx.db.get("users", userId);
  if (user === null || user.role !== "judge")
    return refuse("not_found", { label: "This judge" });
  return describe(ctx, user);
}

/**
 * Returns true if the judge must not judge the project: they were in its team, or a
 * conflict was declared.
 */
export function hasConflict(
  { user, conflicts }: Pick<Judge, "user" | "conflicts">,
  { teamId, memberIds }: Pick<Doc<"handIns">, "teamId" | "memberIds">,
): boolean {
  return (
    memberIds.includes(user._id) ||
    conflicts.some((conflict) => conflict.teamId === teamId)
  );
}

/** Sets the tracks to which a judge is limited; an empty list means every project. */
export async function setTracks(
  ctx: MutationCtx,
  userId: User["_id"],
  tracks: readonly Track[],
): Promise<void> {
  const judgedTracks = [...new Set(tracks)];
  await ctx.db.patch("users", userId, { judgedTracks });
}

export async function addConflict(
  ctx: MutationCtx,
  userId: User["_id"],
  { teamId, teamName }: Team,
): Promise<void> {
  if ((await findConflict(ctx, userId, teamId)) === null)
    await ctx.db.insert("conflicts", { userId, teamId, teamName });
}

/** Removes a declared conflict. @returns the team's name; null if nothing was noted */
export async function removeConflict(
  ctx: MutationCtx,
  userId: User["_id"],
  teamId: Id<"teams">,
): Promise<string | null> {
  const row = await findConflict(ctx, userId, teamId);
  if (row === null) return null;
  await ctx.db.delete("conflicts", row._id);
  return row.teamName;
}

/** Returns the conflicts of a person, whether or not they are a judge. */
export async function conflictsOf(ctx: QueryCtx, userId: User["_id"]) {
  const rows = await listConflicts(ctx, userId);
  return rows.map(({ teamId, teamName }) => ({ teamId, teamName }));
}

/** Deletes the conflicts with a team that has ended. */
export async function forgetTeam(ctx: MutationCtx, teamId: Id<"teams">) {
  const rows = await ctx.db
    .query("conflicts")
    .withIndex("by_team", (q) => q.eq("teamId", teamId))
    .take(MAX_CONFLICTS);
  for (const { _id } of rows) await ctx.db.delete("conflicts", _id);
}

export async function forget(ctx: MutationCtx, userId: User["_id"]) {
  for (const { _id } of await listConflicts(ctx, userId))
    await ctx.db.delete("conflicts", _id);
}

async function describe(ctx: QueryCtx, user: User): Promise<Judge> {
  const { judgedTracks: tracks = [] } = user;
  return { user, tracks, conflicts: await conflictsOf(ctx, user._id) };
}

async function findConflict(
  ctx: QueryCtx,
  userId: User["_id"],
  teamId: Id<"teams">,
) {
  return ctx.db
    .query("conflicts")
    .withIndex("by_user_and_team", (q) =>
      q.eq("userId", userId).eq("teamId", teamId),
    )
    .first();
}

async function listConflicts(ctx: QueryCtx, userId: User["_id"]) {
  return ctx.db
    .query("conflicts")
    .withIndex("by_user_and_team", (q) => q.eq("userId", userId))
    .take(MAX_CONFLICTS);
}
