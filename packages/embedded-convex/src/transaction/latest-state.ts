/**
 * The newest committed state. Commits change it in place until `snapshot` is
 * called: that freezes the current tables, and the next commit clones those
 * that it changes. So consecutive commits clone a table only once if no
 * transaction begins between them.
 */
import { jsonToConvex } from "convex/values";
import { awaitsCommitTs } from "../index/document";
import type { IndexKey } from "../index/index-key";
import type { TableDefinition } from "../index/table-definition";
import { TableState, versionOf, type IndexKeys } from "../index/table-state";
import { encodeKey, type Key } from "../values/keys";
import type { Catalog } from "./catalog";
import type { Snapshot } from "./snapshot";
import type { Workspace, Write } from "./workspace";

/** How an index key encodes a placeholder for the commit timestamp. */
const COMMIT_TS_KEY = encodeKey([jsonToConvex({ $commitTs: null })]);

export class LatestState {
  #ts: bigint;
  #catalog: Catalog;
  /** By slot; only tables that `#owner` owns may be changed in place. */
  #tables: TableState[];
  #owner = {};
  /** The last result of `snapshot`; null after a commit. */
  #snapshot: Snapshot | null;

  constructor(snapshot: Snapshot) {
    this.#ts = snapshot.ts;
    this.#catalog = snapshot.catalog;
    this.#tables = [...snapshot.tables];
    this.#snapshot = snapshot;
  }

  get ts(): bigint {
    return this.#ts;
  }

  get catalog(): Catalog {
    return this.#catalog;
  }

  definition(slot: number): TableDefinition {
    return this.#at(slot).definition;
  }

  /**
   * @returns the name of a table that the transaction redefined and another
   *   commit has changed since, or null
   */
  changedRedefinition({ base, redefinedSlots }: Workspace): string | null {
    for (const slot of redefinedSlots) {
      const known = base.tables[slot];
      // The transaction added all other tables itself.
      if (known === undefined || known === this.#at(slot)) continue;
      return known.definition.name;
    }
    return null;
  }

  /** Returns the current state; later commits do not change the result. */
  snapshot(): Snapshot {
    if (this.#snapshot === null) {
      this.#snapshot = {
        ts: this.#ts,
        catalog: this.#catalog,
        tables: [...this.#tables],
      };
      this.#owner = {};
    }
    return this.#snapshot;
  }

  /**
   * Applies a transaction's changes to the state.
   *
   * @param workspace the transaction's, after validation found no conflict
   * @param writes the documents that it changed
   * @param ts the commit timestamp
   * @returns the writes, with placeholders replaced by the commit timestamp
   */
  apply(workspace: Workspace, writes: readonly Write[], ts: bigint): Write[] {
    this.#snapshot = null;
    this.#ts = ts;
    if (workspace.catalog !== workspace.base.catalog) this.#redefine(workspace);
    return writes.map((write) => {
      const final = this.#withCommitTs(write, ts);
      // `#redefine` has taken over redefined tables with their documents.
      if (!workspace.redefinedSlots.has(write.slot)) {
        this.#own(write.slot).apply(final.before, final.after);
      }
      return final;
    });
  }

  /** Returns the index keys that `writes` removed or added, by index. */
  touchedKeys(writes: readonly Write[]): Map<IndexKey, Key[]> {
    const touched = new Map<IndexKey, Key[]>();
    for (const { slot, before, after } of writes) {
      this.definition(slot).indexes.forEach(({ key: index }, i) => {
        let keys = touched.get(index);
        if (keys === undefined) touched.set(index, (keys = []));
        const oldKey = before?.keys[i];
        const newKey = after?.keys[i];
        if (oldKey !== undefined) addTo(keys, oldKey);
        if (newKey !== undefined && newKey !== oldKey) addTo(keys, newKey);
      });
    }
    return touched;
  }

  /**
   * Takes over the transaction's catalog and tables. This loses no changes: the
   * transaction would conflict if another commit had changed the catalog or a
   * redefined table.
   */
  #redefine(workspace: Workspace): void {
    this.#catalog = workspace.catalog;
    for (const definition of workspace.addedTables) {
      this.#tables.push(TableState.empty(definition, this.#owner));
    }
    for (const slot of workspace.redefinedSlots) {
      this.#tables[slot] = workspace.table(slot);
    }
  }

  #withCommitTs(write: Write, ts: bigint): Write {
    const { slot, before, after } = write;
    if (after === null || !awaitsCommitTs(after.document.text)) return write;
    const document = after.document.withCommitTs(ts);
    const isIndexed = after.keys
      .flat()
      .some((key) => key.includes(COMMIT_TS_KEY));
    return {
      slot,
      before,
      after: isIndexed
        ? versionOf(this.definition(slot), document)
        : { document, keys: after.keys },
    };
  }

  #own(slot: number): TableState {
    const table = this.#at(slot);
    if (table.owner === this.#owner) return table;
    return (this.#tables[slot] = table.clone(this.#owner));
  }

  #at(slot: number): TableState {
    const table = this.#tables[slot];
    if (table === undefined) throw new RangeError(`no table in slot ${slot}`);
    return table;
  }
}

function addTo(all: Key[], keys: IndexKeys): void {
  if (typeof keys === "string") all.push(keys);
  else for (const key of keys) all.push(key);
}
