/**
 * The documents of one table in the order of each of its indexes. Only the
 * owner of a state may change it; a state is shared once it is final.
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
  #version = 0;

  constructor(
    readonly definition: TableDefinition,
    /** One tree per index, in the order of `definition.indexes`. */
    private readonly trees: readonly SortedTree[],
    /** The object that may change this state; null when it is immutable. */
    readonly owner: object | null,
  ) {}

  static empty(definition: TableDefinition, owner: object): TableState {
    return new TableState(definition, definition.indexes.map(emptyTree), owner);
  }

  /** @returns a copy that `owner` may change; takes O(1) time */
  clone(owner: object): TableState {
    const trees = this.trees.map((tree) => tree.clone());
    return new TableState(this.definition, trees, owner);
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
      if (oldKey !== undefined && oldKey !== newKey) tree.delete(oldKey);
      if (newKey !== undefined && after) tree.set(newKey, after.document);
    }
  }

  /**
   * @param definition the same table with other declared indexes or validator
   * @returns a state that keeps the trees of unchanged indexes and builds the
   *   others
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
 * @param json the document's parsed text, if the caller has it
 * @param earlier another version of the same document, whose keys in the
 *   built-in indexes are reused
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

/** Undefined when a step of the path is missing. */
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
