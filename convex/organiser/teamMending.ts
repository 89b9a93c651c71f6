/**
 * What organisers change in teams, also while teams cannot be changed by their
 * members. Writes through teams.ts, which keeps a team and its people in
 * agreement, and to the audit log.
 */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { checked } from "../platform/shared/input";
import { refuse } from "../platform/shared/errors";
import {
  renameTeamSchema,
  type TeamChange,
  type TeamMember,
} from "../teams/shared/teams";
import * as AuditLog from "../platform/auditLog";
import type { NotingCtx } from "../platform/facts";
import * as Projects from "../projects/projects";
import * as Teams from "../teams/teams";

type Team = Doc<"teams">;
type User = Doc<"users">;
type Entry = Omit<AuditLog.Entry, "target">;

/**
 * Changes a team and records it. A change that changes nothing is not recorded.
 * @throws `not_found`, and what the kind of change throws
 */
export async function mend(
  ctx: NotingCtx,
  organiser: User,
  { teamId, change }: { teamId: Id<"teams">; change: TeamChange },
): Promise<void> {
  if ((await ctx.db.get("teams", teamId)) === null)
    return refuse("not_found", { label: "This team" });
  const team = await Teams.getMended(ctx, teamId);
  const entry = await apply(ctx, team, change);
  if (entry === null) return;
  await AuditLog.record(ctx, organiser, { target: team.name, ...entry });
}

async function apply(ctx: NotingCtx, team: Team, change: TeamChange) {
  if (change.kind === "rename") return rename(ctx, team, change);
  if (change.kind === "hall") return setHidden(ctx, team, change.isHidden);
  const found = await ctx.db.get("users", change.userId);
  if (found === null)
    return change.kind === "remove"
      ? null
      : refuse("not_found", { label: "This account" });
  const user = await Teams.mended(ctx, found);
  switch (change.kind) {
    case "add":
      return add(ctx, team, user);
    case "remove":
      return remove(ctx, team, user, change.withProject ?? false);
    case "lead":
      return lead(ctx, team, user, change.seen);
  }
}

async function rename(
  ctx: NotingCtx,
  team: Team,
  { seen, ...wanted }: { name: string; seen?: string },
) {
  const { name } = checked(renameTeamSchema, wanted);
  if (name === team.name) return null;
  if (seen !== undefined && team.name !== seen)
    refuse("changed_since", { what: `The team is called ${team.name} now.` });
  await Teams.edit(ctx, team, { name });
  return {
    action: "team renamed",
    before: { teamId: team._id, name: team.name },
    after: { teamId: team._id, name },
  };
}

async function setHidden(ctx: MutationCtx, team: Team, isHidden: boolean) {
  if (isHidden === (team.isHiddenInHall ?? false)) return null;
  await Teams.setHiddenInHall(ctx, team, isHidden);
  return {
    action: isHidden ? "team hidden in the hall" : "team shown in the hall",
    after: { teamId: team._id },
  };
}

async function add(ctx: NotingCtx, team: Team, user: User): Promise<Entry> {
  if (user.teamId !== null)
    refuse("person_in_team", { name: user.displayName });
  await Teams.admit(ctx, team, user);
  return {
    action: "team member added",
    after: { teamId: team._id, ...memberFields(user) },
  };
}

async function remove(
  ctx: NotingCtx,
  team: Team,
  user: User,
  withProject: boolean,
): Promise<Entry> {
  requireMember(team, user);
  const ending = { byMembers: false, withProject };
  const mayEnd = Projects.mayEndTeam(ctx, ending);
  await Teams.takeOut(ctx, user, "removed by organiser", mayEnd);
  const left = await ctx.db.get("teams", team._id);
  return {
    action: "team member removed",
    before: {
      teamId: team._id,
      ...memberFields(user),
      leader: leaderName(team.members),
    },
    after:
      left === null
        ? { teamDeleted: true }
        : { teamId: team._id, leader: leaderName(left.members) },
  };
}

async function lead(
  ctx: MutationCtx,
  team: Team,
  user: User,
  seen: User["_id"] | undefined,
) {
  requireMember(team, user);
  if (user.teamRole === "leader") return null;
  const leader = team.members.find(({ role }) => role === "leader");
  if (seen !== undefined && leader !== undefined && leader.uid !== seen)
    refuse("changed_since", { what: `${leader.name} leads the team now.` });
  await Teams.makeLeader(ctx, team, user);
  return {
    action: "team leader changed",
    before: { teamId: team._id, leader: leaderName(team.members) },
    after: { teamId: team._id, leader: user.displayName, userId: user._id },
  };
}

function requireMember(team: Team, user: User): void {
  if (user.teamId !== team._id)
    refuse("person_not_in_team", { name: user.displayName });
}

/** Two people can have the same name, hence the id. */
function memberFields(user: User) {
  return { userId: user._id, member: user.displayName };
}

function leaderName(members: readonly TeamMember[]): string | null {
  return members.find(({ role }) => role === "leader")?.name ?? null;
}
