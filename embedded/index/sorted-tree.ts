import sortedBtree from "sorted-btree";
import type { Key } from "../values/keys";
import type { Document } from "./document";

/** Documents in the order of their keys; `clone()` costs next to nothing. */
export type SortedTree = sortedBtree<Key, Document>;

// The package is CommonJS: bundlers unwrap its default export, Node does not.
const BTree: typeof sortedBtree =
  "default" in sortedBtree
    ? (sortedBtree.default as typeof sortedBtree)
    : sortedBtree;

/** @returns an empty tree */
export function emptyTree(): SortedTree {
  return new BTree<Key, Document>(undefined, compareKeys);
}

function compareKeys(a: Key, b: Key): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
