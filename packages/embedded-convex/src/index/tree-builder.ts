import { lengthIn, startOf } from "../search/postings";
import type { Key } from "../values/keys";
import type { Document } from "./document";
import { treeOf, type SortedTree } from "./sorted-tree";

type Rows = { readonly keys: Key[]; readonly documents: Document[] };

const NO_ROWS: Rows = { keys: [], documents: [] };

/** Builds an index's tree in bulk, which is faster than single inserts. */
export class TreeBuilder {
  /** By word, as documents come in order of their ids; those of other indexes together. */
  readonly #rows = new Map<string, Rows>();
  /** Number of words so far, in an index of text. */
  wordCount = 0;

  /** @param keys the document's, in an index */
  add(keys: Key | readonly Key[], document: Document): void {
    if (typeof keys === "string") return this.#add("", keys, document);
    for (const key of keys) this.#add(startOf(key), key, document);
    this.wordCount += lengthIn(keys[0]);
  }

  /** @returns the tree; nothing can be added afterwards */
  finish(): SortedTree {
    const keys: Key[] = [];
    const documents: Document[] = [];
    for (const word of [...this.#rows.keys()].sort()) {
      const rows = this.#rows.get(word) ?? NO_ROWS;
      const order = orderOf(rows.keys);
      for (let i = 0; i < rows.keys.length; i++) {
        const at = order?.[i] ?? i;
        keys.push(rows.keys[at] as Key);
        documents.push(rows.documents[at] as Document);
      }
      this.#rows.delete(word);
    }
    return treeOf(keys, documents);
  }

  #add(word: string, key: Key, document: Document): void {
    let rows = this.#rows.get(word);
    if (rows === undefined) {
      rows = { keys: [], documents: [] };
      this.#rows.set(word, rows);
    }
    rows.keys.push(key);
    rows.documents.push(document);
  }
}

/** @returns the positions of `keys` from the lowest to the highest; null if they ascend */
function orderOf(keys: readonly Key[]): number[] | null {
  const isOutOfOrder = (key: Key, i: number) =>
    i > 0 && key < (keys[i - 1] ?? "");
  if (!keys.some(isOutOfOrder)) return null;
  const key = (at: number) => keys[at] as Key;
  return [...keys.keys()].sort((a, b) => (key(a) < key(b) ? -1 : 1));
}
