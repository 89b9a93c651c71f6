import { lengthIn, startOf } from "../search/postings";
import type { Key } from "../values/keys";
import type { Document } from "./document";
import { treeOf, type SortedTree } from "./sorted-tree";

/** Keys, and the document of each; a list of pairs would take three times the memory. */
class Rows {
  readonly keys: Key[] = [];
  readonly documents: Document[] = [];

  add(key: Key | undefined, document: Document | undefined): void {
    if (key === undefined || document === undefined) return;
    this.keys.push(key);
    this.documents.push(document);
  }
}

/** Builds an index's tree in bulk, which is faster than single inserts. */
export class TreeBuilder {
  /** By word, which takes little sorting; those of other indexes together. */
  readonly #rows = new Map<string, Rows>();
  /** Number of words so far, in an index of text. */
  wordCount = 0;

  /** @param keys the document's, in an index */
  add(keys: Key | readonly Key[], document: Document): void {
    if (typeof keys === "string") return this.#rowsOf("").add(keys, document);
    for (const key of keys) this.#rowsOf(startOf(key)).add(key, document);
    this.wordCount += lengthIn(keys[0]);
  }

  finish(): SortedTree {
    const all = new Rows();
    for (const word of [...this.#rows.keys()].sort()) {
      const { keys, documents } = this.#rowsOf(word);
      const inOrder = (a: number, b: number) =>
        (keys[a] ?? "") < (keys[b] ?? "") ? -1 : 1;
      for (const i of [...keys.keys()].sort(inOrder)) {
        all.add(keys[i], documents[i]);
      }
    }
    return treeOf(all.keys, all.documents);
  }

  #rowsOf(word: string): Rows {
    const found = this.#rows.get(word);
    if (found !== undefined) return found;
    const rows = new Rows();
    this.#rows.set(word, rows);
    return rows;
  }
}
