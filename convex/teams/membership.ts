/**
 * The consequences of joining or leaving a team, and of a change or the end of a team.
 * teams.ts calls these functions in each of its changes, whoever made it (the person, a
 * leader, an organiser, an approval), so that no path forgets a card or a request.
 */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { refuse } from "../platform/shared/errors";
import * as Roster from "./shared/teams";
import * as Assignments from "../judging/assignments";
import * as ChangeRequests from "./changeRequests";
import * as Help from "../help/requests";
import * as Judges from "../judging/judges";
import * as Judging from "../judging/judging";
import * as Listings from "../listings/listings";
import * as ProjectPresence from "../projects/presence";
import * as Projects from "../projects/projects";
import * as Requests from "../listings/requests";
import * as Settings from "../settings/settings";
import * as ReadKeys from "../platform/readKeys";

/**
 * Ends the person's card and requests: they are in a team now. What somebody who was a
 * judge has marked of it no longer counts.
 */
export async function personEntered(
  ctx: MutationCtx,
  userId: Id<"users">,
  teamId: Id<"teams">,
): Promise<void> {
  await Listings.withdraw(ctx, userId);
  await Requests.lapse(ctx, { uid: userId }, "person in a team");
  await ChangeRequests.overtake(ctx, userId);
  await Assignments.followIntoTeam(ctx, userId, teamId);
}

/**
 * Ends change requests of somebody who has left a team, records that they must not judge
 * it, should they become a judge, and replaces the read key to the text of the project,
 * which they know.
 */
export async function personLeft(
  ctx: MutationCtx,
  userId: Id<"users">,
  { _id: teamId, name: teamName }: Doc<"teams">,
): Promise<void> {
  await ChangeRequests.overtake(ctx, userId);
  await Judges.addConflict(ctx, userId, { teamId, teamName });
  await ReadKeys.renew(ctx, teamId);
}

/** How a team ends, if a change ends it. */
export type Ending = {
  /** Whether its own members end it, as members. */
  byMembers: boolean;
  /** Whether who ends it was told that its project is deleted with it. */
  withProject: boolean;
};

/**
 * Resolves if the team may end now. A hand-in outlives its team, and so that nobody
 * loses it by accident, members withdraw it first.
 * @throws `project_handed_in`, `project_would_go`
 */
export async function requireMayEnd(
  ctx: MutationCtx,
  teamId: Id<"teams">,
  { byMembers, withProject }: Ending,
): Promise<void> {
  const status = await Projects.statusOf(ctx, teamId);
  if (status === "handed_in" && byMembers) {
    const { state } = await Settings.getWindow(ctx, "submissions");
    refuse("project_handed_in", { canWithdraw: state === "open" });
  }
  if (status === "draft" && !withProject) refuse("project_would_go");
}

/**
 * Updates the opening; ends it and the requests of a team that is full, closed or gone,
 * and deletes the project of one that is gone, except for what is handed in.
 */
export async function teamChanged(ctx: MutationCtx, teamId: Id<"teams">) {
  await Help.followTeam(ctx, teamId);
  const team = await ctx.db.get("teams", teamId);
  const why =
    team === null
      ? "team gone"
      : Roster.isFull(team.members)
        ? "team full"
        : team.isOpen === false
          ? "team closed"
          : null;
  if (team === null) await endProject(ctx, teamId);
  if (why === null && team !== null) {
    await Listings.follow(ctx, team);
  } else if (why !== null) {
    await Listings.withdraw(ctx, teamId);
    await Requests.lapse(ctx, { teamId }, why);
  }
}

async function endProject(ctx: MutationCtx, teamId: Id<"teams">) {
  const project = await Projects.findOfTeam(ctx, teamId);
  if (project !== null) {
    await ProjectPresence.removeAll(ctx, teamId);
    await Projects.end(ctx, project);
    if (project.handInId !== undefined) return;
    if (project.hidesNames) await Judging.forgetTeamOf(ctx, project._id);
  }
  await Judges.forgetTeam(ctx, teamId);
}
