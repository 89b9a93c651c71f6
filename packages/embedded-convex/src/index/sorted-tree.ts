import sortedBtree from "sorted-btree";
import { bulkLoad } from "sorted-btree/extended/bulkLoad";
import type { Key } from "../values/keys";
import type { Document } from "./document";

/** Documents in order of their keys; copy-on-write, so `clone()` is O(1). */
export type SortedTree = sortedBtree<Key, Document>;

// The package is CommonJS: bundlers unwrap its default export, Node does not.
const BTree: typeof sortedBtree =
  "default" in sortedBtree
    ? (sortedBtree.default as typeof sortedBtree)
    : sortedBtree;

/**
 * Half the package's default: a commit copies the path from the root to each
 * changed leaf, and smaller nodes halve that cost without slower look-ups.
 */
const NODE_SIZE = 16;

export function emptyTree(): SortedTree {
  return new BTree<Key, Document>(undefined, compareKeys, NODE_SIZE);
}

/** @returns a tree of `keys`, which ascend, and their documents */
export function treeOf(keys: Key[], documents: Document[]): SortedTree {
  return bulkLoad(keys, documents, NODE_SIZE, compareKeys);
}

function compareKeys(a: Key, b: Key): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
