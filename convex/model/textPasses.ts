/**
 * The passes with which a team's pages read its description. The only writer of
 * `textPasses`.
 *
 * A query that looks at who is asking runs once for each who asks. With the pass it looks
 * at the pass alone: a team's pages ask the same question, and a deployment answers it
 * once for each change. A pass is a random secret that only members are told. Another one
 * takes its place when the team changes, when all sessions of a member end, and when the
 * description begins a new edition; whoever has the former reads nothing from then on.
 */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { toBase64 } from "./digest";

const SECRET_BYTES = 32;

type Pass = Doc<"textPasses">;

/** Returns what a pass is for; null if it is none, or none any more. */
export async function find(
  ctx: QueryCtx,
  secret: string,
): Promise<Pass | null> {
  return ctx.db
    .query("textPasses")
    .withIndex("by_secret", (q) => q.eq("secret", secret))
    .unique();
}

/** Returns the pass of a team for its members; null until its project has one. */
export async function tell(
  ctx: QueryCtx,
  teamId: Id<"teams">,
): Promise<string | null> {
  return (await findOf(ctx, teamId))?.secret ?? null;
}

/** Gives a project the first pass, or one for another edition of its description. */
export async function issue(
  ctx: MutationCtx,
  { _id: projectId, teamId }: Pick<Doc<"projects">, "_id" | "teamId">,
  edition: number,
): Promise<void> {
  const row = await findOf(ctx, teamId);
  if (row !== null) await ctx.db.delete("textPasses", row._id);
  const secret = drawSecret();
  await ctx.db.insert("textPasses", { teamId, projectId, secret, edition });
}

/** Makes the pass of a team useless, and gives its members another one. */
export async function renew(
  ctx: MutationCtx,
  teamId: Id<"teams">,
): Promise<void> {
  const row = await findOf(ctx, teamId);
  if (row !== null)
    await ctx.db.patch("textPasses", row._id, { secret: drawSecret() });
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

function drawSecret(): string {
  return toBase64(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));
}
