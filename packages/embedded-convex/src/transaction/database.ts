/**
 * Serialisable transactions over documents in memory, backed by a store that is
 * read only when the database is opened.
 */
import type { Clock } from "../base/clock";
import { ClosedError, ConflictError } from "../base/errors";
import type { Logger } from "../base/logger";
import type { SystemTableSchema } from "../index/schema";
import type { DocumentStore } from "../storage/document-store";
import { Committer } from "./committer";
import { CreationTimes } from "./creation-times";
import { loadSnapshot } from "./load";
import type { ReadSet } from "./read-set";
import type { RecordSum } from "./record-sum";
import { FORMAT, FORMAT_KEY, stateRecords } from "./records";
import type { Snapshot } from "./snapshot";
import { Transaction } from "./transaction";
import type { PublishedCommit } from "./write-log";

export type { PublishedCommit, Snapshot };

type DatabaseOptions = {
  readonly store: DocumentStore;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Indexes and validators of system tables. */
  readonly systemTables?: readonly SystemTableSchema[];
  /** Whether messages name only the type of a value; false by default. */
  readonly hidesValues?: boolean;
  /** Called before anything is written; if it throws, nothing is changed. */
  readonly onLoaded?: (snapshot: Snapshot) => void;
  /** The disk refused a write: stop the process. No commit is acknowledged. */
  readonly onFatal: (error: unknown) => void;
};

export type TableListing = {
  readonly name: string;
  readonly number: number;
  readonly count: number;
};

type Listener = (commits: readonly PublishedCommit[]) => void;
type WritingListener = (
  commits: readonly PublishedCommit[],
  snapshot: Snapshot,
) => void;

/** By how much the clock may have been put back since the newest commit without a warning. */
const USUAL_CORRECTION_MS = 5000;
/** Number of commits between two prunes of the write log. */
const PRUNE_INTERVAL = 256;
/** Commits to keep, so that `isCurrent` can check a query that just ended. */
const MIN_LOG_SIZE = 1024;
/** Holds some seconds of commits under the highest load. */
const MAX_LOG_BYTES = 32 * 1024 * 1024;
/** Of a change by the backend itself. */
const MAX_WRITE_ATTEMPTS = 16;

export class Database {
  readonly #committer: Committer;
  readonly #creationTimes: CreationTimes;
  readonly #listeners = new Set<Listener>();
  readonly #writingListeners = new Set<WritingListener>();
  readonly #running = new Set<Transaction>();
  #logSizeAtPrune = 0;
  #closing: Promise<void> | null = null;

  private constructor(
    private readonly options: DatabaseOptions,
    { snapshot, sum }: { snapshot: Snapshot; sum: RecordSum },
    private readonly systemTables: ReadonlyMap<string, SystemTableSchema>,
  ) {
    this.#creationTimes = new CreationTimes(
      options.clock,
      Number(snapshot.ts) / 1e6,
    );
    this.#committer = new Committer(snapshot, {
      store: options.store,
      sum,
      clock: options.clock,
      onFatal: options.onFatal,
      onWriting: (commits, snapshot) => this.#tellWriting(commits, snapshot),
      onPublish: (commits) => this.#publish(commits),
    });
  }

  /**
   * Loads all documents of `store`, which the database owns from then on.
   *
   * @throws DamagedDataError when the store does not hold what was committed
   * @throws Error when the store holds something else
   */
  static async open(options: DatabaseOptions): Promise<Database> {
    const { store } = options;
    const schemas = options.systemTables ?? [];
    const systemTables = new Map(schemas.map((one) => [one.name, one]));
    const loaded = await loadSnapshot(store, systemTables);
    options.onLoaded?.(loaded.snapshot);
    warnOfClock(loaded.snapshot, options);
    if (loaded.isNew) {
      await store.write([
        { key: FORMAT_KEY, text: FORMAT },
        ...stateRecords(loaded.snapshot.ts, loaded.sum),
      ]);
    }
    return new Database(options, loaded, systemTables);
  }

  /** Begins a mutation's transaction on the latest state. */
  begin(): Transaction {
    return this.#begin(this.#committer.latestSnapshot(), false);
  }

  /** Begins a query's transaction; it refuses writes. */
  beginRead(snapshot: Snapshot = this.snapshot()): Transaction {
    return this.#begin(snapshot, true);
  }

  /** @returns what `look` returns of the newest durable state */
  read<Result>(look: (transaction: Transaction) => Result): Result {
    const transaction = this.beginRead();
    try {
      return look(transaction);
    } finally {
      transaction.close();
    }
  }

  /**
   * Runs `change` in a transaction of its own and commits it, with up to 16
   * attempts. For the backend's own changes to system tables.
   *
   * @param change starts again from the beginning after a conflict
   * @returns the result of `change` and the commit timestamp, once durable
   * @throws ConflictError when the last attempt conflicts
   */
  async write<Result>(
    change: (transaction: Transaction) => Result,
  ): Promise<{ result: Result; ts: bigint }> {
    for (let attempt = 1; ; attempt++) {
      const transaction = this.begin();
      try {
        const result = change(transaction);
        return { result, ts: await this.commit(transaction) };
      } catch (error) {
        const isLast = attempt === MAX_WRITE_ATTEMPTS;
        if (isLast || !(error instanceof ConflictError)) throw error;
      } finally {
        transaction.close();
      }
    }
  }

  /** The newest durable state. */
  snapshot(): Snapshot {
    return this.#committer.durable;
  }

  /**
   * Commits and closes `transaction`.
   *
   * @returns the commit timestamp, once durable; without writes, the timestamp
   *   of the transaction's snapshot, once that is durable
   * @throws ConflictError when something that it read has changed
   * @throws ClosedError when it is closed already
   */
  async commit(transaction: Transaction): Promise<bigint> {
    if (transaction.isClosed) throw new ClosedError("transaction");
    // The commit is decided when this returns; only the disk is still awaited.
    const committed = this.#committer.commit(transaction);
    transaction.close();
    return committed;
  }

  /**
   * Called when a mutation's transaction has been kept waiting. If it has no
   * writes, it continues on the latest state, as if it had only just begun. A
   * query keeps its snapshot.
   *
   * @throws ConflictError when something that it read has changed, so that it
   *   could never commit
   */
  refresh(transaction: Transaction): void {
    if (transaction.isClosed || transaction.isReadOnly) return;
    this.#committer.refresh(transaction);
  }

  get hidesValues(): boolean {
    return this.options.hidesValues ?? false;
  }

  get counts(): Readonly<Committer["counts"]> {
    return this.#committer.counts;
  }

  whenDurable(ts: bigint): Promise<void> {
    return this.#committer.whenDurable(ts);
  }

  /**
   * @returns whether no durable commit after `sinceTs` touches `readSet`; also
   *   false when the write log no longer reaches back that far
   */
  isCurrent(readSet: ReadSet, sinceTs: bigint): boolean {
    const { log, durable } = this.#committer;
    if (sinceTs >= durable.ts) return true;
    if (!log.reachesBackTo(sinceTs)) return false;
    return readSet.conflictWith(log.between(sinceTs, durable.ts)) === null;
  }

  /**
   * @param listener called after commits have become durable, in their order
   * @returns a function that unsubscribes it
   */
  onPublish(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * @param listener called when commits are on their way to the disk, with the
   *   state that will be durable next; nobody may be shown it before
   * @returns a function that unsubscribes it
   */
  onWriting(listener: WritingListener): () => void {
    this.#writingListeners.add(listener);
    return () => this.#writingListeners.delete(listener);
  }

  /** @returns a component's tables, in order of their numbers */
  tables(component: string): TableListing[] {
    const { catalog, tables } = this.snapshot();
    const listings = [...catalog.slotsOf(component)].flatMap((slot) => {
      const table = tables[slot];
      if (table === undefined) return [];
      const { name, number } = table.definition;
      return [{ name, number, count: table.count }];
    });
    return listings.sort((a, b) => a.number - b.number);
  }

  /** Waits for pending commits, then closes the store. Idempotent. */
  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  async #close(): Promise<void> {
    await this.#committer.close();
    await this.options.store.close();
  }

  #begin(snapshot: Snapshot, isReadOnly: boolean): Transaction {
    if (this.#closing !== null) throw new ClosedError("database");
    const transaction = new Transaction(snapshot, {
      isReadOnly,
      hidesValues: this.hidesValues,
      systemTables: this.systemTables,
      nextCreationTime: () => this.#creationTimes.next(),
      onClose: (closed) => this.#running.delete(closed),
    });
    this.#running.add(transaction);
    return transaction;
  }

  #tellWriting(commits: readonly PublishedCommit[], snapshot: Snapshot): void {
    for (const listener of this.#writingListeners) {
      this.#guard(() => listener(commits, snapshot));
    }
  }

  #guard(listen: () => void): void {
    try {
      listen();
    } catch (error) {
      this.options.logger.error("A listener for commits failed", error);
    }
  }

  #publish(commits: readonly PublishedCommit[]): void {
    for (const listener of this.#listeners) {
      this.#guard(() => listener(commits));
    }
    const { log } = this.#committer;
    const hasGrown = log.size - this.#logSizeAtPrune >= PRUNE_INTERVAL;
    if (!hasGrown && log.bytes < 2 * MAX_LOG_BYTES) return;
    this.#pruneLog();
    this.#logSizeAtPrune = log.size;
  }

  /**
   * Forgets commits that no running transaction needs for its validation, and
   * the oldest ones beyond the memory limit.
   */
  #pruneLog(): void {
    const { log, durable } = this.#committer;
    let neededTs = durable.ts;
    for (const { beginTs } of this.#running) {
      if (beginTs < neededTs) neededTs = beginTs;
    }
    log.prune(neededTs, { min: MIN_LOG_SIZE, maxBytes: MAX_LOG_BYTES });
  }
}

/** Commit timestamps never decrease, but what is due runs by the clock. */
function warnOfClock({ ts }: Snapshot, { clock, logger }: DatabaseOptions) {
  const committedMs = Number(ts) / 1e6;
  const nowMs = clock.now();
  if (committedMs - nowMs <= USUAL_CORRECTION_MS) return;
  const [now, committed] = [nowMs, committedMs].map((ms) =>
    new Date(ms).toISOString(),
  );
  logger.warn(
    `The clock says ${now}, but the newest change was made at ${committed}. If the clock is wrong, set it right (NTP) and start again. If it was wrong then, jobs that were scheduled by it may run late`,
  );
}
