/**
 * The passes with which a team's pages read the description of its project. The only
 * writer of `textPasses`.
 *
 * As in passes.ts, a query with the pass in its arguments need not read the caller's
 * identity, so that it runs once for all of a team's pages. A pass is a random secret
 * that only members get. It is replaced when the team changes, when all sessions of a
 * member end, and when the description begins a new edition; the former one is void
 * from then on.
 */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import * as Passes from "../platform/passes";

type Pass = Doc<"textPasses">;

/** Returns the row of a pass; null if the pass is not valid. */
export async function find(
  ctx: QueryCtx,
  secret: string,
): Promise<Pass | null> {
  return ctx.db
    .query("textPasses")
    .withIndex("by_secret", (q) => q.eq("secret", secret))
    .unique();
}

/** Returns the team's pass; null until its project has one. */
export async function tell(
  ctx: QueryCtx,
  teamId: Id<"teams">,
): Promise<string | null> {
  return (await findOf(ctx, teamId))?.secret ?? null;
}

/** Creates a project's first pass, or one for a new edition of its description. */
export async function issue(
  ctx: MutationCtx,
  { _id: projectId, teamId }: Pick<Doc<"projects">, "_id" | "teamId">,
  edition: number,
): Promise<void> {
  const row = await findOf(ctx, teamId);
  if (row !== null) await ctx.db.delete("textPasses", row._id);
  const secret = Passes.drawSecret();
  await ctx.db.insert("textPasses", { teamId, projectId, secret, edition });
}

/** Replaces the pass of a team: the former one is void. */
export async function renew(
  ctx: MutationCtx,
  teamId: Id<"teams">,
): Promise<void> {
  const row = await findOf(ctx, teamId);
  if (row !== null)
    await ctx.db.patch("textPasses", row._id, { secret: Passes.drawSecret() });
}

/** Deletes the pass of a team whose project is about to be deleted. */
export async function remove(
  ctx: MutationCtx,
  teamId: Id<"teams">,
): Promise<void> {
  const row = await findOf(ctx, teamId);
  if (row !== null) await ctx.db.delete("textPasses", row._id);
}

async function findOf(ctx: QueryCtx, teamId: Id<"teams">) {
  return ctx.db
    .query("textPasses")
    .withIndex("by_team", (q) => q.eq("teamId", teamId))
    .unique();
}
