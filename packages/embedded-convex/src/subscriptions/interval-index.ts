import type { IndexKey, ReadSet } from "../transaction/read-set";
import type { Key } from "../values/keys";
import { IntervalTree } from "./interval-tree";

/**
 * An inverted index of read sets: finds the values, such as subscriptions,
 * whose read set contains a key, without checking every read set.
 */
export class IntervalIndex<T> {
  readonly #trees = new Map<IndexKey, IntervalTree<T>>();

  /** Registers `value` for every interval of `readSet`. */
  add(readSet: ReadSet, value: T): void {
    for (const [index, range] of readSet.entries()) {
      let tree = this.#trees.get(index);
      if (tree === undefined) {
        tree = new IntervalTree();
        this.#trees.set(index, tree);
      }
      tree.add(range, value);
    }
  }

  /** Removes `value`; `readSet` must be the one that it was added with. */
  remove(readSet: ReadSet, value: T): void {
    for (const [index, range] of readSet.entries()) {
      const tree = this.#trees.get(index);
      if (tree === undefined) continue;
      tree.remove(range, value);
      if (tree.isEmpty) this.#trees.delete(index);
    }
  }

  /** Returns every value whose read set contains one of the touched keys. */
  touchedBy(touched: ReadonlyMap<IndexKey, readonly Key[]>): Set<T> {
    const found = new Set<T>();
    const visit = (value: T) => found.add(value);
    for (const [index, keys] of touched) {
      const tree = this.#trees.get(index);
      if (tree === undefined) continue;
      for (const key of keys) tree.stab(key, visit);
    }
    return found;
  }
}
