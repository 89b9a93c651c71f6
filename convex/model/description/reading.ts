/** Reads the descriptions of projects, which projectTexts.ts writes. */
import type { Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import type { TextChanges } from "../../shared/projectValidators";
import * as ReadKeys from "../platform/readKeys";
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
 * Returns the changes after number `after`, or everything if it is null; null if the read
 * key is not valid. All callers with the key share one result.
 */
export async function listByReadKey(
  ctx: QueryCtx,
  readKey: string,
  after: number | null,
): Promise<TextChanges | null> {
  const found = await ReadKeys.findDescription(ctx, readKey);
  if (found === null) return null;
  const { projectId, edition } = found;
  if (after !== null) {
    // A gap in the numbers means that the page is too far behind. A new edition has a
    // new key.
    const changes = await listChanges(ctx, projectId, after);
    const seq = changes.at(-1)?.seq ?? after;
    const updates = changes.map(({ update }) => update);
    if (seq === after + changes.length)
      return { projectId, edition, seq, state: null, updates };
  }
  return listSince(ctx, projectId, null);
}

/** Returns the changes after number `after`, or everything if it is null. */
export async function listSince(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  after: number | null,
): Promise<TextChanges> {
  const row = await findRow(ctx, projectId);
  const isBehind = after === null || after < (row?.keptSince ?? 0);
  const known = isBehind ? (row?.seq ?? 0) : after;
  const changes = await listChanges(ctx, projectId, known);
  return {
    projectId,
    edition: row?.edition ?? 0,
    seq: changes.at(-1)?.seq ?? known,
    state: isBehind ? (row?.state ?? null) : null,
    updates: changes.map(({ update }) => update),
  };
}

/**
 * Returns the document with all changes, and the number of the last one. `isDear`: see
 * `documentOf`.
 */
export async function load(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  upTo?: number,
) {
  const row = await findRow(ctx, projectId);
  const merged = row?.seq ?? 0;
  const changes = await listChanges(ctx, projectId, merged, upTo);
  const { doc, isDear } = Updates.documentOf(
    row?.state ?? null,
    changes.map(({ update }) => update),
  );
  return { row, doc, isDear, seq: changes.at(-1)?.seq ?? merged };
}

/** Returns the description as of the last merge; null before the first. */
export async function findRow(ctx: QueryCtx, projectId: Id<"projects">) {
  return ctx.db
    .query("projectTexts")
    .withIndex("by_project", (q) => q.eq("projectId", projectId))
    .unique();
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
