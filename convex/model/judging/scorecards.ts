/**
 * Who judges which project, and their marks. The only writer of `scorecards`.
 * assignments.ts decides who judges what, judging.ts who may mark and when.
 */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import type { Marks } from "../../shared/judging";

export type Scorecard = Doc<"scorecards">;
type User = Doc<"users">;

/** Nine judges for each of 500 projects, and some manual assignments. */
const MAX_CARDS = 5_000;

/** Returns every scorecard, in the order in which they were assigned. */
export async function listAll(ctx: QueryCtx): Promise<Scorecard[]> {
  return ctx.db
    .query("scorecards")
    .withIndex("by_creation_time")
    .take(MAX_CARDS);
}

/** Returns true once a project has been scored. */
export async function isAnyScored(ctx: QueryCtx): Promise<boolean> {
  return (await listAll(ctx)).some(isScored);
}

/** Returns the scorecards of one judge. */
export async function listOf(
  ctx: QueryCtx,
  judgeId: User["_id"],
): Promise<Scorecard[]> {
  return ctx.db
    .query("scorecards")
    .withIndex("by_judge_and_project", (q) => q.eq("judgeId", judgeId))
    .take(MAX_CARDS);
}

/**
 * Returns the scorecard of a judge for a project; null if it is not assigned to them.
 */
export async function find(
  ctx: QueryCtx,
  judgeId: User["_id"],
  projectId: Id<"projects">,
): Promise<Scorecard | null> {
  return ctx.db
    .query("scorecards")
    .withIndex("by_judge_and_project", (q) =>
      q.eq("judgeId", judgeId).eq("projectId", projectId),
    )
    .unique();
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
export async function take(ctx: MutationCtx, card: Scorecard): Promise<void> {
  await ctx.db.delete("scorecards", card._id);
}

/** Stores marks, replacing earlier ones. */
export async function mark(
  ctx: MutationCtx,
  card: Scorecard,
  { marks, note }: { marks: Marks; note: string },
): Promise<void> {
  await ctx.db.patch("scorecards", card._id, {
    marks,
    note,
    scoredAt: Date.now(),
  });
}

/** Deletes the marks; the note stays. */
export async function unmark(ctx: MutationCtx, card: Scorecard): Promise<void> {
  await ctx.db.patch("scorecards", card._id, {
    marks: undefined,
    scoredAt: undefined,
  });
}

/** Removes name and notes from the scorecards of a person whose account is deleted. */
export async function forgetJudge(
  ctx: MutationCtx,
  judgeId: User["_id"],
): Promise<void> {
  for (const card of await listOf(ctx, judgeId))
    if (isScored(card))
      await ctx.db.patch("scorecards", card._id, {
        judgeName: "",
        note: undefined,
      });
    else await take(ctx, card);
}
