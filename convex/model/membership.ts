/**
 * What follows when someone enters or leaves a team, and when a team changes or ends.
 * teams.ts calls these in each of its changes, whoever made it (the person, a leader, an
 * organiser, an approval), so that no way into a team forgets a card or a request.
 */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import * as Roster from "../shared/roster";
import * as Cards from "./cards";
import * as ChangeRequests from "./changeRequests";
import * as Judges from "./judges";
import * as Openings from "./openings";
import * as ProjectPresence from "./projectPresence";
import * as Projects from "./projects";
import * as Requests from "./requests";
import * as TextPasses from "./textPasses";

/** Who is in a team looks for none. */
export async function personEntered(
  ctx: MutationCtx,
  userId: Id<"users">,
): Promise<void> {
  await Cards.hide(ctx, userId);
  await Requests.lapseOfPerson(ctx, userId, "person in a team");
  await ChangeRequests.overtake(ctx, userId);
}

/**
 * Who is out of a team need not ask for it, and does not judge it, should they be a judge
 * one day.
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
 * A team that has no place, or is no more, looks for no one; without it no project is.
 * Who is not in it any more reads nothing with the pass that they had.
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
  await ProjectPresence.removeAll(ctx, project._id);
  await Projects.remove(ctx, project);
}
