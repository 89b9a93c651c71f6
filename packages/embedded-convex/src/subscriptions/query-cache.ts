import { AbandonedError } from "../base/errors";
import type {
  FunctionCall,
  QueryOutcome,
} from "../functions/calls/call-and-outcome";
import type { Gateway } from "../functions/dispatch/gateway";
import type { Timers } from "../base/timers";
import { turns } from "../base/turns";
import type {
  Database,
  PublishedCommit,
  Snapshot,
} from "../transaction/database";
import { IntervalIndex } from "./interval-index";
import type { KeyedQuery } from "./keyed-query";
import { Notifier } from "./notifier";
import { PacedQueue } from "./paced-queue";
import { Subscription, type Subscriber } from "./subscription";

/** Maximum age of a shared result that depends on time or randomness. */
const TIME_DEPENDENT_RESULT_MS = 15_000;

/** Bounds the memory that clients can use by sending unknown paths. */
const MAX_REMEMBERED_PATHS = 10_000;

/** Queries that read this many documents block the server for milliseconds. */
const COSTLY_DOCUMENTS = 1000;

/** A commit that concerns a team and its onlookers has fewer subscribers. */
const MAX_PROMPT = 32;

type CacheOptions<Result> = {
  database: Pick<Database, "isCurrent" | "onPublish" | "onWriting">;
  timers: Timers;
  runQuery: Gateway["runQuery"];
  newRequestId(): string;
  /** Converts an outcome for the subscribers, once for all of them. */
  render(outcome: QueryOutcome, call: FunctionCall): Result;
  /**
   * Schedules the notification of subscribers, so that several commits cause
   * one notification. `setImmediate` by default.
   */
  defer?: (flush: () => void) => void;
  /** Does one of the many pieces of a change that reaches everyone. */
  spread?: (work: () => void) => void;
};

/** A running query with the subscribers that wait for it. */
type Pending<Result> = {
  subscription: Subscription<Result>;
  waiters: Waiter<Result>[];
};

type Waiter<Result> = {
  query: KeyedQuery;
  snapshot: Snapshot;
  subscriber: Subscriber<Result>;
};

/**
 * Shares the results of queries between subscribers. Equal queries run once. A
 * result is kept while it has subscribers and no commit touches its read set.
 *
 * No commit is missed: when a query finishes, its read set is checked against
 * the commits published while it ran, and registered in the same tick.
 *
 * While the disk writes a commit that concerns few, their queries already run on
 * the state after it. It is shown to nobody before, because nobody asks for a
 * timestamp that is not durable.
 *
 * A commit that concerns few subscribers invalidates cheap results at once. One
 * that concerns many tells them in turns, between which the server answers
 * others; whoever needs an update earlier does not wait for a turn.
 *
 * Costly results are invalidated one by one, with a rest after each, so that
 * under many commits they skip some states instead of taking all the server's
 * time. The other queries of the same connection wait with them (`isResting`),
 * because a Transition brings all queries to one timestamp and would rerun the
 * costly ones. A new subscription always gets the newest result.
 */
export class QueryCache<Result> {
  readonly #index = new IntervalIndex<Subscription<Result>>();
  /** All current results. `#current` has only the newest of each key. */
  readonly #registered = new Set<Subscription<Result>>();
  readonly #current = new Map<string, Subscription<Result>>();
  readonly #pending = new Map<string, Pending<Result>>();
  readonly #usesIdentity = new Map<string, boolean>();
  readonly #stopListening: (() => void)[];
  /** Results of a state that is not durable yet. */
  #ahead: Subscription<Result>[] = [];
  readonly #costly: PacedQueue<Subscription<Result>>;
  readonly #notifier: Notifier<Result>;
  readonly #defer: (work: () => void) => void;
  #generation = 0;

  constructor(private readonly options: CacheOptions<Result>) {
    this.#costly = new PacedQueue(options.timers, (subscription) =>
      this.#tellSubscribers(subscription),
    );
    this.#defer = options.defer ?? setImmediate;
    this.#notifier = new Notifier(
      this.#defer,
      options.spread ?? ((work) => turns.spread(work)),
    );
    const { database } = options;
    this.#stopListening = [
      database.onPublish((commits) => this.#onPublish(commits)),
      database.onWriting((commits, snapshot) =>
        this.#runAhead(commits, snapshot),
      ),
    ];
  }

  get size(): number {
    return this.#registered.size;
  }

  /**
   * Subscribes to the result of `query`. `subscriber` is notified when it is no
   * longer current, until `unsubscribe`. A function that throws is a result.
   *
   * @param snapshot the newest one
   * @returns null when the query has to run first: `onSubscribed` or `onFailed`
   *   is called in the tick in which it finishes
   */
  subscribe(
    query: KeyedQuery,
    snapshot: Snapshot,
    subscriber: Subscriber<Result>,
  ): Subscription<Result> | null {
    const current = this.#findCurrent(query, snapshot);
    if (current !== null) {
      current.subscribers.add(subscriber);
      return current;
    }
    const pending =
      this.#findPending(query, snapshot) ?? this.#start(query, snapshot);
    pending.subscription.subscribers.add(subscriber);
    pending.waiters.push({ query, snapshot, subscriber });
    return null;
  }

  /** Removes `subscriber`; a result without subscribers is dropped. */
  unsubscribe(
    subscription: Subscription<Result>,
    subscriber: Subscriber<Result>,
  ): void {
    const { payer, subscribers } = subscription;
    subscribers.delete(subscriber);
    if (subscribers.size === 0 && subscription.isCurrent) {
      this.#forget(subscription);
    }
    if (payer === subscriber) subscription.payer?.onCharged();
  }

  /** Invalidates every result, because the functions have changed. */
  invalidateAll(): void {
    this.#generation += 1;
    this.#pending.clear();
    this.#usesIdentity.clear();
    const reachesMany = isForMany(this.#registered);
    for (const subscription of this.#registered) {
      this.#forget(subscription);
      this.#tellSubscribers(subscription, reachesMany);
    }
    this.#costly.takeAll();
  }

  close(): void {
    for (const stop of this.#stopListening) stop();
    this.#costly.close();
  }

  #findCurrent(
    query: KeyedQuery,
    snapshot: Snapshot,
  ): Subscription<Result> | null {
    const subscription =
      this.#current.get(query.sharedKey) ?? this.#current.get(query.ownKey);
    if (subscription === undefined) return null;
    if (!subscription.serves(query.identityKey, snapshot.ts)) return null;
    return this.#isTooOld(subscription) ? null : subscription;
  }

  #findPending(query: KeyedQuery, snapshot: Snapshot) {
    const pending =
      this.#pending.get(query.sharedKey) ?? this.#pending.get(query.ownKey);
    const isUseful =
      pending !== undefined && pending.subscription.ts <= snapshot.ts;
    return isUseful ? pending : null;
  }

  #isTooOld(subscription: Subscription<Result>): boolean {
    if (!subscription.outcome.usedTimeOrRandom) return false;
    const ageMs = this.options.timers.steadyNow() - subscription.startedAtMs;
    return ageMs > TIME_DEPENDENT_RESULT_MS;
  }

  #start(query: KeyedQuery, snapshot: Snapshot): Pending<Result> {
    const subscription = new Subscription<Result>(
      query,
      snapshot.ts,
      this.options.timers.steadyNow(),
    );
    const usesIdentity = this.#usesIdentity.get(query.path) ?? true;
    const key = usesIdentity ? query.ownKey : query.sharedKey;
    const pending: Pending<Result> = { subscription, waiters: [] };
    this.#pending.set(key, pending);
    const end = () => {
      if (this.#pending.get(key) === pending) this.#pending.delete(key);
    };
    const generation = this.#generation;
    const { component, path, args, caller, journal, asker } = query;
    const requestId = this.options.newRequestId();
    let beganAtMs = subscription.startedAtMs;
    const onTurn = () => {
      beganAtMs = this.options.timers.steadyNow();
      // Nobody waits yet if its turn comes at once, or if it runs ahead.
      const { waiters } = pending;
      const isOpen = ({ subscriber }: Waiter<Result>) => !subscriber.isClosed;
      return waiters.length === 0 || waiters.some(isOpen);
    };
    const call = { component, path, args, caller, requestId, asker, onTurn };
    this.options.runQuery(call, { snapshot, journal }).then(
      (outcome) => {
        end();
        const tookMs = this.options.timers.steadyNow() - beganAtMs;
        this.#finish(pending, outcome, call, { generation, tookMs });
      },
      (error: unknown) => {
        end();
        this.#fail(pending, error);
      },
    );
    return pending;
  }

  #finish(
    { subscription, waiters }: Pending<Result>,
    outcome: QueryOutcome,
    call: FunctionCall,
    { generation, tookMs }: { generation: number; tookMs: number },
  ): void {
    const { readSet, journal, usedIdentity, usedTimeOrRandom, documentsRead } =
      outcome;
    const result = this.options.render(outcome, call);
    subscription.finish({
      result,
      readSet,
      journal,
      usedIdentity,
      usedTimeOrRandom,
      documentsRead,
      tookMs,
    });
    this.#rememberIdentityUse(call.path, usedIdentity);
    const isCurrent =
      generation === this.#generation &&
      this.options.database.isCurrent(readSet, subscription.ts);
    if (!isCurrent) this.#tellInTurn(subscription);
    else if (subscription.isWanted) this.#register(subscription);
    for (const waiter of waiters) this.#answer(waiter, subscription);
  }

  #fail({ subscription, waiters }: Pending<Result>, error: unknown): void {
    for (const waiter of waiters) {
      const isLate =
        error instanceof AbandonedError && !waiter.subscriber.isClosed;
      // It came when the others had gone and the query was given up.
      if (isLate) this.#ask(waiter, subscription);
      else waiter.subscriber.onFailed(error);
    }
  }

  /** Gives a waiter the shared result, or subscribes it to another one. */
  #answer(waiter: Waiter<Result>, subscription: Subscription<Result>): void {
    const { query, snapshot, subscriber } = waiter;
    if (subscription.serves(query.identityKey, snapshot.ts)) {
      return subscriber.onSubscribed(subscription);
    }
    this.#ask(waiter, subscription);
  }

  /** Subscribes a waiter to another result. */
  #ask(waiter: Waiter<Result>, subscription: Subscription<Result>): void {
    const { query, snapshot, subscriber } = waiter;
    this.unsubscribe(subscription, subscriber);
    const other = this.subscribe(query, snapshot, subscriber);
    if (other !== null) subscriber.onSubscribed(other);
  }

  #rememberIdentityUse(path: string, usedIdentity: boolean): void {
    const isFull = this.#usesIdentity.size >= MAX_REMEMBERED_PATHS;
    if (isFull && !this.#usesIdentity.has(path)) return;
    this.#usesIdentity.set(path, usedIdentity);
  }

  #register(subscription: Subscription<Result>): void {
    subscription.isCurrent = true;
    this.#registered.add(subscription);
    this.#index.add(subscription.outcome.readSet, subscription);
    this.#current.set(subscription.key, subscription);
  }

  #forget(subscription: Subscription<Result>): void {
    subscription.isCurrent = false;
    this.#registered.delete(subscription);
    this.#index.remove(subscription.outcome.readSet, subscription);
    const key = subscription.key;
    if (this.#current.get(key) === subscription) this.#current.delete(key);
  }

  #onPublish(commits: readonly PublishedCommit[]): void {
    for (const { ts, touched } of commits) {
      const subscriptions = this.#index.touchedBy(touched);
      for (const subscription of subscriptions) {
        if (subscription.ts >= ts) subscriptions.delete(subscription);
        else this.#forget(subscription);
      }
      const reachesMany = isForMany(subscriptions);
      for (const subscription of subscriptions) {
        this.#tellInTurn(subscription, reachesMany);
      }
    }
    const ahead = this.#ahead.splice(0);
    // After those who want them have been told.
    if (ahead.length > 0) this.#defer(() => this.#dropUnwanted(ahead));
  }

  #runAhead(commits: readonly PublishedCommit[], snapshot: Snapshot): void {
    const touched = new Set<Subscription<Result>>();
    for (const commit of commits) {
      const subscriptions = this.#index.touchedBy(commit.touched);
      if (isForMany(subscriptions)) continue;
      for (const subscription of subscriptions) touched.add(subscription);
    }
    for (const subscription of touched) {
      if (!canRunAhead(subscription)) continue;
      const ahead = this.#start(subscription.query, snapshot).subscription;
      ahead.isAhead = true;
      this.#ahead.push(ahead);
    }
  }

  #dropUnwanted(ahead: readonly Subscription<Result>[]): void {
    for (const subscription of ahead) {
      subscription.isAhead = false;
      if (subscription.isCurrent && !subscription.isWanted) {
        this.#forget(subscription);
      }
    }
  }

  #tellInTurn(subscription: Subscription<Result>, reachesMany = false): void {
    const { documentsRead, tookMs } = subscription.outcome;
    if (documentsRead >= COSTLY_DOCUMENTS) {
      subscription.isResting = true;
      this.#costly.add(subscription, tookMs);
    } else this.#tellSubscribers(subscription, reachesMany);
  }

  /** Returns false when the result has no subscribers left. */
  #tellSubscribers(
    subscription: Subscription<Result>,
    reachesMany = false,
  ): boolean {
    subscription.isResting = false;
    if (subscription.subscribers.size === 0) return false;
    const { subscribers } = subscription;
    if (reachesMany || subscribers.size > MAX_PROMPT) {
      this.#notifier.spread(subscribers);
    } else this.#notifier.tell(subscribers);
    return true;
  }
}

/** Whether to tell the subscribers of the results that a commit touched in turns. */
function isForMany<Result>(
  subscriptions: ReadonlySet<Subscription<Result>>,
): boolean {
  let count = 0;
  for (const { subscribers } of subscriptions) {
    count += subscribers.size;
    if (count > MAX_PROMPT) return true;
  }
  return false;
}

/** Costly queries rest first, and a page that has moved is another query. */
function canRunAhead<Result>({
  outcome,
  query,
  subscribers,
}: Subscription<Result>): boolean {
  const isCheap = outcome.documentsRead < COSTLY_DOCUMENTS;
  return isCheap && subscribers.size > 0 && outcome.journal === query.journal;
}
