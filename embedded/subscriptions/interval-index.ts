import type { IndexKey, ReadSet } from "../transaction/read-set";
import type { Key } from "../values/keys";
import { IntervalTree } from "./interval-tree";

/**
 * Which values depend on which parts of which index: read sets turned round,
 * so that a commit finds the queries it touches without looking at the others.
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

  /** Forgets `value`; takes the read set it was added with. */
  remove(readSet: ReadSet, value: T): void {
    for (const [index, range] of readSet.entries()) {
      const tree = this.#trees.get(index);
      if (tree === undefined) continue;
      tree.remove(range, value);
      if (tree.isEmpty) this.#trees.delete(index);
    }
  }

  /** Returns every value that depends on one of the touched keys. */
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
