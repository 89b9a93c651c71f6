/**
 * The only writer. `commit` decides at once, in one tick, whether a transaction
 * is serialisable, and makes its changes part of the latest state; then they
 * wait for the disk. Whatever has queued while a batch was being synced goes to
 * the disk as the next one, and becomes public when it is there:
 *
 *     latest ──queue──▶ store.write ──▶ durable ──▶ listeners, waiting callers
 *
 * When the disk refuses, nothing is acknowledged any more.
 */
import type { Clock } from "../base/clock";
import { ClosedError, ConflictError } from "../base/errors";
import type { IndexKey } from "../index/index-key";
import type { TableState } from "../index/table-state";
import type { DocumentStore, StoreChange } from "../storage/document-store";
import type { Key } from "../values/keys";
import { documentKey, TIMESTAMP_KEY } from "./records";
import { Snapshot } from "./snapshot";
import { SCHEMAS_TABLE, TABLES_TABLE } from "./system-tables";
import type { Transaction } from "./transaction";
import { WriteLog, type PublishedCommit } from "./write-log";
import type { Version, Write } from "./write-set";

const NANOSECONDS_PER_MILLISECOND = 1_000_000n;

export type CommitterOptions = {
  readonly store: DocumentStore;
  readonly clock: Clock;
  readonly onFatal: (error: unknown) => void;
  /** Called when commits have become durable, in order of their timestamps. */
  readonly onPublish: (commits: readonly PublishedCommit[]) => void;
};

type Pending = {
  readonly commit: PublishedCommit;
  readonly snapshot: Snapshot;
  readonly changes: readonly StoreChange[];
  readonly resolve: (ts: bigint) => void;
  readonly reject: (error: unknown) => void;
};

type Waiter = {
  readonly ts: bigint;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
};

export class Committer {
  readonly #options: CommitterOptions;
  readonly log: WriteLog;
  #latest: Snapshot;
  #durable: Snapshot;
  #queue: Pending[] = [];
  #waiters: Waiter[] = [];
  /** Resolves when the queue is empty; null while nothing is being written. */
  #writing: Promise<void> | null = null;
  #failure: Error | null = null;

  constructor(snapshot: Snapshot, options: CommitterOptions) {
    this.#latest = snapshot;
    this.#durable = snapshot;
    this.#options = options;
    this.log = new WriteLog(snapshot.ts);
  }

  /** Newest state, perhaps not yet on disk. */
  get latest(): Snapshot {
    return this.#latest;
  }

  /** Newest state that is on disk. */
  get durable(): Snapshot {
    return this.#durable;
  }

  /**
   * @returns when the changes are on disk, the commit's timestamp; without
   *   changes, the timestamp of what was read, once that is on disk
   * @throws ConflictError when something that was read has changed since
   */
  async commit(transaction: Transaction): Promise<bigint> {
    if (this.#failure !== null) throw this.#failure;
    const writes = transaction.writes.summary();
    if (writes.length === 0) {
      await this.whenDurable(transaction.beginTs);
      return transaction.beginTs;
    }
    this.#assertSerializable(transaction);
    const ts = this.#nextTs();
    const final = writes.map((write) =>
      resolveCommitTs(transaction, write, ts),
    );
    const snapshot = this.#merge(transaction, final, ts);
    const commit = { ts, touched: touchedKeys(snapshot, final) };
    const changes = final.map((write) => storeChange(snapshot, write));
    this.#latest = snapshot;
    this.log.append(commit);
    return new Promise((resolve, reject) => {
      this.#queue.push({ commit, snapshot, changes, resolve, reject });
      this.#writing ??= this.#writeQueue();
    });
  }

  /** Resolves when the state at `ts` is on disk; rejects when it never will be. */
  async whenDurable(ts: bigint): Promise<void> {
    if (ts <= this.#durable.ts) return;
    if (this.#failure !== null) throw this.#failure;
    await new Promise<void>((resolve, reject) => {
      this.#waiters.push({ ts, resolve, reject });
    });
  }

  /** Waits for the disk and refuses whatever comes later. */
  async close(): Promise<void> {
    this.#failure ??= new ClosedError("database");
    await this.#writing;
  }

  #assertSerializable(transaction: Transaction): void {
    const { base, reads, catalog } = transaction;
    const latest = this.#latest.catalog;
    if (base.catalog.schemaVersion !== latest.schemaVersion) {
      throw new ConflictError(SCHEMAS_TABLE);
    }
    if (catalog !== base.catalog && base.catalog !== latest) {
      throw new ConflictError(TABLES_TABLE);
    }
    if (!this.log.reachesBackTo(base.ts)) throw new ConflictError(TABLES_TABLE);
    for (const commit of this.log.between(base.ts, this.#latest.ts)) {
      const table = reads.conflictWith(commit.touched);
      if (table !== null) throw new ConflictError(table);
    }
  }

  #nextTs(): bigint {
    const now =
      BigInt(Math.floor(this.#options.clock.now())) *
      NANOSECONDS_PER_MILLISECOND;
    const next = this.#latest.ts + 1n;
    return now > next ? now : next;
  }

  /** The latest state with the transaction's changes. */
  #merge(
    transaction: Transaction,
    writes: readonly Write[],
    ts: bigint,
  ): Snapshot {
    const { base } = transaction;
    const latest = this.#latest;
    const tables = [...latest.tables];
    transaction.tables.forEach((own, slot) => {
      if (own === base.tables[slot]) return;
      // Nobody else has changed the table: the transaction's copy is the result.
      if (latest.tables[slot] === base.tables[slot]) tables[slot] = own;
    });
    for (const { slot, before, after } of writes) {
      if (tables[slot] === transaction.tables[slot]) continue;
      const table = ownedBy(this, tables, slot);
      if (before !== null) table.remove(before.keys);
      if (after !== null) table.put(after.keys, after.document);
    }
    for (const table of tables) if (table.owner !== null) table.owner = null;
    const isSameCatalog = transaction.catalog === base.catalog;
    const catalog = isSameCatalog ? latest.catalog : transaction.catalog;
    return new Snapshot(ts, catalog, tables);
  }

  async #writeQueue(): Promise<void> {
    // Leaves the tick, so that commits of one tick share a batch.
    await Promise.resolve();
    while (this.#queue.length > 0) {
      const batch = this.#queue;
      this.#queue = [];
      try {
        await this.#options.store.write(batchChanges(batch));
      } catch (error) {
        this.#fail(error, batch);
        break;
      }
      this.#publish(batch);
    }
    this.#writing = null;
  }

  #publish(batch: readonly Pending[]): void {
    const last = batch.at(-1);
    if (last === undefined) return;
    this.#durable = last.snapshot;
    for (const { resolve, commit } of batch) resolve(commit.ts);
    const ready = this.#waiters.filter(({ ts }) => ts <= last.snapshot.ts);
    this.#waiters = this.#waiters.filter(({ ts }) => ts > last.snapshot.ts);
    for (const { resolve } of ready) resolve();
    this.#options.onPublish(batch.map(({ commit }) => commit));
  }

  #fail(error: unknown, batch: readonly Pending[]): void {
    this.#failure = new Error("The disk refused a write", { cause: error });
    const waiting = [...batch, ...this.#queue, ...this.#waiters];
    this.#queue = [];
    this.#waiters = [];
    for (const { reject } of waiting) reject(this.#failure);
    this.#options.onFatal(this.#failure);
  }
}

function ownedBy(
  owner: object,
  tables: TableState[],
  slot: number,
): TableState {
  const table = tables[slot];
  if (table === undefined) throw new RangeError(`no table in slot ${slot}`);
  if (table.owner === owner) return table;
  return (tables[slot] = table.clone(owner));
}

/** Puts the commit's timestamp where the transaction left a placeholder. */
function resolveCommitTs(
  transaction: Transaction,
  write: Write,
  ts: bigint,
): Write {
  const { slot, before, after } = write;
  if (after === null || !after.document.awaitsCommitTs) return write;
  const table = transaction.tables[slot];
  if (table === undefined) throw new RangeError(`no table in slot ${slot}`);
  const document = after.document.withCommitTs(ts);
  const resolved: Version = { document, keys: table.keysOf(document) };
  table.remove(after.keys);
  table.put(resolved.keys, document);
  return { slot, before, after: resolved };
}

function touchedKeys(
  { tables }: Snapshot,
  writes: readonly Write[],
): Map<IndexKey, Key[]> {
  const touched = new Map<IndexKey, Key[]>();
  for (const { slot, before, after } of writes) {
    const indexes = tables[slot]?.definition.indexes ?? [];
    indexes.forEach((index, i) => {
      let keys = touched.get(index.key);
      if (keys === undefined) touched.set(index.key, (keys = []));
      const oldKey = before?.keys[i];
      const newKey = after?.keys[i];
      if (oldKey !== undefined) keys.push(oldKey);
      if (newKey !== undefined && newKey !== oldKey) keys.push(newKey);
    });
  }
  return touched;
}

function storeChange({ tables }: Snapshot, write: Write): StoreChange {
  const component = tables[write.slot]?.definition.component ?? "";
  const { after, before } = write;
  const document = (after ?? before)?.document;
  if (document === undefined) throw new RangeError("write of nothing");
  return {
    key: documentKey(component, document.id),
    text: after === null ? null : document.text,
  };
}

function batchChanges(batch: readonly Pending[]): StoreChange[] {
  const changes = batch.flatMap((pending) => pending.changes);
  const ts = batch.at(-1)?.commit.ts ?? 0n;
  changes.push({ key: TIMESTAMP_KEY, text: ts.toString() });
  return changes;
}
