import type { JSONValue } from "convex/values";
import type { Document } from "./document";
import type { TableDefinition } from "./table-definition";
import { TableState, versionOf } from "./table-state";
import { TreeBuilder } from "./tree-builder";

/** Builds a table's trees in bulk. */
export class TableBuilder {
  readonly #builders: TreeBuilder[];

  constructor(readonly definition: TableDefinition) {
    this.#builders = definition.indexes.map(() => new TreeBuilder());
  }

  add(document: Document, json: Record<string, JSONValue>): void {
    versionOf(this.definition, document, json).keys.forEach((keys, i) => {
      this.#builders[i]?.add(keys, document);
    });
  }

  /** @returns the table, immutable */
  finish(): TableState {
    const trees = this.#builders.map((builder) => builder.finish());
    const wordCounts = this.#builders.map(({ wordCount }) => wordCount);
    return new TableState(this.definition, trees, null, wordCounts);
  }
}
