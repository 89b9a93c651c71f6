/**
 * The only writer of `teams`, and of `teamId` and `teamRole` in `users`. Each
 * function changes a team and the rows of its people in the caller's transaction,
 * so the two never disagree.
 */
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { refuse } from "../shared/errors";
import * as Roster from "../shared/roster";
import type { TeamMember, TeamRole, TeamView } from "../shared/validators";
import * as InviteCodes from "./inviteCodes";

type User = Doc<"users">;

/** Returns the person's team as its members see it, or null. */
export async function findOwn(
  ctx: QueryCtx,
  user: User,
): Promise<TeamView | null> {
  if (user.teamId === null) return null;
  const { _id, name, description, inviteCode, createdAt, members } =
    await getTeam(ctx, user.teamId);
  return { _id, name, description, inviteCode, createdAt, members };
}

/** Creates a team led by the person and returns its id. @throws `already_in_team` */
export async function create(
  ctx: MutationCtx,
  user: User,
  team: { name: string; description: string },
): Promise<Doc<"teams">["_id"]> {
  if (user.teamId !== null) refuse("already_in_team");
  const teamId = await ctx.db.insert("teams", {
    ...team,
    inviteCode: await InviteCodes.drawUnused(ctx),
    createdBy: user._id,
    createdAt: Date.now(),
    members: [newMember(user, "leader")],
  });
  await ctx.db.patch("users", user._id, { teamId, teamRole: "leader" });
  return teamId;
}

/**
 * Adds the person to the team with this invite code and returns the team's id.
 * @throws `already_in_team`, `invalid_invite_code`, `team_full`
 */
export async function join(
  ctx: MutationCtx,
  user: User,
  inviteCode: string,
): Promise<Doc<"teams">["_id"]> {
  if (user.teamId !== null) refuse("already_in_team");
  const team = await ctx.db
    .query("teams")
    .withIndex("by_invite_code", (q) => q.eq("inviteCode", inviteCode))
    .unique();
  if (team === null) return refuse("invalid_invite_code");
  await admit(ctx, team, user);
  return team._id;
}

/**
 * Makes a person without a team the last member of this one.
 * @throws `team_full`
 */
export async function admit(
  ctx: MutationCtx,
  team: Doc<"teams">,
  user: User,
): Promise<void> {
  if (Roster.isFull(team.members)) refuse("team_full");
  await ctx.db.patch("teams", team._id, {
    members: [...team.members, newMember(user, "member")],
  });
  await ctx.db.patch("users", user._id, {
    teamId: team._id,
    teamRole: "member",
  });
}

/**
 * Takes the person out of their team. If they lead it, the member who joined first
 * leads it next; if they are the last member, the team is deleted.
 * @throws `not_in_team`
 */
export async function leave(ctx: MutationCtx, user: User): Promise<void> {
  if (user.teamId === null) return refuse("not_in_team");
  const team = await getTeam(ctx, user.teamId);
  const members = Roster.without(team.members, user._id);
  const leader = members.find((member) => member.role === "leader");
  if (leader === undefined) {
    await ctx.db.delete("teams", team._id);
  } else {
    await ctx.db.patch("teams", team._id, { members });
    if (user.teamRole === "leader")
      await ctx.db.patch("users", leader.uid, { teamRole: "leader" });
  }
  await ctx.db.patch("users", user._id, { teamId: null, teamRole: null });
}

/** Makes a member the leader of their team; who led it stays as a member. */
export async function makeLeader(
  ctx: MutationCtx,
  team: Doc<"teams">,
  leader: User,
): Promise<void> {
  const members = Roster.ledBy(team.members, leader._id);
  await ctx.db.patch("teams", team._id, { members });
  for (const [place, { uid, role }] of members.entries())
    if (role !== team.members[place]?.role)
      await ctx.db.patch("users", uid, { teamRole: role });
}

/** Changes a team's name. */
export async function rename(
  ctx: MutationCtx,
  team: Pick<Doc<"teams">, "_id">,
  name: string,
): Promise<void> {
  await ctx.db.patch("teams", team._id, { name });
}

/** Updates the copy of a member's name in their team, if they have one. */
export async function renameMember(
  ctx: MutationCtx,
  user: User,
  name: string,
): Promise<void> {
  if (user.teamId === null) return;
  const team = await getTeam(ctx, user.teamId);
  await ctx.db.patch("teams", team._id, {
    members: Roster.renamed(team.members, user._id, name),
  });
}

/**
 * Returns a team that a `users` row refers to. If it is missing, this module
 * has a bug.
 */
async function getTeam(ctx: QueryCtx, teamId: Doc<"teams">["_id"]) {
  const team = await ctx.db.get("teams", teamId);
  if (team === null)
    throw new Error(`a users row refers to a missing team: ${teamId}`);
  return team;
}

function newMember(user: User, role: TeamRole): TeamMember {
  return { uid: user._id, name: user.displayName, role, joinedAt: Date.now() };
}
