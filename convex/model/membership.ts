/**
 * The consequences of joining or leaving a team, and of a change or the end of a team.
 * teams.ts calls these functions in each of its changes, whoever made it (the person, a
 * leader, an organiser, an approval), so that no path forgets a card or a request.
 */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import * as Roster from "../shared/roster";
import * as Assignments from "./assignments";
import * as Cards from "./cards";
import * as ChangeRequests from "./changeRequests";
import * as Judges from "./judges";
import * as Judging from "./judging";
import * as Openings from "./openings";
import * as ProjectPresence from "./projectPresence";
import * as Projects from "./projects";
import * as Requests from "./requests";
import * as TextPasses from "./textPasses";

/**
 * Ends the person's card and requests: they are in a team now. Somebody who is a judge,
 * whom only organisers put into a team, or who was one, no longer judges it.
 */
export async function personEntered(
  ctx: MutationCtx,
  person: Doc<"users">,
  teamId: Id<"teams">,
): Promise<void> {
  const userId = person._id;
  await Cards.hide(ctx, userId);
  await Requests.lapseOfPerson(ctx, userId, "person in a team");
  await ChangeRequests.overtake(ctx, userId);
  await Assignments.followIntoTeam(ctx, person, teamId);
}

/**
 * Ends change requests of somebody who has left a team, and records that they must not
 * judge it, should they become a judge.
 * @param team null if it has ended
 */
export async function personLeft(
  ctx: MutationCtx,
  userId: Id<"users">,
  team: Doc<"teams"> | null,
): Promise<void> {
  await ChangeRequests.overtake(ctx, userId);
  if (team !== null)
    await Judges.addConflict(ctx, userId, {
      teamId: team._id,
      teamName: team.name,
    });
}

/**
 * Updates the opening; ends it and the requests of a team that is full, closed or gone,
 * and deletes the project of one that is gone. Replaces the pass to the text of the
 * project, so that a former member cannot use it.
 */
export async function teamChanged(
  ctx: MutationCtx,
  teamId: Id<"teams">,
): Promise<void> {
  await TextPasses.renew(ctx, teamId);
  const team = await ctx.db.get("teams", teamId);
  const why =
    team === null
      ? "team gone"
      : Roster.isFull(team.members)
        ? "team full"
        : team.isOpen === false
          ? "team closed"
          : null;
  if (team === null) {
    await removeProject(ctx, teamId);
    await Judges.forgetTeam(ctx, teamId);
  }
  if (why === null && team !== null) {
    await Openings.follow(ctx, team);
  } else if (why !== null) {
    await Openings.hide(ctx, teamId);
    await Requests.lapseOfTeam(ctx, teamId, why);
  }
}

async function removeProject(
  ctx: MutationCtx,
  teamId: Id<"teams">,
): Promise<void> {
  const project = await Projects.findOfTeam(ctx, teamId);
  if (project === null) return;
  if (project.hidesNames) await Judging.forgetTeamOf(ctx, project._id);
  await ProjectPresence.removeAll(ctx, project._id);
  await Projects.remove(ctx, project);
}
