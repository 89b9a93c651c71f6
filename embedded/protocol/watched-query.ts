import type { Caller } from "../functions/execution/function-call";
import { liveQuery, type LiveQuery } from "../subscriptions/live-query";
import type { QueryCache } from "../subscriptions/query-cache";
import type {
  QueryExecution,
  QueryHolder,
} from "../subscriptions/query-execution";
import type { Snapshot } from "../transaction/snapshot";
import type { AddQuery } from "./messages";
import type { QueryResult } from "./query-result";
import { queryModification } from "./server-messages";

/** What a watched query tells the set it belongs to. */
export type WatchedQueryOwner = {
  onSettled(): void;
  onFailed(error: unknown): void;
  onInvalidated(): void;
};

/** One query of one connection: what it shows, and what its client was told. */
export class WatchedQuery implements QueryHolder<QueryResult> {
  readonly #id: number;
  readonly #cache: QueryCache<QueryResult>;
  readonly #owner: WatchedQueryOwner;
  #query: LiveQuery;
  #execution: QueryExecution<QueryResult> | null = null;
  /** Null before the client's first result. */
  #sent: string | null = null;
  #isClosed = false;

  constructor(
    { queryId, componentPath, udfPath, args, journal }: AddQuery,
    caller: Caller,
    cache: QueryCache<QueryResult>,
    owner: WatchedQueryOwner,
  ) {
    this.#id = queryId;
    this.#cache = cache;
    this.#owner = owner;
    this.#query = liveQuery({
      component: componentPath,
      path: udfPath,
      args,
      caller,
      journal,
    });
  }

  /** Whether what it shows is stale, but too costly to run again just now. */
  get isResting(): boolean {
    return this.#execution?.isResting ?? false;
  }

  /** Asks on behalf of somebody else from now on. */
  set caller(caller: Caller) {
    this.#query = liveQuery({ ...this.#query, caller });
  }

  /**
   * Brings the query to `snapshot`. Returns whether it is there already; if
   * not, the owner hears when it is.
   */
  advance(snapshot: Snapshot): boolean {
    const { identityKey } = this.#query;
    const shown = this.#execution;
    if (shown?.isCurrent === true && shown.serves(identityKey, snapshot.ts)) {
      return true;
    }
    const execution = this.#cache.acquire(this.#query, snapshot, this);
    if (execution === null) return false;
    this.#show(execution);
    return true;
  }

  /** Returns the change to send, or null when the client knows the result. */
  takeChange(): string | null {
    if (this.#execution === null) return null;
    const { result, journal } = this.#execution.run;
    if (journal !== this.#query.journal) {
      this.#query = liveQuery({ ...this.#query, journal });
    }
    if (result.comparable === this.#sent) return null;
    this.#sent = result.comparable;
    return queryModification(this.#id, result.fragment);
  }

  /** Ends the interest; a run under way is let go when it finishes. */
  close(): void {
    this.#isClosed = true;
    this.#release();
  }

  onAcquired(execution: QueryExecution<QueryResult>): void {
    this.#show(execution);
    this.#owner.onSettled();
  }

  onFailed(error: unknown): void {
    this.#owner.onFailed(error);
  }

  onInvalidated(): void {
    if (!this.#isClosed) this.#owner.onInvalidated();
  }

  #show(execution: QueryExecution<QueryResult>): void {
    if (execution !== this.#execution) this.#release();
    this.#execution = execution;
    if (this.#isClosed) this.#release();
  }

  #release(): void {
    const execution = this.#execution;
    this.#execution = null;
    if (execution !== null) this.#cache.release(execution, this);
  }
}
