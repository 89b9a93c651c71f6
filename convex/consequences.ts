/**
 * What follows from what happened: who follows what, on one page. Rooms note facts (platform/facts.ts) and know nothing of those
 * who follow. What must be refused before is no consequence: whoever ends a team asks `Projects.mayEndTeam`.
 */
import { internal } from "./_generated/api";
import type { Id } from "./_generated/dataModel";
import type { MutationCtx } from "./_generated/server";
import * as Help from "./help/requests";
import * as Assignments from "./judging/assignments";
import * as Judges from "./judging/judges";
import * as Judging from "./judging/judging";
import * as Listings from "./listings/listings";
import * as Requests from "./listings/requests";
import type { Fact } from "./platform/facts";
import * as ReadKeys from "./platform/readKeys";
import * as ProjectPresence from "./projects/presence";
import * as Projects from "./projects/projects";
import * as ChangeRequests from "./teams/changeRequests";
import * as Roster from "./teams/shared/teams";
import * as Teams from "./teams/teams";

type Noted<Kind extends Fact["kind"]> = Extract<Fact, { kind: Kind }>;

/** Does what follows from the facts, in the order in which they were noted. */
export async function follow(
  ctx: MutationCtx,
  facts: readonly Fact[],
): Promise<void> {
  for (const fact of facts) await followOne(ctx, fact);
}

async function followOne(ctx: MutationCtx, fact: Fact): Promise<void> {
  switch (fact.kind) {
    case "person entered":
      return personEntered(ctx, fact);
    case "person left":
      return personLeft(ctx, fact);
    case "team changed":
      return teamChanged(ctx, fact.teamId);
    case "profile changed":
      return profileChanged(ctx, fact.userId);
    case "handed in":
      return handedIn(ctx, fact);
    case "hand-in withdrawn":
      return Assignments.follow(ctx);
  }
}

/**
 * Their card and requests end: they are in a team now. What somebody who was a judge has
 * marked of it no longer counts.
 */
async function personEntered(
  ctx: MutationCtx,
  { userId, teamId }: Noted<"person entered">,
): Promise<void> {
  await Listings.withdraw(ctx, userId);
  await Requests.lapse(ctx, { uid: userId }, "person in a team");
  await ChangeRequests.overtake(ctx, userId);
  await Assignments.followIntoTeam(ctx, userId, teamId);
}

/**
 * Their change requests end, they must not judge the team should they become a judge, and
 * the read key to the text of the project, which they know, is replaced.
 */
async function personLeft(
  ctx: MutationCtx,
  { userId, team: { _id: teamId, name: teamName } }: Noted<"person left">,
): Promise<void> {
  await ChangeRequests.overtake(ctx, userId);
  // Whoever left because the account was deleted judges nobody.
  if ((await ctx.db.get("users", userId)) !== null)
    await Judges.addConflict(ctx, userId, { teamId, teamName });
  await ReadKeys.renew(ctx, teamId);
}

/**
 * The opening says what the team says; it ends, with the requests, if the team is full,
 * closed or gone. With a team goes its project, except for what is handed in.
 */
async function teamChanged(ctx: MutationCtx, teamId: Id<"teams">) {
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
    await Assignments.follow(ctx);
    if (project.handInId !== undefined) return;
    if (project.hidesNames) await Judging.forgetTeamOf(ctx, project._id);
  }
  await Judges.forgetTeam(ctx, teamId);
}

/** The team has a copy of the name, and the card one of what it shows. */
async function profileChanged(ctx: MutationCtx, userId: Id<"users">) {
  const user = await ctx.db.get("users", userId);
  if (user === null) return;
  await Teams.renameMember(ctx, user);
  await Listings.follow(ctx, user);
}

/** Its other consequences conflict with typing: a transaction of their own has them. */
async function handedIn(
  { scheduler }: MutationCtx,
  { handInId, receipt }: Noted<"handed in">,
): Promise<void> {
  const { follow: followHandIn, mailReceipt } = internal.projects.jobs;
  await scheduler.runAfter(0, followHandIn, { handInId });
  await scheduler.runAfter(0, mailReceipt, { receipt });
}
