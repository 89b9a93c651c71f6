import type { Caller } from "../functions/execution/function-call";
import type { QueryCache } from "../subscriptions/query-cache";
import type { Snapshot } from "../transaction/snapshot";
import type { QueryModification } from "./messages";
import type { QueryResult } from "./query-result";
import { queryRemoved } from "./server-messages";
import { WatchedQuery, type WatchedQueryOwner } from "./watched-query";

/** What one Transition says: every query as it was at one timestamp. */
export type QuerySetUpdate = { ts: bigint; modifications: string[] };

type Options = {
  cache: QueryCache<QueryResult>;
  snapshot: () => Snapshot;
  onUpdated: (update: QuerySetUpdate) => void;
  onFailed: (error: unknown) => void;
  onInvalidated: () => void;
};

/** The queries that one connection watches. */
export class QuerySet implements WatchedQueryOwner {
  readonly #options: Options;
  readonly #watched = new Map<number, WatchedQuery>();
  #caller: Caller | null = null;
  #update: QuerySetUpdate = { ts: 0n, modifications: [] };
  /** Queries that the update under way still waits for. */
  #awaited = 0;
  /** One that was found to rest, so as not to look for it each time. */
  #resting: WatchedQuery | null = null;
  #isClosed = false;

  constructor(options: Options) {
    this.#options = options;
  }

  /**
   * Applies what the client changed and brings every query to the newest
   * snapshot; `onUpdated` gets what has changed for the client, at once if
   * nothing has to run. One update at a time.
   */
  update(modifications: readonly QueryModification[], caller: Caller): void {
    const snapshot = this.#options.snapshot();
    this.#update = { ts: snapshot.ts, modifications: [] };
    if (caller !== this.#caller) this.#changeCaller(caller);
    for (const modification of modifications) {
      this.#modify(modification, caller);
    }
    // One more than there are, so that it cannot end before all were asked.
    this.#awaited = 1;
    for (const watched of this.#watched.values()) {
      if (!watched.advance(snapshot)) this.#awaited += 1;
    }
    this.onSettled();
  }

  /** Whether an update now would run what is too costly to run again so soon. */
  get isResting(): boolean {
    if (this.#resting?.isResting !== true) this.#resting = this.#findResting();
    return this.#resting !== null;
  }

  /** Ends every interest. */
  close(): void {
    this.#isClosed = true;
    for (const watched of this.#watched.values()) watched.close();
    this.#watched.clear();
  }

  onSettled(): void {
    this.#awaited -= 1;
    if (this.#awaited > 0 || this.#isClosed) return;
    const update = this.#update;
    for (const watched of this.#watched.values()) {
      const change = watched.takeChange();
      if (change !== null) update.modifications.push(change);
    }
    this.#options.onUpdated(update);
  }

  onFailed(error: unknown): void {
    if (!this.#isClosed) this.#options.onFailed(error);
  }

  onInvalidated(): void {
    if (!this.#isClosed) this.#options.onInvalidated();
  }

  #findResting(): WatchedQuery | null {
    for (const watched of this.#watched.values()) {
      if (watched.isResting) return watched;
    }
    return null;
  }

  #changeCaller(caller: Caller): void {
    this.#caller = caller;
    for (const watched of this.#watched.values()) watched.caller = caller;
  }

  #modify(modification: QueryModification, caller: Caller): void {
    const { queryId } = modification;
    if (modification.type === "Add") {
      const { cache } = this.#options;
      const watched = new WatchedQuery(modification, caller, cache, this);
      this.#watched.set(queryId, watched);
      return;
    }
    const watched = this.#watched.get(queryId);
    if (watched === undefined) return;
    watched.close();
    this.#watched.delete(queryId);
    this.#update.modifications.push(queryRemoved(queryId));
  }
}
