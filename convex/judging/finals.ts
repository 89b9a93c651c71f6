/**
 * The final: the judges whom organisers choose put the best projects in order, once judging
 * is closed. The only writer of `finals`; results.ts opens it and uses the orders.
 */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { refuse } from "../platform/shared/errors";
import type { FinalView } from "./shared/finals";
import { counted } from "../platform/shared/text";
import * as AuditLog from "../platform/auditLog";
import { requireSeen } from "../platform/seen";
import * as HandIns from "../projects/handIns";
import * as Judges from "./judges";
import * as TableNumbers from "./tableNumbers";

type User = Doc<"users">;
type ProjectId = Id<"projects">;

/** Returns the row; null without a final. */
export async function find(ctx: QueryCtx): Promise<Doc<"finals"> | null> {
  return ctx.db.query("finals").withIndex("by_creation_time").first();
}

/** The final that an organiser saw, and how many orders were given in it; null for none. */
export type Over = {
  over?: { finalId: Doc<"finals">["_id"]; orders: number } | null | undefined;
};

export function ordersOf({ judges }: Doc<"finals">): ProjectId[][] {
  return judges.flatMap(({ order }) => (order === null ? [] : [order]));
}

/** Returns who has put the finalists in which order, for organisers. */
export async function read(ctx: QueryCtx): Promise<FinalView | null> {
  const final = await find(ctx);
  if (final === null) return null;
  const names = await Promise.all(
    final.projectIds.map(
      async (id) => [id, (await HandIns.getCurrent(ctx, id))?.name] as const,
    ),
  );
  const nameOf = new Map(names);
  const inWords = (ids: readonly ProjectId[]) =>
    ids.map((id) => nameOf.get(id) ?? "Withdrawn");
  return {
    _id: final._id,
    projects: inWords(final.projectIds),
    judges: final.judges.map(({ name, order }) => ({
      name: name === "" ? "Account deleted" : name,
      order: order && inWords(order),
    })),
  };
}

/**
 * Begins a final, in place of the one before.
 * @throws `not_found`, `no_judges`, `conflict_of_interest`, `changed_since`
 */
export async function open(
  ctx: MutationCtx,
  organiser: User,
  {
    projectIds,
    judgeIds,
    over = null,
  }: { projectIds: ProjectId[]; judgeIds: readonly User["_id"][] } & Over,
): Promise<void> {
  const final = await find(ctx);
  const orders = await countOrders(ctx);
  requireSeen(
    over && [over.finalId, over.orders],
    final && [final._id, orders],
    `A final is under way, with ${counted(orders, "order")} given.`,
  );
  const chosen = await Promise.all(
    [...new Set(judgeIds)].map((id) => Judges.get(ctx, id)),
  );
  if (chosen.length === 0) refuse("no_judges");
  for (const projectId of projectIds) {
    const project = await HandIns.getCurrent(ctx, projectId);
    for (const judge of chosen)
      if (project !== null && Judges.hasConflict(judge, project))
        refuse("conflict_of_interest", { name: judge.user.displayName });
  }
  await clear(ctx);
  const judges = chosen.map(({ user }) => ({
    judgeId: user._id,
    name: user.displayName,
    order: null,
  }));
  await ctx.db.insert("finals", { projectIds, judges });
  await AuditLog.record(ctx, organiser, {
    action: "final begun",
    target: "final",
    after: {
      projects: projectIds.length,
      judges: judges.map(({ name }) => name).join(", "),
    },
  });
}

/** Returns how many orders were given in the final. */
export async function countOrders(ctx: QueryCtx): Promise<number> {
  const final = await find(ctx);
  return final === null ? 0 : ordersOf(final).length;
}

/** Ends the final; its orders are deleted. */
export async function clear(ctx: MutationCtx): Promise<void> {
  const final = await find(ctx);
  if (final !== null) await ctx.db.delete("finals", final._id);
}

/**
 * Returns the finalists for a judge of the final, by table, which says nothing of their
 * places; null for everybody else.
 */
export async function readSheet(ctx: QueryCtx, judge: User) {
  const final = await find(ctx);
  const own = final?.judges.find(({ judgeId }) => judgeId === judge._id);
  if (final === null || own === undefined) return null;
  const projects = await Promise.all(
    final.projectIds.map(async (projectId) => ({
      projectId,
      name: (await HandIns.getCurrent(ctx, projectId))?.name ?? "Withdrawn",
      table: await TableNumbers.tableOf(ctx, projectId),
    })),
  );
  return {
    order: own.order,
    projects: projects.toSorted(
      (one, other) =>
        TableNumbers.compareTables(one.table, other.table) ||
        (one.projectId < other.projectId ? -1 : 1),
    ),
  };
}

/**
 * Stores a judge's order of the finalists, the best first, replacing an earlier one.
 * @throws `not_assigned`, `changed_since`
 */
export async function setOrder(
  ctx: MutationCtx,
  judge: User,
  {
    order,
    seen,
  }: { order: ProjectId[]; seen?: ProjectId[] | null | undefined },
): Promise<void> {
  const final = await find(ctx);
  const isAll =
    final?.projectIds.length === order.length &&
    final.projectIds.every((id) => order.includes(id));
  const own = final?.judges.find(({ judgeId }) => judgeId === judge._id);
  if (!isAll || own === undefined) return refuse("not_assigned");
  const [there, known] = [own.order?.join(), seen?.join()];
  if (seen !== undefined && there !== known && there !== order.join())
    refuse("changed_since", {
      what: "You have put them in another order on another device.",
    });
  await ctx.db.patch("finals", final._id, {
    judges: final.judges.map((it) =>
      it.judgeId === judge._id ? { ...it, order } : it,
    ),
  });
}

/** Removes the name of a person whose account is deleted; the order stays. */
export async function forgetJudge(ctx: MutationCtx, userId: User["_id"]) {
  const final = await find(ctx);
  if (final?.judges.some(({ judgeId }) => judgeId === userId) === true)
    await ctx.db.patch("finals", final._id, {
      judges: final.judges.map((it) =>
        it.judgeId === userId ? { ...it, name: "" } : it,
      ),
    });
}
