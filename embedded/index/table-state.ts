/**
 * The documents of one table in the order of each of its indexes. Whoever owns
 * a state may change it; everybody else sees it only when it changes no more.
 */
import { jsonToConvex, type JSONValue, type Value } from "convex/values";
import { encodeKey, type Key } from "../values/keys";
import type { Document } from "./document";
import { emptyTree, type SortedTree } from "./sorted-tree";
import {
  BY_CREATION_TIME,
  BY_ID,
  FIRST_DECLARED,
  type IndexInfo,
  type TableDefinition,
} from "./table-definition";

/** A document and its key in each index of its table. */
export type Version = {
  readonly document: Document;
  readonly keys: readonly Key[];
};

export class TableState {
  readonly definition: TableDefinition;
  /** Who may change this state; null when nobody may. */
  readonly owner: object | null;
  /** One per index, in the order of `definition.indexes`. */
  readonly #trees: readonly SortedTree[];
  #version = 0;

  constructor(
    definition: TableDefinition,
    trees: readonly SortedTree[],
    owner: object | null,
  ) {
    this.definition = definition;
    this.owner = owner;
    this.#trees = trees;
  }

  /** @returns a table with no documents */
  static empty(definition: TableDefinition, owner: object): TableState {
    return new TableState(definition, definition.indexes.map(emptyTree), owner);
  }

  /** @returns a copy that `owner` may change; costs the same however many documents there are */
  clone(owner: object): TableState {
    const trees = this.#trees.map((tree) => tree.clone());
    return new TableState(this.definition, trees, owner);
  }

  /** Number of documents. */
  get count(): number {
    return this.tree(BY_ID).size;
  }

  /** Counts changes, so that a scan notices them. */
  get version(): number {
    return this.#version;
  }

  /** @returns the tree of the index at `position` in `definition.indexes` */
  tree(position: number): SortedTree {
    const tree = this.#trees[position];
    if (tree === undefined) throw new RangeError(`no index ${position}`);
    return tree;
  }

  /** Puts `after` in the place of `before`, either of which may be absent. */
  apply(before: Version | null, after: Version | null): void {
    this.#version++;
    for (let i = 0; i < this.#trees.length; i++) {
      const oldKey = before?.keys[i];
      const newKey = after?.keys[i];
      const tree = this.tree(i);
      if (oldKey !== undefined && oldKey !== newKey) tree.delete(oldKey);
      if (newKey !== undefined && after) tree.set(newKey, after.document);
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
      const key = versionOf(definition, document).keys[position];
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
 * @param earlier a version of the same document, whose keys are taken where no field can change them
 * @returns the document and its key in each index of its table
 */
export function versionOf(
  { indexes }: TableDefinition,
  document: Document,
  json?: Record<string, JSONValue>,
  earlier?: Version | null,
): Version {
  const { id, creationTime } = document;
  const keys = [
    earlier?.keys[BY_ID] ?? encodeKey([id]),
    earlier?.keys[BY_CREATION_TIME] ?? encodeKey([creationTime, id]),
  ];
  if (indexes.length === FIRST_DECLARED) return { document, keys };
  const source = json ?? document.json();
  for (let i = FIRST_DECLARED; i < indexes.length; i++) {
    const values: (Value | undefined)[] = [];
    for (const path of indexes[i]?.paths ?? []) {
      values.push(valueAt(source, path));
    }
    values.push(id);
    keys.push(encodeKey(values));
  }
  return { document, keys };
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
