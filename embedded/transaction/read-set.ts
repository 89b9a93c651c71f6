import { parseIndexKey, type IndexKey } from "../index/index-key";
import { afterKey, isInRange, type Key, type KeyRange } from "../values/keys";

export type { IndexKey };

/**
 * A part of an index that has been read, growing while a scan goes on. Its
 * upper end is open, as in `KeyRange`, unless `includesHi`.
 */
export type ReadInterval = { lo: Key; hi: Key | null; includesHi: boolean };

/**
 * Which parts of which indexes were read. A commit that touches any of them,
 * by an old or a new key, could have changed what was read.
 */
export class ReadSet {
  readonly #indexes = new Map<IndexKey, IndexReads>();

  /** Adds every key in `range`. */
  add(index: IndexKey, range: KeyRange): void {
    this.addInterval(index, { lo: range.lo, hi: range.hi, includesHi: false });
  }

  /** Adds one key. */
  addKey(index: IndexKey, key: Key): void {
    this.#readsOf(index).points.add(key);
  }

  /** Adds an interval that its owner may go on to widen. */
  addInterval(index: IndexKey, interval: ReadInterval): void {
    this.#readsOf(index).intervals.push(interval);
  }

  /** @returns whether `key` of `index` was read */
  overlaps(index: IndexKey, key: Key): boolean {
    const reads = this.#indexes.get(index);
    return reads !== undefined && includes(reads, key);
  }

  /**
   * @param touched keys that a commit changed, by index
   * @returns the name of a table of which some were read, or null
   */
  conflictWith(touched: ReadonlyMap<IndexKey, readonly Key[]>): string | null {
    for (const [index, keys] of touched) {
      const reads = this.#indexes.get(index);
      if (reads === undefined) continue;
      for (const key of keys) {
        if (includes(reads, key)) return parseIndexKey(index).table;
      }
    }
    return null;
  }

  /** Yields everything that was read, as ranges that may overlap. */
  *entries(): Generator<[IndexKey, KeyRange]> {
    for (const [index, { points, intervals }] of this.#indexes) {
      for (const point of points) {
        yield [index, { lo: point, hi: afterKey(point) }];
      }
      for (const interval of intervals) yield [index, toRange(interval)];
    }
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

type IndexReads = { points: Set<Key>; intervals: ReadInterval[] };

function includes({ points, intervals }: IndexReads, key: Key): boolean {
  if (points.has(key)) return true;
  for (const interval of intervals) {
    if (isInRange(interval, key)) return true;
    if (interval.includesHi && interval.hi === key) return true;
  }
  return false;
}

function toRange({ lo, hi, includesHi }: ReadInterval): KeyRange {
  return { lo, hi: includesHi && hi !== null ? afterKey(hi) : hi };
}
