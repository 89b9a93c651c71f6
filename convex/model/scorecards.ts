/**
 * Who judges which project, and their marks. The only writer of `scorecards`.
 * assignments.ts decides who judges what, judging.ts who may mark and when.
 */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import type { Marks } from "../shared/rubric";

export type Scorecard = Doc<"scorecards">;
type User = Doc<"users">;

/** Nine judges for each of 500 projects, and some by hand. */
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

/** Returns the scorecard of a judge for a project; null if it is not theirs to judge. */
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

/** Gives a project to a judge. They must not have it yet. */
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

/** Keeps a scorecard with its judge. */
export async function pin(ctx: MutationCtx, card: Scorecard): Promise<void> {
  await ctx.db.patch("scorecards", card._id, { isByHand: true });
}

/** Deletes a scorecard, and the marks on it. */
export async function take(ctx: MutationCtx, card: Scorecard): Promise<void> {
  await ctx.db.delete("scorecards", card._id);
}

/** Notes marks, in place of earlier ones. */
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

/** Takes the marks away; the note stays. */
export async function unmark(ctx: MutationCtx, card: Scorecard): Promise<void> {
  await ctx.db.patch("scorecards", card._id, {
    marks: undefined,
    scoredAt: undefined,
  });
}

/** Takes the name and the notes from the scorecards of a person who is gone. */
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
