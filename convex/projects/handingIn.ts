/**
 * How a project is handed in and withdrawn: by the team's leader while submissions are
 * open, by an organiser at any time. Writes `handInId` and `hasChanges` of
 * `projects`, and `handIns` through handIns.ts.
 */
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { refuse } from "../platform/shared/errors";
import { indianTime } from "../platform/shared/indianTime";
import { missingOf, type ProjectContent } from "./shared/projects";
import { isBlank, shownReceipt } from "../platform/shared/text";
import * as HandIns from "./handIns";
import * as Pictures from "./pictures/pictures";
import * as Projects from "./projects";
import type { NotingCtx } from "../platform/facts";
import * as RateLimits from "../platform/rateLimits";
import * as Settings from "../settings/settings";
import * as Texts from "./description/texts";

type Project = Doc<"projects">;
type User = Doc<"users">;

/**
 * Hands the team's project in, and returns the new hand-in. It may be handed in again.
 *
 * A team that types all the time writes the description's head several times a second,
 * and Convex fails a mutation after five conflicts. So this one leaves the head alone and
 * reads the changes up to number `seq`, the last that the leader's page knows: later ones
 * do not touch what it reads. Once writing is closed none come, and it reads all; so it
 * does without `seq`.
 */
export async function handIn(ctx: NotingCtx, leader: User, seq?: number) {
  const teamId = requireLeading(leader);
  const isWritable = await Settings.requireHandInTaken(ctx);
  const project =
    (await Projects.findOfTeam(ctx, teamId)) ??
    (await Projects.begin(ctx, leader));
  const upTo = isWritable ? seq : undefined;
  const content = await Projects.contentOf(ctx, project, upTo);
  requireComplete(content);
  await RateLimits.requireAndTake(ctx, "handIn", teamId);
  return keep(ctx, project, content, leader);
}

/** The project, and the receipt that the organiser has seen; null for a draft. */
export type WantedFor = {
  projectId: Project["_id"];
  seen?: number | null | undefined;
};

/**
 * Hands a project in for its team, also after submissions closed.
 * @throws `not_found`, `changed_since`, `project_incomplete`
 */
export async function handInFor(
  ctx: NotingCtx,
  organiser: User,
  { projectId, seen }: WantedFor,
): Promise<Kept & { project: Project }> {
  const project = await ctx.db.get("projects", projectId);
  if (project === null) return refuse("not_found", { label: "This project" });
  await requireSeen(ctx, project, seen);
  const content = await Projects.contentOf(ctx, project);
  requireComplete(content);
  return { ...(await keep(ctx, project, content, organiser)), project };
}

/**
 * Does what a hand-in brings with it, in a transaction of its own, because it conflicts
 * with typing. Does nothing once the project was withdrawn, or handed in again: that is
 * followed by itself.
 * @returns whether it is still the hand-in of its project
 */
export async function follow(ctx: MutationCtx, handInId: Kept["handInId"]) {
  const handIn = await ctx.db.get("handIns", handInId);
  if (handIn === null) return false;
  const project = await ctx.db.get("projects", handIn.projectId);
  if (project?.handInId !== handInId) return false;
  const description = await Texts.settle(ctx, project);
  if (description !== (await HandIns.descriptionOf(ctx, handInId)))
    await ctx.db.patch("projects", project._id, { hasChanges: true });
  await Pictures.settle(ctx, project._id);
  return true;
}

/**
 * Withdraws the hand-in of a project: it is a draft again; no effect on a draft.
 * @param seen the receipt that the leader has seen
 * @throws `not_leader`, `changed_since`
 */
export async function withdraw(
  ctx: NotingCtx,
  leader: User,
  project: Project,
  seen?: number,
): Promise<void> {
  requireLeading(leader);
  if (project.handInId === undefined) return;
  await requireSeen(ctx, project, seen);
  await HandIns.retire(ctx, project);
  await ctx.db.patch("projects", project._id, { handInId: undefined });
  await Pictures.settle(ctx, project._id);
  ctx.note({ kind: "hand-in withdrawn" });
}

/** Of pages that do not say what they have seen, everything is taken. */
async function requireSeen(
  ctx: QueryCtx,
  project: Project,
  seen: number | null | undefined,
): Promise<void> {
  const handIn = await HandIns.findOf(ctx, project);
  if (seen === undefined || seen === (handIn?.receipt ?? null)) return;
  const what =
    handIn === null
      ? "The team has withdrawn it."
      : `${handIn.by} has handed it in on ${indianTime(handIn.at)}, receipt ${shownReceipt(handIn.receipt)}.`;
  refuse("changed_since", { what });
}

function requireLeading({ teamId, teamRole }: User): Doc<"teams">["_id"] {
  if (teamId === null) return refuse("not_in_team");
  return teamRole === "leader" ? teamId : refuse("not_leader");
}

function requireComplete(content: ProjectContent): void {
  const missing = missingOf(content, !isBlank(content.description));
  if (missing.fields.length > 0) refuse("project_incomplete", missing);
}

export type Kept = Awaited<ReturnType<typeof HandIns.add>>;

async function keep(
  ctx: NotingCtx,
  project: Project,
  content: ProjectContent,
  by: User,
): Promise<Kept> {
  const team = await ctx.db.get("teams", project.teamId);
  if (team === null) throw new Error(`no team of project ${project._id}`);
  const kept = await HandIns.add(ctx, project, {
    team,
    content,
    pictures: await Pictures.snapshot(ctx, project._id),
    by,
  });
  const { handInId } = kept;
  await ctx.db.patch("projects", project._id, {
    handInId,
    hasChanges: false,
    isDescriptionChanged: false,
  });
  ctx.note({ kind: "handed in", ...kept });
  return kept;
}
