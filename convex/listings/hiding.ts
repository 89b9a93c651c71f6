/**
 * People and teams that somebody has hidden. Only this module writes `hidings`. The
 * hidden side is not told: it reads that the other is no longer looking.
 */
import type { Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { refuse } from "../platform/shared/errors";
import { MAX_HIDDEN, type Hiding, type Subject } from "./shared";

/** How many entries of others about one person a transaction reads. */
const MAX_BY_OTHERS = 200;

/** Returns whom the person has hidden, the oldest entry first. */
export async function listOf(ctx: QueryCtx, userId: Id<"users">) {
  const rows = await listRows(ctx, userId);
  return rows.map(({ target, name }) => ({ target, name }));
}

/** Returns true if the person has hidden this one. */
export async function isHidden(
  ctx: QueryCtx,
  userId: Id<"users">,
  target: Subject,
): Promise<boolean> {
  return (await findRow(ctx, userId, target)) !== null;
}

/** Hides a person or a team from someone; idempotent. @throws `too_many` */
export async function hide(
  ctx: MutationCtx,
  userId: Id<"users">,
  { target, name }: Hiding,
): Promise<void> {
  if (await isHidden(ctx, userId, target)) return;
  const { length } = await listRows(ctx, userId);
  if (length >= MAX_HIDDEN)
    refuse("too_many", {
      label: "hidden people and teams",
      max: MAX_HIDDEN,
      isFull: true,
    });
  await ctx.db.insert("hidings", { userId, target, name });
}

/** Shows what was hidden. */
export async function unhide(
  ctx: MutationCtx,
  userId: Id<"users">,
  target: Subject,
): Promise<void> {
  const row = await findRow(ctx, userId, target);
  if (row !== null) await ctx.db.delete("hidings", row._id);
}

/**
 * Deletes what the person has hidden, and their name where others have hidden them.
 * @returns true if there may be more of that
 */
export async function removeBatchOf(ctx: MutationCtx, userId: Id<"users">) {
  const byOthers = await ctx.db
    .query("hidings")
    .withIndex("by_target", (q) => q.eq("target", userId))
    .take(MAX_BY_OTHERS);
  const rows = [...(await listRows(ctx, userId)), ...byOthers];
  // Somebody may have hidden themselves: that row is in both lists.
  for (const id of new Set(rows.map(({ _id }) => _id)))
    await ctx.db.delete("hidings", id);
  return byOthers.length === MAX_BY_OTHERS;
}

async function listRows(ctx: QueryCtx, userId: Id<"users">) {
  return ctx.db
    .query("hidings")
    .withIndex("by_user_and_target", (q) => q.eq("userId", userId))
    .take(MAX_HIDDEN);
}

async function findRow(ctx: QueryCtx, userId: Id<"users">, target: Subject) {
  return ctx.db
    .query("hidings")
    .withIndex("by_user_and_target", (q) =>
      q.eq("userId", userId).eq("target", target),
    )
    .first();
}
