import { lengthIn, startOf } from "../search/postings";
import type { Key } from "../values/keys";
import type { Document } from "./document";
import { emptyTree, type SortedTree } from "./sorted-tree";

/** Builds an index's tree in bulk, which is faster than single inserts. */
export class TreeBuilder {
  /** Rows by word, which takes little sorting; those of other indexes together. */
  readonly #rows = new Map<string, [Key, Document][]>();
  /** Number of words so far, in an index of text. */
  wordCount = 0;

  /** @param keys the document's, in an index */
  add(keys: Key | readonly Key[], document: Document): void {
    if (typeof keys === "string") return this.#add("", keys, document);
    for (const key of keys) this.#add(startOf(key), key, document);
    this.wordCount += lengthIn(keys[0]);
  }

  finish(): SortedTree {
    const tree = emptyTree();
    for (const [, rows] of [...this.#rows].sort(inOrder)) {
      tree.setPairs(rows.sort(inOrder));
    }
    return tree;
  }

  #add(word: string, key: Key, document: Document): void {
    const rows = this.#rows.get(word);
    if (rows === undefined) this.#rows.set(word, [[key, document]]);
    else rows.push([key, document]);
  }
}

function inOrder([a]: [string, unknown], [b]: [string, unknown]): number {
  return a < b ? -1 : 1;
}
