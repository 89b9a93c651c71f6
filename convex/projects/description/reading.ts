/** Reads the descriptions of projects, which texts.ts writes. */
import type { Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import type { TextChanges } from "../shared/projects";
import * as ReadKeys from "../../platform/readKeys";
import * as Updates from "./updates";

/** After this many changes the rows are merged into the state. */
export const MERGE_EVERY = 32;
/** Rows since the last merge, and rows that are kept after one. */
const MAX_ROWS = 2 * MERGE_EVERY;

/**
 * Returns the description. With `upTo`, later changes are left out if they are not merged
 * yet, and a mutation that reads it so does not conflict with them.
 */
export async function read(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  upTo?: number,
): Promise<string> {
  const { doc } = await load(ctx, projectId, upTo);
  return Updates.textOf(doc);
}

/**
 * Returns the changes after number `after` of the edition, or everything if `after` is null
 * or too long ago, or the edition another one; null if the read key is not valid. All
 * callers with the read key share one result.
 */
export async function listByReadKey(
  ctx: QueryCtx,
  readKey: string,
  { after, edition: known }: { after: number | null; edition?: number },
): Promise<TextChanges | null> {
  const found = await ReadKeys.findDescription(ctx, readKey);
  if (found === null) return null;
  const { projectId, edition } = found;
  const listed = async (since: number, state: ArrayBuffer | null) => {
    const changes = await listChanges(ctx, projectId, since);
    const seq = changes.at(-1)?.seq ?? since;
    const updates = changes.map(({ update }) => update);
    return { projectId, edition, seq, state, updates };
  };
  // A page from before editions were named had its numbers by the same key.
  if (after !== null && (known ?? edition) === edition) {
    const changes = await listed(after, null);
    // A gap in the numbers means that rows between are merged and deleted.
    if (changes.seq === after + changes.updates.length) return changes;
  }
  const row = await findRow(ctx, projectId);
  return listed(row?.seq ?? 0, row?.state ?? null);
}

/** Returns the document with all changes, or up to number `upTo`, and the last number. */
export async function load(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  upTo?: number,
) {
  const row = await findRow(ctx, projectId);
  const merged = row?.seq ?? 0;
  const changes = await listChanges(ctx, projectId, merged, upTo);
  const updates = changes.map(({ update }) => update);
  return {
    row,
    doc: Updates.documentOf(row?.state ?? null, updates),
    seq: changes.at(-1)?.seq ?? merged,
  };
}

/** Returns the description as of the last merge; null before the first. */
export async function findRow(ctx: QueryCtx, projectId: Id<"projects">) {
  return ctx.db
    .query("projectTexts")
    .withIndex("by_project", (q) => q.eq("projectId", projectId))
    .first();
}

/** Returns the changes after number `after` and up to `upTo`, up to a bound. */
export async function listChanges(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  after: number,
  upTo = Infinity,
) {
  return ctx.db
    .query("textChanges")
    .withIndex("by_project_and_seq", (q) =>
      q.eq("projectId", projectId).gt("seq", after).lte("seq", upTo),
    )
    .take(MAX_ROWS);
}
