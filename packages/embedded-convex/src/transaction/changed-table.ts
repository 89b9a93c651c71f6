import { parseIndexKey, type IndexKey } from "../index/index-key";
import type { SortedTree } from "../index/sorted-tree";
import { afterKey, type Key, type KeyRange } from "../values/keys";
import type { ReadSet } from "./read-set";
import type { Snapshot } from "./snapshot";

/**
 * Validates a read set by comparing two states row by row. The cost depends on
 * how much was read and not on the number of commits in between, and no write
 * log is needed.
 *
 * @param before the state that was read
 * @param after a later state with the same schema
 * @returns the name of a table of which rows in the read set have changed, or
 *   null
 */
export function changedTable(
  reads: ReadSet,
  before: Snapshot,
  after: Snapshot,
): string | null {
  for (const [key, range] of reads.entries()) {
    const old = treeOf(before, key);
    const now = treeOf(after, key);
    if (old !== now && !isSameWithin(range, old, now)) {
      return parseIndexKey(key).table;
    }
  }
  return null;
}

/** Null when the table does not exist. */
function treeOf(
  { catalog, tables }: Snapshot,
  key: IndexKey,
): SortedTree | null {
  const { component, table: name, index } = parseIndexKey(key);
  const table = tables[catalog.slotOfName(component, name) ?? -1];
  if (table === undefined) return null;
  const { indexes } = table.definition;
  return table.tree(indexes.findIndex((each) => each.name === index));
}

/** Documents are immutable, so comparing references detects every change. */
function isSameWithin(
  range: KeyRange,
  old: SortedTree | null,
  now: SortedTree | null,
): boolean {
  if (range.hi === afterKey(range.lo)) {
    return old?.get(range.lo) === now?.get(range.lo);
  }
  const oldRows = old?.entries(range.lo);
  const nowRows = now?.entries(range.lo);
  for (;;) {
    const oldRow = nextWithin(range, oldRows);
    const nowRow = nextWithin(range, nowRows);
    if (oldRow === null || nowRow === null) return oldRow === nowRow;
    if (oldRow[0] !== nowRow[0] || oldRow[1] !== nowRow[1]) return false;
  }
}

function nextWithin<Row extends readonly [Key, unknown]>(
  { hi }: KeyRange,
  rows: Iterator<Row> | undefined,
): Row | null {
  const next = rows?.next();
  if (next === undefined || next.done === true) return null;
  return hi === null || next.value[0] < hi ? next.value : null;
}
