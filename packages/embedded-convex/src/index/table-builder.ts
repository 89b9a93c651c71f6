import type { JSONValue } from "convex/values";
import type { Key } from "../values/keys";
import type { Document } from "./document";
import { emptyTree, type SortedTree } from "./sorted-tree";
import type { TableDefinition } from "./table-definition";
import { TableState, versionOf } from "./table-state";

/** Builds a table's trees in bulk, which is faster than single inserts. */
export class TableBuilder {
  readonly #entries: [Key, Document][][];

  constructor(readonly definition: TableDefinition) {
    this.#entries = definition.indexes.map(() => []);
  }

  add(document: Document, json: Record<string, JSONValue>): void {
    const { keys } = versionOf(this.definition, document, json);
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i];
      if (key !== undefined) this.#entries[i]?.push([key, document]);
    }
  }

  /** @returns the table, immutable */
  finish(): TableState {
    return new TableState(this.definition, this.#entries.map(toTree), null);
  }
}

function toTree(entries: [Key, Document][]): SortedTree {
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  const tree = emptyTree();
  tree.setPairs(entries);
  return tree;
}
