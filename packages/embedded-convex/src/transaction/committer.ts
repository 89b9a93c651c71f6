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
import type { DocumentStore, StoreChange } from "../storage/document-store";
import { changedTable } from "./changed-table";
import { LatestState } from "./latest-state";
import type { ReadSet } from "./read-set";
import type { RecordSum } from "./record-sum";
import { documentKey, stateRecords } from "./records";
import type { Snapshot } from "./snapshot";
import { SCHEMAS_TABLE, TABLES_TABLE } from "./fixed-tables";
import type { Transaction } from "./transaction";
import { WriteLog, type PublishedCommit } from "./write-log";
import type { Write } from "./workspace";

const NANOSECONDS_PER_MILLISECOND = 1_000_000n;
/** Beyond this, comparing rows is faster than searching the log. */
const MAX_COMMITS_TO_SEARCH = 256;

type CommitterOptions = {
  readonly store: DocumentStore;
  /** Of the documents in the store; the committer's own from here on. */
  readonly sum: RecordSum;
  readonly clock: Clock;
  readonly onFatal: (error: unknown) => void;
  /** Called when commits are on their way to the disk, with the state after them. */
  readonly onWriting: (
    commits: readonly PublishedCommit[],
    snapshot: Snapshot,
  ) => void;
  /** Called when commits have become durable, in order of their timestamps. */
  readonly onPublish: (commits: readonly PublishedCommit[]) => void;
};

/** A commit that waits for the disk. */
type Pending = {
  readonly commit: PublishedCommit;
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
  readonly log: WriteLog;
  /** Number of commits and of conflicts since the database was opened. */
  readonly counts = { commits: 0, conflicts: 0 };
  readonly #latest: LatestState;
  #durable: Snapshot;
  #queue: Pending[] = [];
  #waiters: Waiter[] = [];
  /** Resolves when the queue is empty; null while nothing is being written. */
  #writing: Promise<void> | null = null;
  #failure: Error | null = null;

  constructor(
    snapshot: Snapshot,
    private readonly options: CommitterOptions,
  ) {
    this.#latest = new LatestState(snapshot);
    this.#durable = snapshot;
    this.log = new WriteLog(snapshot.ts);
  }

  /** @returns the newest state, which may not be on disk yet */
  latestSnapshot(): Snapshot {
    return this.#latest.snapshot();
  }

  /** Newest state that is on disk. */
  get durable(): Snapshot {
    return this.#durable;
  }

  /**
   * Decides synchronously, then waits for the disk.
   *
   * @returns the commit timestamp, once durable; without changes, the timestamp
   *   of the transaction's snapshot, once that is durable
   * @throws ConflictError when something that the transaction read has changed
   */
  async commit(transaction: Transaction): Promise<bigint> {
    if (this.#failure !== null) throw this.#failure;
    const { workspace } = transaction;
    const writes = workspace.summary();
    if (writes.length === 0) {
      await this.whenDurable(transaction.beginTs);
      return transaction.beginTs;
    }
    this.#assertSerializable(transaction);
    const ts = this.#nextTs();
    const final = this.#latest.apply(workspace, writes, ts);
    const commit = { ts, touched: this.#latest.touchedKeys(final) };
    const changes = final.map((write) => this.#storeChange(write));
    this.log.append(commit);
    this.counts.commits += 1;
    return new Promise((resolve, reject) => {
      this.#queue.push({ commit, changes, resolve, reject });
      this.#writing ??= this.#writeQueue();
    });
  }

  /** Resolves when the state at `ts` is on disk; rejects if that cannot be. */
  async whenDurable(ts: bigint): Promise<void> {
    if (ts <= this.#durable.ts) return;
    if (this.#failure !== null && this.#writing === null) throw this.#failure;
    await new Promise<void>((resolve, reject) => {
      this.#waiters.push({ ts, resolve, reject });
    });
  }

  /** Waits for pending writes; later commits are refused. */
  async close(): Promise<void> {
    this.#failure ??= new ClosedError("database");
    await this.#writing;
  }

  /**
   * Moves a transaction without writes to the latest state. One with writes
   * keeps its snapshot.
   *
   * @throws ConflictError when something that it read has changed, so that it
   *   could never commit
   */
  refresh(transaction: Transaction): void {
    this.#assertSerializable(transaction);
    const { workspace } = transaction;
    if (workspace.writeCount === 0) workspace.moveTo(this.#latest.snapshot());
  }

  #assertSerializable(transaction: Transaction): void {
    const table = this.#conflictingTable(transaction);
    if (table === null) return;
    this.counts.conflicts += 1;
    throw new ConflictError(table);
  }

  #conflictingTable({ workspace, reads }: Transaction): string | null {
    const { base, catalog } = workspace;
    const latest = this.#latest.catalog;
    if (base.catalog.schemaVersion !== latest.schemaVersion) {
      return SCHEMAS_TABLE;
    }
    if (catalog !== base.catalog && base.catalog !== latest) {
      return TABLES_TABLE;
    }
    return (
      this.#latest.changedRedefinition(workspace) ??
      this.#changedTable(base, reads)
    );
  }

  /** Most transactions are short: a few commits in the log say what changed. */
  #changedTable(base: Snapshot, reads: ReadSet): string | null {
    const isShort =
      this.log.reachesBackTo(base.ts) &&
      this.log.countSince(base.ts) <= MAX_COMMITS_TO_SEARCH;
    if (!isShort) return changedTable(reads, base, this.#latest.snapshot());
    return reads.conflictWith(this.log.between(base.ts, this.#latest.ts));
  }

  #nextTs(): bigint {
    const now =
      BigInt(Math.floor(this.options.clock.now())) *
      NANOSECONDS_PER_MILLISECOND;
    const next = this.#latest.ts + 1n;
    return now > next ? now : next;
  }

  #storeChange({ slot, before, after }: Write): StoreChange {
    const { component } = this.#latest.definition(slot);
    const id = (after ?? before)?.document.id;
    if (id === undefined) throw new RangeError("write of nothing");
    const key = documentKey(component, id);
    const { sum } = this.options;
    if (before !== null) sum.remove(key, before.document.text);
    const text = after === null ? null : after.document.text;
    if (text !== null) sum.add(key, text);
    return { key, text };
  }

  async #writeQueue(): Promise<void> {
    // Defers the write, so that commits of one tick share a batch.
    await Promise.resolve();
    while (this.#queue.length > 0) {
      const batch = this.#queue;
      const snapshot = this.#latest.snapshot();
      this.#queue = [];
      const { store, sum, onWriting } = this.options;
      const changes = batch.flatMap((pending) => pending.changes);
      changes.push(...stateRecords(snapshot.ts, sum));
      try {
        const written = store.write(changes);
        onWriting(
          batch.map(({ commit }) => commit),
          snapshot,
        );
        await written;
      } catch (error) {
        this.#fail(error, batch);
        break;
      }
      this.#publish(batch, snapshot);
    }
    this.#writing = null;
  }

  #publish(batch: readonly Pending[], snapshot: Snapshot): void {
    this.#durable = snapshot;
    // Callers first: a mutation is answered before its effects are shown.
    for (const { resolve, commit } of batch) resolve(commit.ts);
    const ready = this.#waiters.filter(({ ts }) => ts <= snapshot.ts);
    this.#waiters = this.#waiters.filter(({ ts }) => ts > snapshot.ts);
    for (const { resolve } of ready) resolve();
    this.options.onPublish(batch.map(({ commit }) => commit));
  }

  #fail(error: unknown, batch: readonly Pending[]): void {
    this.#failure = new Error("The disk refused a write", { cause: error });
    const waiting = [...batch, ...this.#queue, ...this.#waiters];
    this.#queue = [];
    this.#waiters = [];
    for (const { reject } of waiting) reject(this.#failure);
    this.options.onFatal(this.#failure);
  }
}
