/**
 * Serialisable transactions over documents in memory, backed by a store that is
 * only read when it is opened.
 */
import type { Clock } from "../base/clock";
import { ClosedError } from "../base/errors";
import type { Logger } from "../base/logger";
import type { SchemaJson, SystemTableSchema } from "../index/schema";
import type { DocumentStore } from "../storage/document-store";
import { Committer } from "./committer";
import { CreationTimes } from "./creation-times";
import { loadSnapshot } from "./load";
import type { ReadSet } from "./read-set";
import { FORMAT, FORMAT_KEY } from "./records";
import { changeSchema } from "./schema-change";
import type { Snapshot } from "./snapshot";
import { Transaction } from "./transaction";
import type { PublishedCommit } from "./write-log";

export type { PublishedCommit, Snapshot };

export type DatabaseOptions = {
  readonly store: DocumentStore;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Indexes and validators of tables whose names start with `_`. */
  readonly systemTables?: readonly SystemTableSchema[];
  /** The disk refused a write: stop the process, nothing is acknowledged any more. */
  readonly onFatal: (error: unknown) => void;
};

/** A table and how many documents it holds. */
export type TableListing = {
  readonly name: string;
  readonly number: number;
  readonly count: number;
};

type Listener = (commits: readonly PublishedCommit[]) => void;

/** Commits between two clean-ups of the write log. */
const PRUNE_INTERVAL = 256;
/** Kept for queries that have just ended and ask whether they are current. */
const MIN_LOG_SIZE = 1024;
/** Some seconds under the greatest load. */
const MAX_LOG_BYTES = 32 * 1024 * 1024;

export class Database {
  readonly #options: DatabaseOptions;
  readonly #committer: Committer;
  readonly #creationTimes: CreationTimes;
  readonly #listeners = new Set<Listener>();
  readonly #systemTables: ReadonlyMap<string, SystemTableSchema>;
  readonly #running = new Set<Transaction>();
  #logSizeAtPrune = 0;
  #closing: Promise<void> | null = null;

  private constructor(
    options: DatabaseOptions,
    snapshot: Snapshot,
    systemTables: ReadonlyMap<string, SystemTableSchema>,
  ) {
    this.#options = options;
    this.#systemTables = systemTables;
    this.#creationTimes = new CreationTimes(
      options.clock,
      Number(snapshot.ts) / 1e6,
    );
    this.#committer = new Committer(snapshot, {
      store: options.store,
      clock: options.clock,
      onFatal: options.onFatal,
      onPublish: (commits) => this.#publish(commits),
    });
  }

  /**
   * Reads all documents of `store`, which belongs to the database from here on.
   *
   * @throws Error when the store holds something else
   */
  static async open(options: DatabaseOptions): Promise<Database> {
    const { store } = options;
    const systemTables = byName(options.systemTables ?? []);
    const snapshot = await loadSnapshot(store, systemTables);
    await store.write([{ key: FORMAT_KEY, text: FORMAT }]);
    return new Database(options, snapshot, systemTables);
  }

  /** Begins a mutation's transaction on the latest state. */
  begin(): Transaction {
    return this.#begin(this.#committer.latestSnapshot(), false);
  }

  /** Begins a query's transaction; its writes are refused. */
  beginRead(snapshot: Snapshot = this.snapshot()): Transaction {
    return this.#begin(snapshot, true);
  }

  /** The newest state that is on disk. */
  snapshot(): Snapshot {
    return this.#committer.durable;
  }

  /**
   * Ends `transaction`.
   *
   * @returns the commit's timestamp, when it is on disk; for a transaction
   *   without writes, the timestamp of what it read, when that is on disk
   * @throws ConflictError when what it read has changed since
   */
  async commit(transaction: Transaction): Promise<bigint> {
    if (transaction.isClosed) throw new ClosedError("transaction");
    // Decided when this returns; only the wait for the disk is left.
    const committed = this.#committer.commit(transaction);
    transaction.close();
    return committed;
  }

  /**
   * Tells a mutation's transaction that it has been kept waiting: it goes on
   * with the latest state, as if it had only begun now. A query goes on with the
   * state that was chosen for it.
   *
   * @throws ConflictError when what it read has changed: it can never commit
   */
  refresh(transaction: Transaction): void {
    if (transaction.isClosed || transaction.isReadOnly) return;
    this.#committer.refresh(transaction);
  }

  /** How much has been committed since it was opened, and how much refused. */
  get counts(): Readonly<Committer["counts"]> {
    return this.#committer.counts;
  }

  /** Resolves when the state at `ts` is on disk. */
  whenDurable(ts: bigint): Promise<void> {
    return this.#committer.whenDurable(ts);
  }

  /**
   * @returns whether no commit after `sinceTs` that is on disk touches
   *   `readSet`; false also when that is too long ago to know
   */
  isCurrent(readSet: ReadSet, sinceTs: bigint): boolean {
    const { log, durable } = this.#committer;
    if (sinceTs >= durable.ts) return true;
    if (!log.reachesBackTo(sinceTs)) return false;
    return readSet.conflictWith(log.between(sinceTs, durable.ts)) === null;
  }

  /**
   * @param listener called after commits have become durable, in order
   * @returns a function that ends it
   */
  onPublish(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Makes a component's tables fit a schema: new numbers, indexes, validators.
   * Existing documents are checked, and new indexes built, in one go.
   *
   * @param schema null for a component without one
   * @throws UserError when the schema or a document is not allowed; nothing has changed then
   */
  async applySchema(
    component: string,
    schema: SchemaJson | null,
  ): Promise<void> {
    const transaction = this.begin();
    try {
      changeSchema(transaction, component, schema);
      await this.commit(transaction);
    } finally {
      transaction.close();
    }
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

  /** Waits for commits under way, then closes the store. Safe to call twice. */
  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  async #close(): Promise<void> {
    await this.#committer.close();
    await this.#options.store.close();
  }

  #begin(snapshot: Snapshot, isReadOnly: boolean): Transaction {
    if (this.#closing !== null) throw new ClosedError("database");
    const transaction = new Transaction(snapshot, {
      isReadOnly,
      systemTables: this.#systemTables,
      nextCreationTime: () => this.#creationTimes.next(),
      onClose: (closed) => this.#running.delete(closed),
    });
    this.#running.add(transaction);
    return transaction;
  }

  #publish(commits: readonly PublishedCommit[]): void {
    for (const listener of this.#listeners) {
      try {
        listener(commits);
      } catch (error) {
        this.#options.logger.error("A listener for commits failed", error);
      }
    }
    const { log } = this.#committer;
    const hasGrown = log.size - this.#logSizeAtPrune >= PRUNE_INTERVAL;
    if (!hasGrown && log.bytes < 2 * MAX_LOG_BYTES) return;
    this.#pruneLog();
    this.#logSizeAtPrune = log.size;
  }

  /** Forgets commits that are older than every running transaction. */
  #pruneLog(): void {
    const { log, durable } = this.#committer;
    let neededTs = durable.ts;
    for (const { beginTs } of this.#running) {
      if (beginTs < neededTs) neededTs = beginTs;
    }
    log.prune(neededTs, { min: MIN_LOG_SIZE, maxBytes: MAX_LOG_BYTES });
  }
}

function byName(
  schemas: readonly SystemTableSchema[],
): ReadonlyMap<string, SystemTableSchema> {
  return new Map(schemas.map((schema) => [schema.name, schema]));
}
