/**
 * The state of judging: its rubric, whether it is closed, and what is published. The only
 * writer of `judging`.
 */
import type { WithoutSystemFields } from "convex/server";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { refuse } from "../../shared/errors";
import {
  type Awarded,
  type PublishedResults,
  DEFAULT_CRITERIA,
  type Criterion,
} from "../../shared/judging";
import * as AuditLog from "../platform/auditLog";
import * as Ceremony from "./ceremony";
import * as Finals from "./finals";
import * as Scorecards from "./scorecards";
import * as Visits from "./visits";

type User = Doc<"users">;
export type State = WithoutSystemFields<Doc<"judging">>;

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
 * @throws `judging_closed`, `rubric_in_use`
 */
export async function setRubric(
  ctx: MutationCtx,
  organiser: User,
  criteria: Criterion[],
): Promise<void> {
  const state = await requireOpen(ctx);
  if (await Scorecards.isAnyScored(ctx)) refuse("rubric_in_use");
  const before = inWords(criteriaOf(state));
  const after = inWords(criteria);
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
 * @returns false if they can already
 * @throws `results_published`, `ceremony_under_way`
 */
export async function reopen(ctx: MutationCtx, organiser: User) {
  const { closedAt, published } = await getState(ctx);
  if (published !== undefined) refuse("results_published");
  if (closedAt === undefined) return false;
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
  published: PublishedResults,
): Promise<void> {
  await change(ctx, { published });
  await recordState(ctx, organiser, "results published", {
    awards: published.awards
      .map(({ award, projectName }) => `${award}: ${projectName}`)
      .join("; "),
  });
}

/**
 * Removes the team from the staged and published awards of a project that hides its names
 * and is about to be deleted: afterwards nothing says that it hid them.
 */
export async function forgetTeamOf(
  ctx: MutationCtx,
  projectId: Id<"projects">,
): Promise<void> {
  await Ceremony.forgetTeamOf(ctx, projectId);
  const { published } = await getState(ctx);
  const namesTeam = ({ projectId: id, teamId, teamName }: Awarded) =>
    id === projectId && (teamId !== null || teamName !== null);
  if (published?.awards.some(namesTeam) !== true) return;
  const awards = published.awards.map((award) =>
    namesTeam(award) ? { ...award, teamId: null, teamName: null } : award,
  );
  await change(ctx, { published: { ...published, awards } });
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

function inWords(criteria: readonly Criterion[]): string {
  return criteria.map(({ name, weight }) => `${name} × ${weight}`).join(", ");
}

async function findRow(ctx: QueryCtx) {
  return ctx.db.query("judging").withIndex("by_creation_time").first();
}
