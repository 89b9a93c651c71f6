/**
 * Who judges which project, and their marks. The only writer of `scorecards` and `marks`.
 * assignments.ts decides who judges what, judging.ts who may mark and when.
 */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import type { Marks } from "./shared/judging";

type Row = Doc<"scorecards">;
type Given = Doc<"marks">;
/** A scorecard with its marks, if it has any. */
export type Scorecard = Row &
  Partial<Pick<Given, "marks" | "note" | "scoredAt">>;
type User = Doc<"users">;

/** Nine judges for each of 500 projects, and some manual assignments. */
const MAX_CARDS = 5_000;

/** Returns every scorecard, in the order in which they were assigned. */
export async function listAll(ctx: QueryCtx): Promise<Scorecard[]> {
  const rows = await ctx.db
    .query("scorecards")
    .withIndex("by_creation_time")
    .take(MAX_CARDS);
  return withMarks(rows, await listMarks(ctx));
}

async function listMarks(ctx: QueryCtx): Promise<Given[]> {
  return ctx.db.query("marks").withIndex("by_creation_time").take(MAX_CARDS);
}

/** Returns true once a project has been scored. */
export async function isAnyScored(ctx: QueryCtx): Promise<boolean> {
  return (await listMarks(ctx)).some(isScored);
}

/** Returns the scorecards of one judge. */
export async function listOf(ctx: QueryCtx, judgeId: User["_id"]) {
  const rows = await listAssigned(ctx, judgeId);
  return withMarks(rows, await listMarksOf(ctx, judgeId));
}

/** The same without the marks. */
export async function listAssigned(ctx: QueryCtx, judgeId: User["_id"]) {
  return ctx.db
    .query("scorecards")
    .withIndex("by_judge_and_project", (q) => q.eq("judgeId", judgeId))
    .take(MAX_CARDS);
}

export async function listOfProject(ctx: QueryCtx, projectId: Id<"projects">) {
  const rows = await ctx.db
    .query("scorecards")
    .withIndex("by_project", (q) => q.eq("projectId", projectId))
    .take(MAX_CARDS);
  return Promise.all(
    rows.map(async (row) => ({ ...(await findMarks(ctx, row)), ...row })),
  );
}

export async function listMarksOf(ctx: QueryCtx, judgeId: User["_id"]) {
  return ctx.db
    .query("marks")
    .withIndex("by_judge", (q) => q.eq("judgeId", judgeId))
    .take(MAX_CARDS);
}

function withMarks(rows: readonly Row[], given: readonly Given[]): Scorecard[] {
  const marksOf = new Map(given.map((row) => [row.scorecardId, row]));
  return rows.map((row) => ({ ...marksOf.get(row._id), ...row }));
}

/**
 * Returns the scorecard of a judge for a project; null if it is not assigned to them.
 */
export async function find(
  ctx: QueryCtx,
  judgeId: User["_id"],
  projectId: Id<"projects">,
): Promise<Scorecard | null> {
  const row = await ctx.db
    .query("scorecards")
    .withIndex("by_judge_and_project", (q) =>
      q.eq("judgeId", judgeId).eq("projectId", projectId),
    )
    .first();
  return row && { ...(await findMarks(ctx, row)), ...row };
}

async function findMarks(ctx: QueryCtx, { _id }: Row): Promise<Given | null> {
  return ctx.db
    .query("marks")
    .withIndex("by_scorecard", (q) => q.eq("scorecardId", _id))
    .first();
}

export function isScored({ marks }: Pick<Scorecard, "marks">): boolean {
  return marks !== undefined;
}

/** Assigns a project to a judge, to whom it must not be assigned yet. */
export async function give(
  ctx: MutationCtx,
  judge: User,
  { projectId, isByHand }: Pick<Scorecard, "projectId" | "isByHand">,
): Promise<void> {
  await ctx.db.insert("scorecards", {
    judgeId: judge._id,
    judgeName: judge.displayName,
    projectId,
    isByHand,
  });
}

/** Marks a scorecard as assigned manually. */
export async function pin(ctx: MutationCtx, card: Scorecard): Promise<void> {
  await ctx.db.patch("scorecards", card._id, { isByHand: true });
}

/** Deletes a scorecard, and the marks on it. */
export async function take(ctx: MutationCtx, card: Row): Promise<void> {
  const given = await findMarks(ctx, card);
  if (given !== null) await ctx.db.delete("marks", given._id);
  await ctx.db.delete("scorecards", card._id);
}

/** Stores marks, replacing earlier ones. */
export async function mark(
  ctx: MutationCtx,
  card: Row,
  { marks, note }: { marks: Marks; note: string },
): Promise<void> {
  const { _id: scorecardId, judgeId, projectId } = card;
  const fields = { marks, note, scoredAt: Date.now() };
  const given = await findMarks(ctx, card);
  if (given !== null) await ctx.db.patch("marks", given._id, fields);
  else
    await ctx.db.insert("marks", {
      scorecardId,
      judgeId,
      projectId,
      ...fields,
    });
}

/** Deletes the marks; the note stays. */
export async function unmark(ctx: MutationCtx, card: Row): Promise<void> {
  const given = await findMarks(ctx, card);
  if (given !== null)
    await ctx.db.patch("marks", given._id, {
      marks: undefined,
      scoredAt: undefined,
    });
}

/** Removes name and notes from the scorecards of a person whose account is deleted. */
export async function forgetJudge(ctx: MutationCtx, judgeId: User["_id"]) {
  for (const card of await listAssigned(ctx, judgeId)) {
    const given = await findMarks(ctx, card);
    if (given !== null && isScored(given)) {
      await ctx.db.patch("scorecards", card._id, { judgeName: "" });
      await ctx.db.patch("marks", given._id, { note: undefined });
    } else await take(ctx, card);
  }
}
