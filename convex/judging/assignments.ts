/**
 * Assigns projects to judges: all at once, manually, and again whenever a judge or a
 * project comes or goes. assignmentPlan.ts decides, scorecards.ts writes.
 */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { refuse } from "../platform/shared/errors";
import type { Assigned } from "./shared/judging";
import type { Track } from "../projects/shared/projects";
import { counted } from "../platform/shared/text";
import { plan, type Pair } from "./assignmentPlan";
import * as AuditLog from "../platform/auditLog";
import { requireSeen } from "../platform/seen";
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
 * @param over how many judges each project had as the organiser saw it; null before the first assignment
 * @throws `judging_closed`, `no_judges`, `nothing_handed_in`, `changed_since`
 */
export async function assign(
  ctx: MutationCtx,
  organiser: User,
  {
    perProject,
    over = null,
  }: { perProject: number; over?: number | null | undefined },
): Promise<Assigned> {
  const { perProject: now = null } = await Judging.requireOpen(ctx);
  const judges = counted(now ?? 0, "judge");
  requireSeen(over, now, `The projects are assigned, ${judges} to each.`);
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

/**
 * Ends the scoring.
 * @param empty how many scorecards the organiser knows not to be filled in
 * @throws `changed_since` if there are more
 */
export async function close(
  ctx: MutationCtx,
  organiser: User,
  empty: number = Infinity,
): Promise<void> {
  const cards = await listCurrent(ctx, await HandIns.listCurrent(ctx));
  const now = cards.filter((card) => !Scorecards.isScored(card)).length;
  const isOpen = (await Judging.getState(ctx)).closedAt === undefined;
  if (isOpen && now > empty) {
    const what = `${counted(now, "scorecard")} not filled in now.`;
    refuse("changed_since", { what });
  }
  await Judging.close(ctx, organiser);
}

/**
 * Limits a judge to tracks; an empty list means every project.
 * @param seen the tracks that the organiser saw: what somebody else has changed since stays
 */
export async function setTracks(
  ctx: MutationCtx,
  organiser: User,
  {
    judgeId,
    tracks: wanted,
    seen,
  }: { judgeId: User["_id"]; tracks: Track[]; seen?: Track[] | undefined },
): Promise<void> {
  const judge = await Judges.get(ctx, judgeId);
  const tracks = seen
    ? [...judge.tracks.filter((it) => !seen.includes(it)), ...wanted].filter(
        (it) => judge.tracks.includes(it) || !seen.includes(it),
      )
    : wanted;
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
 * @param losesMarks whether the actor knows that there are marks, which are deleted
 * @throws `changed_since` if there are and they do not
 */
export async function addConflict(
  ctx: MutationCtx,
  actor: User,
  {
    judgeId,
    teamId,
    losesMarks = false,
  }: {
    judgeId: User["_id"];
    teamId: Id<"teams">;
    losesMarks?: boolean | undefined;
  },
): Promise<void> {
  await Judging.requireOpen(ctx);
  const { user } = await Judges.get(ctx, judgeId);
  const teamName = await nameOf(ctx, teamId);
  const cards = await cardsOfTeam(ctx, judgeId, teamId);
  if (!losesMarks && cards.some(Scorecards.isScored)) {
    const what = `${user.displayName} has scored ${teamName}, and the marks would be deleted.`;
    refuse("changed_since", { what });
  }
  await Judges.addConflict(ctx, judgeId, { teamId, teamName });
  for (const card of cards) await Scorecards.take(ctx, card);
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
  for (const card of await cardsOfTeam(ctx, userId, teamId))
    await Scorecards.take(ctx, card);
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

/** `seen`: the judges of the project as the organiser saw them; older pages do not say it. */
type Handover = {
  judgeId: User["_id"];
  projectId: ProjectId;
  seen?: User["_id"][] | undefined;
};

async function requireSeenJudges(
  ctx: QueryCtx,
  { projectId, seen }: Handover,
): Promise<void> {
  if (seen === undefined) return;
  const cards = await Scorecards.listOfProject(ctx, projectId);
  const now = cards.map((card) => card.judgeId).toSorted();
  const names = cards.map((card) => card.judgeName || "a deleted account");
  const what = `${names.join(", ") || "Nobody"} judges it now.`;
  requireSeen(seen.toSorted(), now, what);
}

/**
 * Assigns a project to a judge manually, regardless of tracks; later plans keep it.
 * @throws `judging_closed`, `not_found`, `conflict_of_interest`, `changed_since`
 */
export async function give(
  ctx: MutationCtx,
  organiser: User,
  handover: Handover,
): Promise<void> {
  const { judgeId, projectId } = handover;
  await Judging.requireOpen(ctx);
  const judge = await Judges.get(ctx, judgeId);
  const { user } = judge;
  const project = await getProject(ctx, projectId);
  if (Judges.hasConflict(judge, project))
    refuse("conflict_of_interest", { name: user.displayName });
  const card = await Scorecards.find(ctx, judgeId, projectId);
  if (card === null) await requireSeenJudges(ctx, handover);
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
 * @throws `judging_closed`, `not_found`, `already_scored`, `changed_since`
 */
export async function take(
  ctx: MutationCtx,
  organiser: User,
  handover: Handover,
): Promise<void> {
  const { judgeId, projectId } = handover;
  await Judging.requireOpen(ctx);
  const project = await getProject(ctx, projectId);
  const card = await Scorecards.find(ctx, judgeId, projectId);
  if (card === null) return;
  if (Scorecards.isScored(card))
    refuse("already_scored", { name: card.judgeName });
  await requireSeenJudges(ctx, handover);
  await Scorecards.take(ctx, card);
  await AuditLog.record(ctx, organiser, {
    action: "project taken from a judge",
    target: project.name,
    before: { judgeId, judge: card.judgeName },
  });
}

/**
 * Sets the table at which a project is shown.
 * @param seen the table that the organiser saw; older pages do not say it
 * @throws `not_found`, `changed_since`
 */
export async function setTable(
  ctx: MutationCtx,
  organiser: User,
  {
    projectId,
    table,
    seen,
  }: { projectId: ProjectId; table: string; seen?: string | undefined },
): Promise<void> {
  const project = await getProject(ctx, projectId);
  const before = await TableNumbers.tableOf(ctx, projectId);
  if (before === table) return;
  requireSeen(seen ?? before, before, `Its table is ${before} now.`);
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

/** Also for a project that is withdrawn: it may be handed in again. */
async function cardsOfTeam(
  ctx: QueryCtx,
  judgeId: User["_id"],
  teamId: Id<"teams">,
): Promise<Scorecards.Scorecard[]> {
  const own: Scorecards.Scorecard[] = [];
  for (const card of await Scorecards.listOf(ctx, judgeId)) {
    const project = await ctx.db.get("projects", card.projectId);
    if (project?.teamId === teamId) own.push(card);
  }
  return own;
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
