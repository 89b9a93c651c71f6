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

/**
 * Small nodes: a commit copies the path from the root to what it changes, and
 * half the usual size halves that while look-ups stay as fast.
 */
const NODE_SIZE = 16;

/** @returns an empty tree */
export function emptyTree(): SortedTree {
  return new BTree<Key, Document>(undefined, compareKeys, NODE_SIZE);
}

function compareKeys(a: Key, b: Key): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
