/**
 * Assigns projects to judges: all at once, manually, and again whenever a judge or a
 * project comes or goes. assignmentPlan.ts decides, scorecards.ts writes.
 */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { refuse } from "../../shared/errors";
import type { Assigned } from "../../shared/judging";
import type { Track } from "../../shared/projects";
import { plan, type Pair } from "./assignmentPlan";
import * as AuditLog from "../platform/auditLog";
import * as HandIns from "../projects/handIns";
import * as Finals from "./finals";
import * as Judges from "./judges";
import * as Judging from "./judging";
import * as Scorecards from "./scorecards";
import * as TableNumbers from "./tableNumbers";
import * as Visits from "./visits";

type User = Doc<"users">;
type ProjectId = Id<"projects">;

/**
 * Gives every project the same number of judges, and every judge about the same number
 * of projects. Scored and manual assignments stay; the others stay where possible.
 * @throws `judging_closed`, `no_judges`, `nothing_handed_in`
 */
export async function assign(
  ctx: MutationCtx,
  organiser: User,
  perProject: number,
): Promise<Assigned> {
  await Judging.requireOpen(ctx);
  await Judging.notePerProject(ctx, perProject);
  const assigned = await arrange(ctx, perProject);
  if (assigned.judges === 0) refuse("no_judges");
  if (assigned.projects === 0) refuse("nothing_handed_in");
  await AuditLog.record(ctx, organiser, {
    action: "projects assigned",
    target: "judging",
    after: { ...assigned, perProject },
  });
  return assigned;
}

/**
 * Plans the unscored assignments again after a judge or a project has come or gone. The
 * project that a judge has open stays with them, because they are with its team.
 * Does nothing before the first assignment, or once judging is closed.
 */
export async function follow(ctx: MutationCtx): Promise<void> {
  const { perProject } = await Judging.getState(ctx);
  if (perProject !== undefined && (await isFollowing(ctx)))
    await arrange(ctx, perProject);
}

/** Whether `follow` does anything now. */
export async function isFollowing(ctx: QueryCtx): Promise<boolean> {
  const { perProject, closedAt } = await Judging.getState(ctx);
  return perProject !== undefined && closedAt === undefined;
}

/** Limits a judge to tracks; an empty list means every project. */
export async function setTracks(
  ctx: MutationCtx,
  organiser: User,
  { judgeId, tracks }: { judgeId: User["_id"]; tracks: Track[] },
): Promise<void> {
  const judge = await Judges.get(ctx, judgeId);
  await Judges.setTracks(ctx, judgeId, tracks);
  await AuditLog.record(ctx, organiser, {
    action: "judge's tracks changed",
    target: judge.user.displayName,
    before: { judgeId, tracks: judge.tracks.join(", ") },
    after: { judgeId, tracks: tracks.join(", ") },
  });
  await follow(ctx);
}

/**
 * Records that a judge must not judge a team. If its project was assigned to them,
 * another judge gets it, and their marks for it no longer count.
 * @param actor the judge, or an organiser
 */
export async function addConflict(
  ctx: MutationCtx,
  actor: User,
  { judgeId, teamId }: { judgeId: User["_id"]; teamId: Id<"teams"> },
): Promise<void> {
  await Judging.requireOpen(ctx);
  const { user } = await Judges.get(ctx, judgeId);
  const teamName = await nameOf(ctx, teamId);
  await Judges.addConflict(ctx, judgeId, { teamId, teamName });
  await takeTeamFrom(ctx, judgeId, teamId);
  await recordConflict(ctx, actor, "conflict declared", user, teamName);
  await follow(ctx);
}

/**
 * Gives the project of a team to another judge if one who was dismissed comes into the
 * team: their marks for it no longer count. Once judging is closed, nothing changes.
 */
export async function followIntoTeam(
  ctx: MutationCtx,
  userId: User["_id"],
  teamId: Id<"teams">,
): Promise<void> {
  if ((await Scorecards.listOf(ctx, userId)).length === 0) return;
  if ((await Judging.getState(ctx)).closedAt !== undefined) return;
  await takeTeamFrom(ctx, userId, teamId);
  await follow(ctx);
}

export async function removeConflict(
  ctx: MutationCtx,
  organiser: User,
  { judgeId, teamId }: { judgeId: User["_id"]; teamId: Id<"teams"> },
): Promise<void> {
  await Judging.requireOpen(ctx);
  const { user } = await Judges.get(ctx, judgeId);
  const teamName = await Judges.removeConflict(ctx, judgeId, teamId);
  if (teamName === null) return;
  await recordConflict(ctx, organiser, "conflict withdrawn", user, teamName);
  await follow(ctx);
}

/**
 * Assigns a project to a judge manually, regardless of tracks; later plans keep it.
 * @throws `judging_closed`, `not_found`, `conflict_of_interest`
 */
export async function give(
  ctx: MutationCtx,
  organiser: User,
  { judgeId, projectId }: { judgeId: User["_id"]; projectId: ProjectId },
): Promise<void> {
  await Judging.requireOpen(ctx);
  const judge = await Judges.get(ctx, judgeId);
  const { user } = judge;
  const project = await getProject(ctx, projectId);
  if (Judges.hasConflict(judge, project))
    refuse("conflict_of_interest", { name: user.displayName });
  const card = await Scorecards.find(ctx, judgeId, projectId);
  if (card === null)
    await Scorecards.give(ctx, user, { projectId, isByHand: true });
  else await Scorecards.pin(ctx, card);
  await TableNumbers.number(ctx, [projectId]);
  await AuditLog.record(ctx, organiser, {
    action: "project given to a judge",
    target: project.name,
    after: { judgeId, judge: user.displayName },
  });
}

/**
 * Removes the assignment of a project that the judge has not scored.
 * @throws `judging_closed`, `not_found`, `already_scored`
 */
export async function take(
  ctx: MutationCtx,
  organiser: User,
  { judgeId, projectId }: { judgeId: User["_id"]; projectId: ProjectId },
): Promise<void> {
  await Judging.requireOpen(ctx);
  const project = await getProject(ctx, projectId);
  const card = await Scorecards.find(ctx, judgeId, projectId);
  if (card === null) return;
  if (Scorecards.isScored(card))
    refuse("already_scored", { name: card.judgeName });
  await Scorecards.take(ctx, card);
  await AuditLog.record(ctx, organiser, {
    action: "project taken from a judge",
    target: project.name,
    before: { judgeId, judge: card.judgeName },
  });
}

export async function setTable(
  ctx: MutationCtx,
  organiser: User,
  {
    projectId,
    table,
    seen,
  }: { projectId: ProjectId; table: string; seen?: string },
): Promise<void> {
  const project = await getProject(ctx, projectId);
  const before = await TableNumbers.tableOf(ctx, projectId);
  if (before === table) return;
  if (seen !== undefined && before !== seen)
    refuse("changed_since", { what: `The project is at table ${before} now.` });
  await TableNumbers.set(ctx, projectId, table);
  await AuditLog.record(ctx, organiser, {
    action: "table changed",
    target: project.name,
    before: { table: before },
    after: { table },
  });
}

/** Removes a judge whose account is deleted; their marks still count. */
export async function forget(ctx: MutationCtx, userId: User["_id"]) {
  await Judges.forget(ctx, userId);
  await Scorecards.forgetJudge(ctx, userId);
  await Finals.forgetJudge(ctx, userId);
  await Visits.forget(ctx, userId);
  await follow(ctx);
}

/** Returns the scorecards of projects that are still handed in. */
export async function listCurrent(
  ctx: QueryCtx,
  projects: readonly HandIns.HandIn[],
): Promise<Scorecards.Scorecard[]> {
  const current = new Set(projects.map(({ projectId }) => projectId));
  const cards = await Scorecards.listAll(ctx);
  return cards.filter(({ projectId }) => current.has(projectId));
}

async function arrange(ctx: MutationCtx, perProject: number) {
  const projects = await HandIns.listCurrent(ctx);
  const judges = await Judges.list(ctx);
  const cards = await Scorecards.listAll(ctx);
  const judgeOf = new Map<string, Judges.Judge>(
    judges.map((judge) => [judge.user._id, judge]),
  );
  const projectOf = new Map<string, HandIns.HandIn>(
    projects.map((project) => [project.projectId, project]),
  );
  const isOpen = await Visits.areOpen(ctx);
  const isKept = (card: Scorecards.Scorecard) =>
    Scorecards.isScored(card) ||
    ((card.isByHand || isOpen(card)) &&
      judgeOf.has(card.judgeId) &&
      projectOf.has(card.projectId));
  /** A project that is withdrawn may be handed in again, to the same judges. */
  const isWithdrawn = async ({ judgeId, projectId }: Scorecards.Scorecard) =>
    judgeOf.has(judgeId) &&
    !projectOf.has(projectId) &&
    (await ctx.db.get("projects", projectId)) !== null;
  const fixed = cards.filter(isKept);
  const current = cards.filter((card) => !isKept(card));
  const wanted = plan({
    projects: projects.map(({ projectId, tracks }) => ({
      id: projectId,
      tracks,
    })),
    judges: judges.map(({ user, tracks }) => ({ id: user._id, tracks })),
    perProject,
    isConflict: ({ judge, project }) => {
      const [who, what] = [judgeOf.get(judge), projectOf.get(project)];
      return !who || !what || Judges.hasConflict(who, what);
    },
    fixed: fixed.map(pairOf),
    current: current.map(pairOf),
    random: () => Math.random(),
  });
  const missing = new Map(wanted.map((pair) => [keyOf(pair), pair]));
  for (const card of current)
    if (!missing.delete(keyOf(pairOf(card))) && !(await isWithdrawn(card)))
      await Scorecards.take(ctx, card);
  for (const pair of missing.values()) {
    const [judge, project] = [
      judgeOf.get(pair.judge),
      projectOf.get(pair.project),
    ];
    if (judge && project)
      await Scorecards.give(ctx, judge.user, {
        projectId: project.projectId,
        isByHand: false,
      });
  }
  await TableNumbers.number(
    ctx,
    projects.map(({ projectId }) => projectId),
  );
  const held = [...fixed.map(pairOf), ...wanted].filter(({ project }) =>
    projectOf.has(project),
  );
  return {
    projects: projects.length,
    judges: judges.length,
    cards: held.length,
    short: projects.filter(
      ({ projectId }) =>
        held.filter(({ project }) => project === projectId).length < perProject,
    ).length,
  };
}

/** Returns the name of a team, also of one whose hand-in has outlived it. */
async function nameOf(ctx: QueryCtx, teamId: Id<"teams">): Promise<string> {
  const team = await ctx.db.get("teams", teamId);
  if (team !== null) return team.name;
  const left = await HandIns.listCurrent(ctx);
  const handIn = left.find((row) => row.teamId === teamId);
  return handIn?.teamName ?? refuse("not_found", { label: "This team" });
}

/** Also a project that is withdrawn: it may be handed in again. */
async function takeTeamFrom(
  ctx: MutationCtx,
  judgeId: User["_id"],
  teamId: Id<"teams">,
): Promise<void> {
  for (const card of await Scorecards.listOf(ctx, judgeId)) {
    const project = await ctx.db.get("projects", card.projectId);
    if (project?.teamId === teamId) await Scorecards.take(ctx, card);
  }
}

async function recordConflict(
  ctx: MutationCtx,
  actor: User,
  action: "conflict declared" | "conflict withdrawn",
  judge: User,
  team: string,
): Promise<void> {
  const fields = { judgeId: judge._id, team };
  await AuditLog.record(ctx, actor, {
    action,
    target: judge.displayName,
    before: action === "conflict declared" ? null : fields,
    after: action === "conflict declared" ? fields : null,
  });
}

async function getProject(ctx: QueryCtx, projectId: ProjectId) {
  const project = await HandIns.getCurrent(ctx, projectId);
  return project ?? refuse("not_found", { label: "This project" });
}

function pairOf({ judgeId, projectId }: Scorecards.Scorecard): Pair {
  return { judge: judgeId, project: projectId };
}

function keyOf({ judge, project }: Pair): string {
  return `${judge} ${project}`;
}
