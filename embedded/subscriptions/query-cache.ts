import type { Clock } from "../base/clock";
import type {
  FunctionCall,
  QueryOutcome,
} from "../functions/execution/function-call";
import { systemTimers, type Timers } from "../base/timers";
import type { PublishedCommit } from "../transaction/database";
import type { Snapshot } from "../transaction/snapshot";
import type { ReadSet } from "../transaction/read-set";
import { IntervalIndex } from "./interval-index";
import type { LiveQuery } from "./live-query";
import { PacedQueue } from "./paced-queue";
import { QueryExecution, type QueryHolder } from "./query-execution";

/** How long a result that depends on the time or on chance is handed out. */
const TIME_DEPENDENT_RESULT_MS = 15_000;

/** Paths come from clients: what is remembered about them is bounded. */
const MAX_REMEMBERED_PATHS = 10_000;

/** Whoever reads so many holds up everybody else for some milliseconds. */
const COSTLY_DOCUMENTS = 1000;

type CacheOptions<Result> = {
  database: {
    isCurrent(readSet: ReadSet, sinceTs: bigint): boolean;
    onPublish(
      listener: (commits: readonly PublishedCommit[]) => void,
    ): () => void;
  };
  clock: Clock;
  timers?: Timers;
  runQuery(
    call: FunctionCall,
    options: { snapshot: Snapshot; journal: string | null },
  ): Promise<QueryOutcome>;
  newRequestId(): string;
  /** Makes, once per run, what holders need of an outcome. */
  render(outcome: QueryOutcome, call: FunctionCall): Result;
  /** Puts off telling holders, so that commits of one moment tell them once. */
  defer?: (flush: () => void) => void;
};

/** A run under way, with those who wait for it. */
type Running<Result> = {
  execution: QueryExecution<Result>;
  waiters: Waiter<Result>[];
};

type Waiter<Result> = {
  query: LiveQuery;
  snapshot: Snapshot;
  holder: QueryHolder<Result>;
};

/**
 * The results of watched queries, run once for everybody who asks the same and
 * kept as long as somebody shows them and no commit touches what they read.
 *
 * A run registers its read set in the tick in which it finishes and is checked
 * against the commits published while it ran, so no commit slips between.
 *
 * A commit tells holders at once, so that what is cheap follows every change.
 * Results that were costly are told of one by one with a rest after each: under
 * many commits they skip some of them, instead of taking all the server's time.
 * What else a connection shows waits with them (`isResting`): a Transition is of
 * one moment, and would run them again.
 * Whoever asks is always given the newest.
 */
export class QueryCache<Result> {
  readonly #options: CacheOptions<Result>;
  readonly #index = new IntervalIndex<QueryExecution<Result>>();
  /** Everything registered; a newer result may have taken its key. */
  readonly #registered = new Set<QueryExecution<Result>>();
  readonly #current = new Map<string, QueryExecution<Result>>();
  readonly #running = new Map<string, Running<Result>>();
  readonly #usesIdentity = new Map<string, boolean>();
  readonly #unsubscribe: () => void;
  readonly #costly: PacedQueue<QueryExecution<Result>>;
  #invalidated = new Set<QueryHolder<Result>>();
  #generation = 0;

  constructor(options: CacheOptions<Result>) {
    this.#options = options;
    this.#costly = new PacedQueue(options.timers ?? systemTimers, (execution) =>
      this.#tellHolders(execution),
    );
    this.#unsubscribe = options.database.onPublish((commits) =>
      this.#onPublish(commits),
    );
  }

  /** How many results are kept. */
  get size(): number {
    return this.#registered.size;
  }

  /**
   * Returns the execution that gives `query`'s result at `snapshot`, which must
   * be the newest one. Null if it has to run: then `holder` is called in the
   * tick in which it has. A function that throws is a result. The holder hears
   * when the result is no longer current, until `release`.
   */
  acquire(
    query: LiveQuery,
    snapshot: Snapshot,
    holder: QueryHolder<Result>,
  ): QueryExecution<Result> | null {
    const current = this.#findCurrent(query, snapshot);
    if (current !== null) {
      current.holders.add(holder);
      return current;
    }
    const running =
      this.#findRunning(query, snapshot) ?? this.#start(query, snapshot);
    running.execution.holders.add(holder);
    running.waiters.push({ query, snapshot, holder });
    return null;
  }

  /** Ends `holder`'s interest; the last one to leave drops the result. */
  release(
    execution: QueryExecution<Result>,
    holder: QueryHolder<Result>,
  ): void {
    execution.holders.delete(holder);
    if (execution.holders.size === 0 && execution.isCurrent) {
      this.#forget(execution);
    }
  }

  /** Makes every result stale: the functions themselves have changed. */
  invalidateAll(): void {
    this.#generation += 1;
    this.#running.clear();
    this.#usesIdentity.clear();
    for (const execution of this.#registered) {
      this.#forget(execution);
      this.#tellHolders(execution);
    }
    this.#costly.takeAll();
  }

  close(): void {
    this.#unsubscribe();
    this.#costly.close();
  }

  #findCurrent(
    query: LiveQuery,
    snapshot: Snapshot,
  ): QueryExecution<Result> | null {
    const execution =
      this.#current.get(query.sharedKey) ?? this.#current.get(query.ownKey);
    if (execution === undefined) return null;
    if (!execution.serves(query.identityKey, snapshot.ts)) return null;
    return this.#isTooOld(execution) ? null : execution;
  }

  #findRunning(query: LiveQuery, snapshot: Snapshot) {
    const running =
      this.#running.get(query.sharedKey) ?? this.#running.get(query.ownKey);
    const isUseful =
      running !== undefined && running.execution.ts <= snapshot.ts;
    return isUseful ? running : null;
  }

  #isTooOld(execution: QueryExecution<Result>): boolean {
    if (!execution.run.usedTimeOrRandom) return false;
    const ageMs = this.#options.clock.now() - execution.startedAtMs;
    return ageMs > TIME_DEPENDENT_RESULT_MS;
  }

  #start(query: LiveQuery, snapshot: Snapshot): Running<Result> {
    const execution = new QueryExecution<Result>({
      ts: snapshot.ts,
      sharedKey: query.sharedKey,
      identityKey: query.identityKey,
      ownKey: query.ownKey,
      startedAtMs: this.#options.clock.now(),
    });
    const usesIdentity = this.#usesIdentity.get(query.path) ?? true;
    const key = usesIdentity ? query.ownKey : query.sharedKey;
    const running: Running<Result> = { execution, waiters: [] };
    this.#running.set(key, running);
    const end = () => {
      if (this.#running.get(key) === running) this.#running.delete(key);
    };
    const generation = this.#generation;
    const { component, path, args, caller, journal } = query;
    const requestId = this.#options.newRequestId();
    const call = { component, path, args, caller, requestId };
    this.#options.runQuery(call, { snapshot, journal }).then(
      (outcome) => {
        end();
        this.#finish(running, outcome, call, generation);
      },
      (error: unknown) => {
        end();
        for (const { holder } of running.waiters) holder.onFailed(error);
      },
    );
    return running;
  }

  #finish(
    { execution, waiters }: Running<Result>,
    outcome: QueryOutcome,
    call: FunctionCall,
    generation: number,
  ): void {
    const { readSet, journal, usedIdentity, usedTimeOrRandom, documentsRead } =
      outcome;
    const result = this.#options.render(outcome, call);
    execution.finish({
      result,
      readSet,
      journal,
      usedIdentity,
      usedTimeOrRandom,
      documentsRead,
      tookMs: this.#options.clock.now() - execution.startedAtMs,
    });
    this.#rememberIdentityUse(call.path, usedIdentity);
    const isCurrent =
      generation === this.#generation &&
      this.#options.database.isCurrent(readSet, execution.ts);
    if (isCurrent) this.#register(execution);
    else this.#tellInTurn(execution);
    for (const waiter of waiters) this.#answer(waiter, execution);
  }

  /** Gives a waiter the run's result, or one that is its own. */
  #answer(waiter: Waiter<Result>, execution: QueryExecution<Result>): void {
    const { query, snapshot, holder } = waiter;
    if (execution.serves(query.identityKey, snapshot.ts)) {
      return holder.onAcquired(execution);
    }
    this.release(execution, holder);
    const other = this.acquire(query, snapshot, holder);
    if (other !== null) holder.onAcquired(other);
  }

  #rememberIdentityUse(path: string, usedIdentity: boolean): void {
    const isFull = this.#usesIdentity.size >= MAX_REMEMBERED_PATHS;
    if (isFull && !this.#usesIdentity.has(path)) return;
    this.#usesIdentity.set(path, usedIdentity);
  }

  #register(execution: QueryExecution<Result>): void {
    execution.isCurrent = true;
    this.#registered.add(execution);
    this.#index.add(execution.run.readSet, execution);
    this.#current.set(registeredKey(execution), execution);
  }

  #forget(execution: QueryExecution<Result>): void {
    execution.isCurrent = false;
    this.#registered.delete(execution);
    this.#index.remove(execution.run.readSet, execution);
    const key = registeredKey(execution);
    if (this.#current.get(key) === execution) this.#current.delete(key);
  }

  #onPublish(commits: readonly PublishedCommit[]): void {
    for (const { touched } of commits) {
      for (const execution of this.#index.touchedBy(touched)) {
        this.#invalidate(execution);
      }
    }
  }

  #invalidate(execution: QueryExecution<Result>): void {
    this.#forget(execution);
    this.#tellInTurn(execution);
  }

  #tellInTurn(execution: QueryExecution<Result>): void {
    const { documentsRead, tookMs } = execution.run;
    if (documentsRead < COSTLY_DOCUMENTS) this.#tellHolders(execution);
    else {
      execution.isResting = true;
      this.#costly.add(execution, tookMs);
    }
  }

  /** Returns whether anybody still shows the result. */
  #tellHolders(execution: QueryExecution<Result>): boolean {
    execution.isResting = false;
    if (execution.holders.size === 0) return false;
    const isFirst = this.#invalidated.size === 0;
    for (const holder of execution.holders) this.#invalidated.add(holder);
    if (isFirst) (this.#options.defer ?? setImmediate)(() => this.#flush());
    return true;
  }

  #flush(): void {
    const holders = this.#invalidated;
    this.#invalidated = new Set();
    for (const holder of holders) holder.onInvalidated();
  }
}

function registeredKey<Result>(execution: QueryExecution<Result>): string {
  return execution.run.usedIdentity ? execution.ownKey : execution.sharedKey;
}
