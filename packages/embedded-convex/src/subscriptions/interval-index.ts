import type { IndexKey, ReadSet } from "../transaction/read-set";
import type { Key } from "../values/keys";
import { IntervalTree } from "./interval-tree";

/** What was read of one index. Most reads are of a document by its id. */
type Reads<T> = {
  points: Map<Key, Set<T>>;
  intervals: IntervalTree<T>;
};

/**
 * An inverted index of read sets: finds the values, such as subscriptions,
 * whose read set contains a key, without checking every read set.
 */
export class IntervalIndex<T> {
  readonly #indexes = new Map<IndexKey, Reads<T>>();

  /** Registers `value` for every key and interval of `readSet`. */
  add(readSet: ReadSet, value: T): void {
    for (const [index, key] of readSet.points()) {
      const { points } = this.#readsOf(index);
      const values = points.get(key);
      if (values === undefined) points.set(key, new Set([value]));
      else values.add(value);
    }
    for (const [index, range] of readSet.ranges()) {
      this.#readsOf(index).intervals.add(range, value);
    }
  }

  /** Removes `value`; `readSet` must be the one that it was added with. */
  remove(readSet: ReadSet, value: T): void {
    for (const [index, key] of readSet.points()) {
      const points = this.#indexes.get(index)?.points;
      const values = points?.get(key);
      values?.delete(value);
      if (values?.size === 0) points?.delete(key);
      this.#dropIfEmpty(index);
    }
    for (const [index, range] of readSet.ranges()) {
      this.#indexes.get(index)?.intervals.remove(range, value);
      this.#dropIfEmpty(index);
    }
  }

  /** Returns every value whose read set contains one of the touched keys. */
  touchedBy(touched: ReadonlyMap<IndexKey, readonly Key[]>): Set<T> {
    const found = new Set<T>();
    const visit = (value: T) => found.add(value);
    for (const [index, keys] of touched) {
      const reads = this.#indexes.get(index);
      if (reads === undefined) continue;
      for (const key of keys) {
        reads.points.get(key)?.forEach(visit);
        reads.intervals.stab(key, visit);
      }
    }
    return found;
  }

  #readsOf(index: IndexKey): Reads<T> {
    let reads = this.#indexes.get(index);
    if (reads === undefined) {
      reads = { points: new Map(), intervals: new IntervalTree() };
      this.#indexes.set(index, reads);
    }
    return reads;
  }

  #dropIfEmpty(index: IndexKey): void {
    const reads = this.#indexes.get(index);
    if (reads?.points.size === 0 && reads.intervals.isEmpty) {
      this.#indexes.delete(index);
    }
  }
}
