/**
 * Which project each judge has open: others go to one that is free, and it stays with them
 * when judges or projects come and go. The only writer
 * of `visits`: one small row per judge, which moves with them.
 */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";

type UserId = Id<"users">;

/** An upper bound for the judges of an event. */
const MAX_JUDGES = 300;

export async function note(
  ctx: MutationCtx,
  judgeId: UserId,
  projectId: Id<"projects">,
): Promise<void> {
  const row = await findRow(ctx, judgeId);
  const visit = { projectId, at: Date.now() };
  if (row === null) await ctx.db.insert("visits", { judgeId, ...visit });
  else await ctx.db.patch("visits", row._id, visit);
}

/** Returns where the other judges are. */
export async function listOthers(ctx: QueryCtx, judgeId: UserId) {
  const rows = await listAll(ctx);
  return rows
    .filter((row) => row.judgeId !== judgeId)
    .map(({ projectId, at }) => ({ projectId, at }));
}

/** Returns whether a judge has opened a project last. */
export async function areOpen(ctx: QueryCtx) {
  const rows = await listAll(ctx);
  const openOf = new Map(rows.map((row) => [row.judgeId, row.projectId]));
  return ({
    judgeId,
    projectId,
  }: Pick<Doc<"visits">, "judgeId" | "projectId">) =>
    openOf.get(judgeId) === projectId;
}

export async function forget(ctx: MutationCtx, judgeId: UserId): Promise<void> {
  const row = await findRow(ctx, judgeId);
  if (row !== null) await ctx.db.delete("visits", row._id);
}

/** Deletes all rows: nobody needs them once judging is closed. */
export async function clear(ctx: MutationCtx): Promise<void> {
  for (const { _id } of await listAll(ctx)) await ctx.db.delete("visits", _id);
}

async function listAll(ctx: QueryCtx): Promise<Doc<"visits">[]> {
  return ctx.db.query("visits").withIndex("by_creation_time").take(MAX_JUDGES);
}

async function findRow(ctx: QueryCtx, judgeId: UserId) {
  return ctx.db
    .query("visits")
    .withIndex("by_judge", (q) => q.eq("judgeId", judgeId))
    .first();
}
