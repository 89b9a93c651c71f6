/**
 * The newest committed state, changed in place by one commit after the other
 * for as long as nobody looks: `snapshot` makes what there is unchangeable, and
 * the next commit clones the tables it touches. So commits that follow each
 * other without a transaction beginning in between share their clones.
 */
import { jsonToConvex } from "convex/values";
import type { IndexKey } from "../index/index-key";
import type { TableDefinition } from "../index/table-definition";
import { TableState, versionOf } from "../index/table-state";
import { encodeKey, type Key } from "../values/keys";
import type { Catalog } from "./catalog";
import { Snapshot } from "./snapshot";
import type { Workspace, Write } from "./workspace";

/** What a placeholder for the timestamp looks like in the key of an index. */
const COMMIT_TS_KEY = encodeKey([jsonToConvex({ $commitTs: null })]);

export class LatestState {
  #ts: bigint;
  #catalog: Catalog;
  /** By slot; those that `#owner` owns may be changed. */
  #tables: TableState[];
  #owner = {};
  /** What `snapshot` gave last; null when a commit has come since. */
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

  /** @returns the state as it is now, which will not change */
  snapshot(): Snapshot {
    if (this.#snapshot === null) {
      const tables = [...this.#tables];
      this.#snapshot = new Snapshot(this.#ts, this.#catalog, tables);
      this.#owner = {};
    }
    return this.#snapshot;
  }

  /**
   * Makes a transaction's changes part of the state.
   *
   * @param writes its summary; it has been found serialisable
   * @param ts the commit's timestamp
   * @returns the writes with the timestamp where they had a placeholder for it
   */
  apply(workspace: Workspace, writes: readonly Write[], ts: bigint): Write[] {
    this.#snapshot = null;
    this.#ts = ts;
    if (workspace.catalog !== workspace.base.catalog) this.#redefine(workspace);
    return writes.map((write) => {
      const final = this.#withCommitTs(write, ts);
      // A table with a new definition came with its documents.
      if (!workspace.redefinedSlots.has(write.slot)) {
        this.#own(write.slot).apply(final.before, final.after);
      }
      return final;
    });
  }

  /** @returns the keys that `writes` changed, by index */
  touchedKeys(writes: readonly Write[]): Map<IndexKey, Key[]> {
    const touched = new Map<IndexKey, Key[]>();
    for (const { slot, before, after } of writes) {
      this.definition(slot).indexes.forEach(({ key: index }, i) => {
        let keys = touched.get(index);
        if (keys === undefined) touched.set(index, (keys = []));
        const oldKey = before?.keys[i];
        const newKey = after?.keys[i];
        if (oldKey !== undefined) keys.push(oldKey);
        if (newKey !== undefined && newKey !== oldKey) keys.push(newKey);
      });
    }
    return touched;
  }

  /** Nobody else has changed the catalog since, or the transaction conflicts. */
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
    if (after === null || !after.document.awaitsCommitTs) return write;
    const document = after.document.withCommitTs(ts);
    const isIndexed = after.keys.some((key) => key.includes(COMMIT_TS_KEY));
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
