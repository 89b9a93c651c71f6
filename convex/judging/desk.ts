/** The judges' functions: a judge reads and writes only their own scorecards. */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { refuse } from "../platform/shared/errors";
import { toldApart } from "../platform/shared/text";
import {
  bothNotes,
  type JudgeDesk,
  type JudgedProject,
  type JudgingData,
  isComplete,
  missingMark,
  type Marks,
} from "./shared/judging";
import * as Assignments from "./assignments";
import * as HandIns from "../projects/handIns";
import * as Finals from "./finals";
import * as Judges from "./judges";
import * as Judging from "./judging";
import * as Projects from "../projects/projects";
import * as Pictures from "../projects/pictures/pictures";
import * as Scorecards from "./scorecards";
import * as TableNumbers from "./tableNumbers";
import * as Visits from "./visits";

type User = Doc<"users">;
type ProjectId = Id<"projects">;

/** `over`: the `scoredAt` of the marks that the judge saw, null for none. */
type Change = { projectId: ProjectId; over?: number | null | undefined };

/** Returns the rubric and the judge's own marks. */
export async function read(ctx: QueryCtx, judge: User): Promise<JudgeDesk> {
  const state = await Judging.getState(ctx);
  const given = await Scorecards.listMarksOf(ctx, judge._id);
  return {
    criteria: [...Judging.criteriaOf(state)],
    isClosed: state.closedAt !== undefined,
    marks: given.map(({ projectId, marks, note, scoredAt }) => ({
      projectId,
      marks: marks ?? null,
      note: note ?? "",
      scoredAt: scoredAt ?? null,
    })),
  };
}

/**
 * Returns the judge's projects, in the order in which to visit them. Reads no marks, so
 * that it does not run again for each.
 */
export async function listProjects(ctx: QueryCtx, { _id }: User) {
  const assigned = await Scorecards.listAssigned(ctx, _id);
  const projects = await Promise.all(
    assigned.map(({ projectId }) => describe(ctx, projectId)),
  );
  const own = projects.filter((project) => project !== null);
  const names = toldApart(
    own.map(({ teamName: name, table }) => ({ name, table })),
    ({ table }) => (table === "" ? "" : `table ${table}`),
  );
  const named = own.map((project, index) => ({
    ...project,
    teamName: names[index] ?? project.teamName,
  }));
  return inWalkingOrder(named, _id);
}

/**
 * Stores the judge's marks for a project, replacing earlier ones. A note that the judge
 * has not seen is kept beside the new one.
 * @throws `judging_closed`, `not_assigned`, `marked_elsewhere`, `required` unless each
 *   criterion has a mark from 1 to 5 and nothing else has one
 */
export async function score(
  ctx: MutationCtx,
  judge: User,
  {
    projectId,
    over,
    marks,
    note,
  }: Change & { marks: Marks; note?: string | undefined },
): Promise<void> {
  const state = await Judging.requireOpen(ctx);
  const { card } = await getOwn(ctx, judge, projectId);
  const isSeen = requireSeen(card, over, marks);
  const criteria = Judging.criteriaOf(state);
  if (!isComplete(criteria, marks)) {
    const lacking = missingMark(criteria, marks)?.name ?? "each criterion";
    refuse("required", { label: `A mark from 1 to 5 for “${lacking}”` });
  }
  const { note: kept = "" } = card;
  const wanted = note ?? kept;
  await Scorecards.mark(ctx, card, {
    marks,
    note: isSeen ? wanted : bothNotes(kept, wanted),
  });
}

export async function unscore(
  ctx: MutationCtx,
  judge: User,
  { projectId, over }: Change,
): Promise<void> {
  await Judging.requireOpen(ctx);
  const { card } = await getOwn(ctx, judge, projectId);
  requireSeen(card, over, {});
  await Scorecards.unmark(ctx, card);
}

/**
 * Notes that the judge has opened a project; nothing for one that is not theirs, or once
 * judging is closed.
 */
export async function visit(
  ctx: MutationCtx,
  { _id }: User,
  projectId: ProjectId,
): Promise<void> {
  const { closedAt } = await Judging.getState(ctx);
  if (closedAt === undefined && (await Scorecards.find(ctx, _id, projectId)))
    await Visits.note(ctx, _id, projectId);
}

/**
 * Returns how many of its judges have scored the project of a team; null before it is
 * assigned, and once judging is closed.
 */
export async function countJudges(ctx: QueryCtx, { teamId }: User) {
  if (teamId === null) return null;
  const { perProject, closedAt } = await Judging.getState(ctx);
  if (perProject === undefined || closedAt !== undefined) return null;
  const project = await Projects.findOfTeam(ctx, teamId);
  if (project?.handInId === undefined) return null;
  const cards = await Scorecards.listOfProject(ctx, project._id);
  if (cards.length === 0) return null;
  return {
    scored: cards.filter(Scorecards.isScored).length,
    total: cards.length,
  };
}

/**
 * Records that the judge must not judge the team of a project, and assigns another
 * judge.
 */
export async function declareConflict(
  ctx: MutationCtx,
  judge: User,
  projectId: ProjectId,
): Promise<void> {
  await Judging.requireOpen(ctx);
  const { project } = await getOwn(ctx, judge, projectId);
  const { teamId } = project;
  await Assignments.addConflict(ctx, judge, {
    judgeId: judge._id,
    teamId,
    losesMarks: true,
  });
}

/**
 * Returns the marks and notes that a person gave as a judge, for the export of personal
 * data.
 */
export async function collect(ctx: QueryCtx, user: User): Promise<JudgingData> {
  const conflicts = await Judges.conflictsOf(ctx, user._id);
  const cards = await Scorecards.listOf(ctx, user._id);
  const final = await Finals.readSheet(ctx, user);
  const nameOf = new Map(
    final?.projects.map(({ projectId, name }) => [projectId, name]),
  );
  return {
    tracks: user.judgedTracks ?? [],
    finalOrder: final?.order?.map((id) => nameOf.get(id) ?? "") ?? null,
    conflicts: conflicts.map(({ teamName }) => ({ teamName })),
    scorecards: await Promise.all(
      cards.map(async ({ projectId, marks, note, scoredAt }) => ({
        projectName: (await HandIns.getCurrent(ctx, projectId))?.name ?? null,
        marks: marks ?? null,
        note: note ?? "",
        scoredAt: scoredAt ?? null,
      })),
    ),
  };
}

/**
 * Returns the judge's scorecard for a project that is assigned to them. @throws
 * `not_assigned`
 */
async function getOwn(ctx: QueryCtx, judge: User, projectId: ProjectId) {
  const card = await Scorecards.find(ctx, judge._id, projectId);
  const project = card && (await HandIns.getCurrent(ctx, projectId));
  if (card === null || project === null) return refuse("not_assigned");
  return { card, project };
}

/**
 * Refuses to replace marks that the judge has not seen: another device of theirs has
 * sent them since. The same marks again are no change.
 * @returns whether the judge has seen what is there
 */
function requireSeen(
  { marks = {}, scoredAt }: Scorecards.Scorecard,
  over: Change["over"],
  next: Marks,
): boolean {
  const ids = Object.keys({ ...marks, ...next });
  const isSame = ids.every((id) => marks[id] === next[id]);
  const isSeen = over === undefined || over === (scoredAt ?? null);
  if (!isSeen && !isSame) refuse("marked_elsewhere");
  return isSeen;
}

async function describe(ctx: QueryCtx, projectId: ProjectId) {
  const project = await HandIns.getCurrent(ctx, projectId);
  if (project === null) return null;
  const pictures = await Promise.all(
    project.pictures.map((picture) => Pictures.viewOf(ctx, picture)),
  );
  return {
    projectId,
    table: await TableNumbers.tableOf(ctx, projectId),
    teamName: project.teamName,
    ...(await HandIns.contentOf(ctx, project)),
    pictures: pictures.filter((picture) => picture !== null),
  };
}

/**
 * Ordered by table, each judge from a different start, so that they do not all begin at
 * the first table.
 */
function inWalkingOrder(projects: JudgedProject[], judgeId: string) {
  const byTable = projects.toSorted(
    (one, other) =>
      TableNumbers.compareTables(one.table, other.table) ||
      (one.projectId < other.projectId ? -1 : 1),
  );
  const code = Array.from(judgeId).reduce(
    (sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9_973,
    0,
  );
  const start = projects.length === 0 ? 0 : code % projects.length;
  return [...byTable.slice(start), ...byTable.slice(0, start)];
}
