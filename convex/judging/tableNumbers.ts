/** Where each project is shown to judges. The only writer of `tableNumbers`. */
import type { Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";

/** An upper bound for the projects of an event, also those that have gone. */
const MAX_TABLES = 2_000;

/** Returns the table of a project; "" if it has none. */
export async function tableOf(ctx: QueryCtx, projectId: Id<"projects">) {
  return (await findRow(ctx, projectId))?.table ?? "";
}

/** Returns the tables by the ids of projects. */
export async function all(ctx: QueryCtx): Promise<Map<Id<"projects">, string>> {
  const rows = await ctx.db
    .query("tableNumbers")
    .withIndex("by_creation_time")
    .take(MAX_TABLES);
  return new Map(rows.map(({ projectId, table }) => [projectId, table]));
}

/** Gives the next free numbers to the projects without a table. */
export async function number(
  ctx: MutationCtx,
  projectIds: readonly Id<"projects">[],
): Promise<void> {
  const tables = await all(ctx);
  const taken = new Set(tables.values());
  let next = 1;
  for (const projectId of projectIds) {
    if (tables.has(projectId)) continue;
    while (taken.has(String(next))) next++;
    await ctx.db.insert("tableNumbers", { projectId, table: String(next++) });
  }
}

export async function set(
  ctx: MutationCtx,
  projectId: Id<"projects">,
  table: string,
): Promise<void> {
  const row = await findRow(ctx, projectId);
  if (row === null) await ctx.db.insert("tableNumbers", { projectId, table });
  else await ctx.db.patch("tableNumbers", row._id, { table });
}

/** Natural order: "2" before "10", "A 9" before "A 10". */
export function compareTables(one: string, other: string): number {
  return key(one) < key(other) ? -1 : key(one) > key(other) ? 1 : 0;
}

function key(table: string): string {
  return table.replace(/\d+/gu, (digits) => digits.padStart(9, "0"));
}

async function findRow(ctx: QueryCtx, projectId: Id<"projects">) {
  return ctx.db
    .query("tableNumbers")
    .withIndex("by_project", (q) => q.eq("projectId", projectId))
    .first();
}
