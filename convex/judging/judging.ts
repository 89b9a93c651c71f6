/**
 * The state of judging: its rubric, whether it is closed, and what is published. The only
 * writer of `judging`.
 */
import type { WithoutSystemFields } from "convex/server";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { refuse } from "../platform/shared/errors";
import { AWARDS } from "./shared/awards";
import {
  type Awarded,
  DEFAULT_CRITERIA,
  linesOf,
  type Criterion,
} from "./shared/judging";
import { counted } from "../platform/shared/text";
import * as AuditLog from "../platform/auditLog";
import { requireSeen } from "../platform/seen";
import * as Ceremony from "./ceremony";
import * as Finals from "./finals";
import * as Scorecards from "./scorecards";
import * as Visits from "./visits";

type User = Doc<"users">;
export type State = WithoutSystemFields<Doc<"judging">>;

/** More than anybody corrects; the oldest can no longer be taken back. */
const MAX_CORRECTIONS = 100;

/** Returns the state; empty before anything has been done. */
export async function getState(ctx: QueryCtx): Promise<State> {
  return (await findRow(ctx)) ?? {};
}

export function criteriaOf({ criteria }: State): readonly Criterion[] {
  return criteria ?? DEFAULT_CRITERIA;
}

/** Returns the state while judges may score. @throws `judging_closed` */
export async function requireOpen(ctx: QueryCtx): Promise<State> {
  const state = await getState(ctx);
  if (state.closedAt !== undefined) refuse("judging_closed");
  return state;
}

/**
 * Sets the rubric. It cannot be changed after the first score, because marks by
 * different rubrics cannot be compared.
 * @param seen the criteria that the organiser began from
 * @throws `judging_closed`, `rubric_in_use`, `changed_since`
 */
export async function setRubric(
  ctx: MutationCtx,
  organiser: User,
  {
    criteria,
    seen = [...DEFAULT_CRITERIA],
  }: {
    criteria: Criterion[];
    seen?: Criterion[] | undefined;
  },
): Promise<void> {
  const state = await requireOpen(ctx);
  if (await Scorecards.isAnyScored(ctx)) refuse("rubric_in_use");
  const before = inWords(criteriaOf(state));
  const after = inWords(criteria);
  const now = criteriaOf(state).map(inParts);
  // The same press again finds what it has saved.
  if (JSON.stringify(criteria.map(inParts)) === JSON.stringify(now)) return;
  requireSeen(seen.map(inParts), now, `The rubric is now: ${before}.`);
  await change(ctx, { criteria });
  if (before === after) return;
  await AuditLog.record(ctx, organiser, {
    action: "rubric changed",
    target: "rubric",
    before: { criteria: before },
    after: { criteria: after },
  });
}

export async function notePerProject(ctx: MutationCtx, perProject: number) {
  await change(ctx, { perProject });
}

/** Ends the scoring; organisers see the results from now on. */
export async function close(ctx: MutationCtx, organiser: User): Promise<void> {
  const { closedAt } = await getState(ctx);
  if (closedAt !== undefined) return;
  await change(ctx, { closedAt: Date.now() });
  await Visits.clear(ctx);
  await recordState(ctx, organiser, "judging closed");
}

/**
 * Lets judges score again. What is staged is deleted, and the final, because marks may
 * change now.
 * @param seen since when judging is closed, and what is deleted, as the organiser saw it
 * @returns false if they can already
 * @throws `results_published`, `ceremony_under_way`, `changed_since`
 */
export async function reopen(
  ctx: MutationCtx,
  organiser: User,
  seen: { closedAt: number; sentences: number; orders: number } | undefined,
) {
  const { closedAt, published } = await getState(ctx);
  if (published !== undefined) refuse("results_published");
  if (closedAt === undefined) return false;
  const sentences = await Ceremony.countSentences(ctx);
  const orders = await Finals.countOrders(ctx);
  const known = seen ?? { closedAt, sentences: 0, orders: 0 };
  requireSeen(
    [known.closedAt, known.sentences, known.orders],
    [closedAt, sentences, orders],
    `${counted(sentences, "sentence")} and ${counted(orders, "order")} of the final would be lost now.`,
  );
  await Ceremony.takeStaged(ctx);
  await Finals.clear(ctx);
  await change(ctx, { closedAt: undefined });
  await recordState(ctx, organiser, "judging reopened");
  return true;
}

/** Shows the results to everyone. */
export async function publish(
  ctx: MutationCtx,
  organiser: User,
  published: NonNullable<State["published"]>,
): Promise<void> {
  await change(ctx, { published });
  await recordState(ctx, organiser, "results published", {
    awards: linesOf(published.awards).join("; "),
  });
}

/**
 * Changes who has a published award, everywhere. Without `correction` the last one of this award is taken back.
 * @throws `not_published`
 */
export async function correct(
  ctx: MutationCtx,
  organiser: User,
  award: string,
  winners: Awarded[],
  correction?: { at: number; reason: string },
): Promise<void> {
  const { published, corrections = [] } = await getState(ctx);
  if (published === undefined) return refuse("not_published");
  const isOfIt = (it: { award: string }) => it.award === award;
  const before = published.awards.filter(isOfIt);
  const next = correction
    ? [...corrections, { award, ...correction, before }].slice(-MAX_CORRECTIONS)
    : corrections.toSpliced(corrections.findLastIndex(isOfIt), 1);
  const awards = [
    ...published.awards.filter((it) => !isOfIt(it)),
    ...winners,
  ].toSorted((one, other) => placeOf(one) - placeOf(other));
  await change(ctx, { published: { ...published, awards }, corrections: next });
  const { at, reason } = next.findLast(isOfIt) ?? {};
  await Ceremony.correct(
    ctx,
    award,
    winners,
    at === undefined || reason === undefined ? undefined : { at, reason },
  );
  await AuditLog.record(ctx, organiser, {
    action: correction ? "award corrected" : "correction taken back",
    target: award,
    before: { winners: namesOf(before) },
    after: {
      winners: namesOf(winners),
      ...(correction && { reason: correction.reason }),
    },
  });
}

function placeOf({ award }: Awarded): number {
  return AWARDS.findIndex((known) => known === award);
}

function namesOf(winners: readonly Awarded[]): string {
  return winners.map((it) => it.projectName).join(", ") || "nobody";
}

/**
 * Removes the team from the staged and published awards of a project that hides its names
 * and is about to be deleted, and from those before a correction: afterwards nothing says that it hid them.
 */
export async function forgetTeamOf(
  ctx: MutationCtx,
  projectId: Id<"projects">,
): Promise<void> {
  await Ceremony.forgetTeamOf(ctx, projectId);
  const { published, corrections = [] } = await getState(ctx);
  if (published === undefined) return;
  const namesTeam = ({ projectId: id, teamId, teamName }: Awarded) =>
    id === projectId && (teamId !== null || teamName !== null);
  const lists = [
    published,
    ...corrections.map((it) => ({ awards: it.before })),
  ];
  if (!lists.some(({ awards }) => awards.some(namesTeam))) return;
  const forgetting = (awards: readonly Awarded[]) =>
    awards.map((award) =>
      namesTeam(award) ? { ...award, teamId: null, teamName: null } : award,
    );
  await change(ctx, {
    published: { ...published, awards: forgetting(published.awards) },
    ...(corrections.length > 0 && {
      corrections: corrections.map((it) => ({
        ...it,
        before: forgetting(it.before),
      })),
    }),
  });
}

async function change(ctx: MutationCtx, patch: Partial<State>): Promise<void> {
  const row = await findRow(ctx);
  if (row === null) await ctx.db.insert("judging", patch);
  else await ctx.db.patch("judging", row._id, patch);
}

async function recordState(
  ctx: MutationCtx,
  organiser: User,
  action: "judging closed" | "judging reopened" | "results published",
  after: Record<string, string> | null = null,
): Promise<void> {
  await AuditLog.record(ctx, organiser, { action, target: "judging", after });
}

/** In one order: the page and the table need not have the same. */
function inParts({ id, name, text, weight }: Criterion) {
  return [id, name, text, weight];
}

function inWords(criteria: readonly Criterion[]): string {
  return criteria.map(({ name, weight }) => `${name} × ${weight}`).join(", ");
}

async function findRow(ctx: QueryCtx) {
  return ctx.db.query("judging").withIndex("by_creation_time").first();
}
