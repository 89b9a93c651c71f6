/**
 * The documents of one table in the order of each of its indexes. A state that
 * belongs to nobody never changes; a transaction changes a clone of its own.
 */
import { jsonToConvex, type JSONValue, type Value } from "convex/values";
import type { Id } from "../values/ids";
import { encodeKey, type Key } from "../values/keys";
import type { Document } from "./document";
import { emptyTree, type SortedTree } from "./sorted-tree";
import {
  BY_ID,
  FIRST_DECLARED,
  type IndexInfo,
  type TableDefinition,
} from "./table-definition";

export class TableState {
  readonly definition: TableDefinition;
  /** One per index, in the order of `definition.indexes`. */
  readonly trees: readonly SortedTree[];
  /** Who may change this state; null when nobody may. */
  owner: object | null;
  /** Counts changes, so that a scan notices them. */
  version = 0;

  constructor(
    definition: TableDefinition,
    trees: readonly SortedTree[],
    owner: object | null,
  ) {
    this.definition = definition;
    this.trees = trees;
    this.owner = owner;
  }

  /** @returns a table with no documents */
  static empty(definition: TableDefinition, owner: object | null): TableState {
    return new TableState(definition, definition.indexes.map(emptyTree), owner);
  }

  /** @returns a copy that `owner` may change; costs the same however many documents there are */
  clone(owner: object): TableState {
    const trees = this.trees.map((tree) => tree.clone());
    return new TableState(this.definition, trees, owner);
  }

  /** Number of documents. */
  get count(): number {
    return this.tree(BY_ID).size;
  }

  /** @returns the tree of the index at `position` in `definition.indexes` */
  tree(position: number): SortedTree {
    const tree = this.trees[position];
    if (tree === undefined) throw new RangeError(`no index ${position}`);
    return tree;
  }

  /** @returns the document, or null */
  get(id: Id): Document | null {
    return this.tree(BY_ID).get(encodeKey([id])) ?? null;
  }

  /** @returns the document's key in each index */
  keysOf(document: Document): Key[] {
    return keysOf(this.definition, document);
  }

  /** Adds `document` under `keys`, which `keysOf` gave. */
  put(keys: readonly Key[], document: Document): void {
    this.version++;
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i];
      if (key !== undefined) this.tree(i).set(key, document);
    }
  }

  /** Takes away the document that was put under `keys`. */
  remove(keys: readonly Key[]): void {
    this.version++;
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i];
      if (key !== undefined) this.tree(i).delete(key);
    }
  }

  /**
   * @param definition the same table with other declared indexes
   * @returns a state with trees built for indexes that were not there
   */
  redefine(definition: TableDefinition, owner: object): TableState {
    const trees = definition.indexes.map((index, position) => {
      const kept = this.definition.indexes.findIndex(
        (old) => old.name === index.name && sameFields(old, index),
      );
      if (kept >= 0) return this.tree(kept).clone();
      return this.#buildTree(definition, position);
    });
    return new TableState(definition, trees, owner);
  }

  #buildTree(definition: TableDefinition, position: number): SortedTree {
    const tree = emptyTree();
    for (const document of this.tree(BY_ID).values()) {
      const key = keysOf(definition, document)[position];
      if (key !== undefined) tree.set(key, document);
    }
    return tree;
  }
}

function sameFields(a: IndexInfo, b: IndexInfo): boolean {
  return a.fields.join() === b.fields.join();
}

/**
 * @param json the document's JSON, when it has been parsed already
 * @returns the document's key in each index of its table
 */
export function keysOf(
  { indexes }: TableDefinition,
  document: Document,
  json?: Record<string, JSONValue>,
): Key[] {
  const { id, creationTime } = document;
  const keys = [encodeKey([id]), encodeKey([creationTime, id])];
  if (indexes.length === FIRST_DECLARED) return keys;
  const source = json ?? document.json();
  for (let i = FIRST_DECLARED; i < indexes.length; i++) {
    const values: (Value | undefined)[] = [];
    for (const path of indexes[i]?.paths ?? []) {
      values.push(valueAt(source, path));
    }
    values.push(id);
    keys.push(encodeKey(values));
  }
  return keys;
}

/** Undefined when any step of the path is missing. */
function valueAt(json: JSONValue, path: readonly string[]): Value | undefined {
  let value: JSONValue | undefined = json;
  for (const field of path) {
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      return undefined;
    }
    value = Object.hasOwn(value, field) ? value[field] : undefined;
  }
  return typeof value === "object" ? jsonToConvex(value) : value;
}
