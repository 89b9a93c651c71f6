/**
 * What a leader changes in their team. Organisers change teams in organiser/teamMending.ts; both
 * write through teams.ts.
 */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { refuse } from "../platform/shared/errors";
import { tidyLine } from "../platform/shared/text";
import type { NotingCtx } from "../platform/facts";
import * as RateLimits from "../platform/rateLimits";
import * as Teams from "./teams";

type Team = Doc<"teams">;
type User = Doc<"users">;

/** Returns the team that the person leads. @throws `not_in_team`, `not_leader` */
export async function requireTeam(ctx: MutationCtx, user: User): Promise<Team> {
  if (user.teamId === null) return refuse("not_in_team");
  if (user.teamRole !== "leader") return refuse("not_leader");
  return Teams.getMended(ctx, user.teamId);
}

/**
 * Changes the team. Words that were changed since the leader saw them are not replaced.
 * @throws `not_in_team`, `not_leader`, `changed_since`, `rate_limited`
 */
export async function edit(
  ctx: NotingCtx,
  leader: User,
  {
    seen,
    ...wanted
  }: Partial<Pick<Team, "name" | "description" | "isOpen">> & {
    seen?: Pick<Team, "name" | "description"> | undefined;
  },
): Promise<void> {
  const team = await requireTeam(ctx, leader);
  for (const field of ["name", "description"] as const) {
    const { [field]: there } = team;
    const next = wanted[field] ?? there;
    if (seen !== undefined && there !== seen[field] && there !== next)
      refuse("changed_since", { what: `The ${field} is “${there}” now.` });
  }
  await RateLimits.requireAndTake(ctx, "editTeam", leader._id);
  await Teams.edit(ctx, team, wanted);
}

/**
 * Removes a member from the team and tells them so. A leader who names themselves
 * leaves.
 */
export async function removeMember(
  ctx: NotingCtx,
  leader: User,
  uid: Id<"users">,
  mayEnd: Teams.MayEnd,
): Promise<void> {
  const team = await requireTeam(ctx, leader);
  // Deleted by hand: whoever is gone is out of the team by now.
  if ((await ctx.db.get("users", uid)) === null) return;
  const member = await requireMember(ctx, team, uid);
  if (uid === leader._id) await Teams.leave(ctx, member, mayEnd);
  else await Teams.takeOut(ctx, member, "removed by leader", mayEnd);
}

export async function handOver(
  ctx: MutationCtx,
  leader: User,
  uid: Id<"users">,
): Promise<void> {
  const team = await requireTeam(ctx, leader);
  await Teams.makeLeader(ctx, team, await requireMember(ctx, team, uid));
}

export async function renewCode(
  ctx: MutationCtx,
  leader: User,
  seen?: string,
): Promise<string> {
  const team = await requireTeam(ctx, leader);
  if (seen !== undefined && seen !== team.inviteCode) return team.inviteCode;
  await RateLimits.requireAndTake(ctx, "renewCode", leader._id);
  return Teams.renewCode(ctx, team);
}

/**
 * Deletes the team if `name` is its name.
 * @throws `not_in_team`, `not_leader`, `name_does_not_match`, `changed_since`, as
 *   `Teams.disband`
 */
export async function disband(
  ctx: NotingCtx,
  leader: User,
  { name, members = Infinity }: { name: string; members?: number | undefined },
  mayEnd: Teams.MayEnd,
): Promise<void> {
  const team = await requireTeam(ctx, leader);
  if (!isNameOf(team, name)) refuse("name_does_not_match");
  if (team.members.length > members)
    refuse("changed_since", { what: "Somebody has joined your team." });
  await Teams.disband(ctx, team, leader, mayEnd);
}

/** Longer than any name in any normalisation: refused without comparing. */
function isNameOf(team: Team, typed: string): boolean {
  return typed.length <= 1_000 && tidyLine(typed) === team.name;
}

/**
 * Returns the member with this id. The sentence does not tell the name of someone
 * who is not in the team.
 */
async function requireMember(ctx: MutationCtx, team: Team, uid: Id<"users">) {
  const user = await ctx.db.get("users", uid);
  if (user === null || user.teamId !== team._id)
    return refuse("not_in_team", { name: "This person" });
  return user;
}
