/**
 * The documents of one table in the order of each of its indexes. Only the
 * owner of a state may change it; a state is shared once it is final.
 */
import type { JSONValue, Value } from "convex/values";
import { lengthIn, postingKeys } from "../search/postings";
import { encodeKey, type Key } from "../values/keys";
import { valueAt } from "../values/value-at";
import type { Document } from "./document";
import { emptyTree, type SortedTree } from "./sorted-tree";
import {
  BY_CREATION_TIME,
  BY_ID,
  FIRST_DECLARED,
  type IndexInfo,
  type TableDefinition,
} from "./table-definition";
import { TreeBuilder } from "./tree-builder";

/** A document's key in an index; in one of text, a key for each word. */
export type IndexKeys = Key | readonly Key[];

/** A document and its keys in each index of its table. */
export type Version = {
  readonly document: Document;
  readonly keys: readonly IndexKeys[];
};

export class TableState {
  #version = 0;

  constructor(
    readonly definition: TableDefinition,
    /** One tree per index, in the order of `definition.indexes`. */
    private readonly trees: readonly SortedTree[],
    /** The object that may change this state; null when it is immutable. */
    readonly owner: object | null,
    /** Number of words in each index of text, by its position. */
    private readonly wordCounts: number[] = [],
  ) {}

  static empty(definition: TableDefinition, owner: object): TableState {
    return new TableState(definition, definition.indexes.map(emptyTree), owner);
  }

  /** @returns a copy that `owner` may change; takes O(1) time */
  clone(owner: object): TableState {
    const trees = this.trees.map((tree) => tree.clone());
    return new TableState(this.definition, trees, owner, [...this.wordCounts]);
  }

  get count(): number {
    return this.tree(BY_ID).size;
  }

  /** Number of changes so far, from which a scan detects writes. */
  get version(): number {
    return this.#version;
  }

  /** @returns the tree of the index at `position` in `definition.indexes` */
  tree(position: number): SortedTree {
    const tree = this.trees[position];
    if (tree === undefined) throw new RangeError(`no index ${position}`);
    return tree;
  }

  /** @returns the number of words in the index of text at `position` */
  wordCount(position: number): number {
    return this.wordCounts[position] ?? 0;
  }

  /**
   * Inserts `after` if `before` is null, deletes `before` if `after` is null,
   * and otherwise replaces one by the other.
   */
  apply(before: Version | null, after: Version | null): void {
    this.#version++;
    for (let i = 0; i < this.trees.length; i++) {
      const oldKey = before?.keys[i];
      const newKey = after?.keys[i];
      const tree = this.tree(i);
      if (typeof (oldKey ?? newKey) === "object") {
        this.#applyWords(i, before, after);
        continue;
      }
      if (oldKey !== undefined && oldKey !== newKey) tree.delete(oldKey as Key);
      if (newKey !== undefined && after) {
        tree.set(newKey as Key, after.document);
      }
    }
  }

  #applyWords(i: number, before: Version | null, after: Version | null): void {
    const oldKeys = (before?.keys[i] ?? []) as readonly Key[];
    const newKeys = (after?.keys[i] ?? []) as readonly Key[];
    const tree = this.tree(i);
    const kept = new Set(newKeys);
    for (const key of oldKeys) if (!kept.has(key)) tree.delete(key);
    if (after) for (const key of newKeys) tree.set(key, after.document);
    this.wordCounts[i] =
      this.wordCount(i) + lengthIn(newKeys[0]) - lengthIn(oldKeys[0]);
  }

  /**
   * @param definition the same table with other declared indexes or validator
   * @returns a state that keeps the trees of unchanged indexes and builds the
   *   others
   */
  redefine(definition: TableDefinition, owner: object): TableState {
    const wordCounts: number[] = [];
    const trees = definition.indexes.map((index, position) => {
      const kept = this.definition.indexes.findIndex(
        (old) => old.name === index.name && isSame(old, index),
      );
      if (kept >= 0) {
        if (index.isText) wordCounts[position] = this.wordCount(kept);
        return this.tree(kept).clone();
      }
      const builder = new TreeBuilder();
      for (const document of this.tree(BY_ID).values()) {
        builder.add(keysIn(index, document, document.json()), document);
      }
      if (index.isText) wordCounts[position] = builder.wordCount;
      return builder.finish();
    });
    return new TableState(definition, trees, owner, wordCounts);
  }
}

function isSame(a: IndexInfo, b: IndexInfo): boolean {
  return a.fields.join() === b.fields.join() && a.isText === b.isText;
}

/**
 * @param json the document's parsed text, if the caller has it
 * @param earlier another version of the same document, whose keys in the
 *   built-in indexes are reused
 * @returns the document and its keys in each index of its table
 */
export function versionOf(
  { indexes, vectorIndexes }: TableDefinition,
  document: Document,
  json?: Record<string, JSONValue>,
  earlier?: Version | null,
): Version {
  const { id, creationTime } = document;
  const keys: IndexKeys[] = [
    earlier?.keys[BY_ID] ?? encodeKey([id]),
    earlier?.keys[BY_CREATION_TIME] ?? encodeKey([creationTime, id]),
  ];
  const isPlain = indexes.length === FIRST_DECLARED && !vectorIndexes.length;
  if (isPlain) return { document, keys };
  const source = json ?? document.json();
  for (let i = FIRST_DECLARED; i < indexes.length; i++) {
    const index = indexes[i];
    if (index !== undefined) keys.push(keysIn(index, document, source));
  }
  for (const index of vectorIndexes) index.add(document, source);
  return { document, keys };
}

function keysIn(
  { paths, isText }: IndexInfo,
  { id }: Document,
  json: Record<string, JSONValue>,
): IndexKeys {
  const values: (Value | undefined)[] = [];
  for (const path of paths) values.push(valueAt(json, path));
  if (isText) return postingKeys(id, values);
  values.push(id);
  return encodeKey(values);
}
