import { parseIndexKey, type IndexKey } from "../index/index-key";
import { isSystemTable } from "../index/table-definition";
import { MergedRanges } from "./merged-ranges";
import { afterKey, isInRange, type Key, type KeyRange } from "../values/keys";

export type { IndexKey };

/**
 * An index interval that has been read; a scan widens it as it advances.
 * Half-open like `KeyRange`, unless `includesHi`.
 */
export type ReadInterval = { lo: Key; hi: Key | null; includesHi: boolean };

/**
 * The index intervals that were read. A commit that touches one of them, by an
 * old or a new key, may have changed the result.
 */
export class ReadSet {
  readonly #indexes = new Map<IndexKey, IndexReads>();

  add(index: IndexKey, range: KeyRange): void {
    this.addInterval(index, { lo: range.lo, hi: range.hi, includesHi: false });
  }

  addKey(index: IndexKey, key: Key): void {
    this.#readsOf(index).points.add(key);
  }

  /** Adds an interval that its owner may still widen. */
  addInterval(index: IndexKey, interval: ReadInterval): void {
    this.#readsOf(index).intervals.push(interval);
  }

  /**
   * @param commits the keys that each has changed, by index
   * @returns the name of a table of which changed keys were read, or null
   */
  conflictWith(
    commits: Iterable<{ touched: ReadonlyMap<IndexKey, readonly Key[]> }>,
  ): string | null {
    const merged = new Map<IndexReads, MergedRanges>();
    for (const { touched } of commits) {
      for (const [index, keys] of touched) {
        const reads = this.#indexes.get(index);
        if (reads !== undefined && includesAny(reads, keys, merged)) {
          return parseIndexKey(index).table;
        }
      }
    }
    return null;
  }

  /** Yields all that was read as half-open ranges, which may overlap. */
  *entries(): Generator<[IndexKey, KeyRange]> {
    for (const [index, key] of this.points()) {
      yield [index, { lo: key, hi: afterKey(key) }];
    }
    yield* this.ranges();
  }

  /** Yields the single keys that were read. */
  *points(): Generator<[IndexKey, Key]> {
    for (const [index, { points }] of this.#indexes) {
      for (const point of points) yield [index, point];
    }
  }

  /** Yields the rest as half-open ranges, which may overlap. */
  *ranges(): Generator<[IndexKey, KeyRange]> {
    for (const [index, { intervals }] of this.#indexes) {
      for (const interval of intervals) yield [index, toRange(interval)];
    }
  }

  /** Number of disjoint intervals that were read in users' tables. */
  countIntervals(): number {
    let count = 0;
    for (const [index, { points, intervals }] of this.#indexes) {
      if (isSystemTable(parseIndexKey(index).table)) continue;
      const keys = [...points].map((lo) => ({ lo, hi: afterKey(lo) }));
      count += new MergedRanges([...keys, ...intervals.map(toRange)]).size;
    }
    return count;
  }

  #readsOf(index: IndexKey): IndexReads {
    let reads = this.#indexes.get(index);
    if (reads === undefined) {
      reads = { points: new Set(), intervals: [] };
      this.#indexes.set(index, reads);
    }
    return reads;
  }
}

/** Up to this many intervals are scanned linearly. */
const FEW_INTERVALS = 8;

type IndexReads = { points: Set<Key>; intervals: ReadInterval[] };

function includes({ points, intervals }: IndexReads, key: Key): boolean {
  if (points.has(key)) return true;
  for (const interval of intervals) {
    if (isInRange(interval, key)) return true;
    if (interval.includesHi && interval.hi === key) return true;
  }
  return false;
}

/** @param merged cache of merged ranges for one validation */
function includesAny(
  reads: IndexReads,
  keys: readonly Key[],
  merged: Map<IndexReads, MergedRanges>,
): boolean {
  const { points, intervals } = reads;
  if (intervals.length <= FEW_INTERVALS) {
    return keys.some((key) => includes(reads, key));
  }
  let ranges = merged.get(reads);
  if (ranges === undefined) {
    ranges = new MergedRanges(intervals.map(toRange));
    merged.set(reads, ranges);
  }
  return keys.some((key) => points.has(key) || ranges.includes(key));
}

function toRange({ lo, hi, includesHi }: ReadInterval): KeyRange {
  return { lo, hi: includesHi && hi !== null ? afterKey(hi) : hi };
}
