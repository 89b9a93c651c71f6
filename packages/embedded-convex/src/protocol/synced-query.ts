import { PARSED_FACTOR } from "../base/client-limits";
import type { Asker } from "../base/fair-queue";
import type { Caller } from "../functions/calls/call-and-outcome";
import {
  keyedQuery,
  type KeyedQuery,
  withCaller,
} from "../subscriptions/keyed-query";
import type { QueryCache } from "../subscriptions/query-cache";
import type { Subscription, Subscriber } from "../subscriptions/subscription";
import type { Snapshot } from "../transaction/snapshot";
import type { AddQuery } from "./messages";
import type { StateModification } from "./state-modification";
import { stateModification } from "./server-messages";

/** Measured: this object, the keyed query, and its place among the subscribers. */
const QUERY_BYTES = 700;

/** The query set that a query belongs to, as far as the query calls it. */
export type SyncedQueryOwner = {
  onSettled(query: SyncedQuery): void;
  /** The query's `resultBytes` have grown, because another client has gone. */
  onCharged(query: SyncedQuery): void;
  onFailed(error: unknown): void;
  onInvalidated(): void;
};

/** One query of one connection: its subscription, and the last result sent. */
export class SyncedQuery implements Subscriber<StateModification> {
  readonly #id: number;
  #query: KeyedQuery;
  #subscription: Subscription<StateModification> | null = null;
  /** `comparable` of the last result sent; null before the first. */
  #sent: string | null = null;
  #isClosed = false;

  constructor(
    { queryId, componentPath, udfPath, args, journal }: AddQuery,
    caller: Caller,
    private readonly cache: QueryCache<StateModification>,
    private readonly owner: SyncedQueryOwner,
    asker: Asker,
  ) {
    this.#id = queryId;
    this.#query = keyedQuery({
      component: componentPath,
      path: udfPath,
      args,
      caller,
      journal,
      asker,
    });
  }

  /** Whether its client has gone, or has removed it. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Whether its result is stale but, being costly, waits for its turn. */
  get isResting(): boolean {
    return this.#subscription?.isResting ?? false;
  }

  /** Whether the client has, or is about to get, the current result. */
  get isCurrent(): boolean {
    return this.#subscription?.isCurrent ?? false;
  }

  /** Estimated memory for the query itself. */
  get askedBytes(): number {
    return QUERY_BYTES + PARSED_FACTOR * this.#query.sharedKey.length;
  }

  /** Estimated memory for the result, which the first of its subscribers pays for. */
  get resultBytes(): number {
    const subscription = this.#subscription;
    if (subscription?.payer !== this) return 0;
    const { fragment, comparable } = subscription.outcome.result;
    const isOneText = comparable === fragment;
    const length = fragment.length + (isOneText ? 0 : comparable.length);
    return subscription.bytes + length;
  }

  /** Changes the caller as of the next `advance`. */
  set caller(caller: Caller) {
    this.#query = withCaller(this.#query, caller);
  }

  /**
   * Brings the query to `snapshot`.
   *
   * @returns false when it has to run first: `onSettled` of the owner follows
   */
  advance(snapshot: Snapshot): boolean {
    const { identityKey } = this.#query;
    const shown = this.#subscription;
    if (shown?.isCurrent === true && shown.serves(identityKey, snapshot.ts)) {
      return true;
    }
    const subscription = this.cache.subscribe(this.#query, snapshot, this);
    if (subscription === null) return false;
    this.#show(subscription);
    return true;
  }

  /** Returns the message to send, or null when the client has the result. */
  takeChange(): string | null {
    if (this.#subscription === null) return null;
    const { result, journal } = this.#subscription.outcome;
    if (journal !== this.#query.journal) {
      this.#query = keyedQuery({ ...this.#query, journal });
    }
    if (result.comparable === this.#sent) return null;
    this.#sent = result.comparable;
    return stateModification(this.#id, result.fragment);
  }

  /** Unsubscribes: at once, or when the query finishes if it is running. */
  close(): void {
    this.#isClosed = true;
    this.#unsubscribe();
  }

  onSubscribed(subscription: Subscription<StateModification>): void {
    this.#show(subscription);
    this.owner.onSettled(this);
  }

  onFailed(error: unknown): void {
    this.owner.onFailed(error);
  }

  onCharged(): void {
    if (!this.#isClosed) this.owner.onCharged(this);
  }

  onInvalidated(): void {
    if (!this.#isClosed) this.owner.onInvalidated();
  }

  #show(subscription: Subscription<StateModification>): void {
    if (subscription !== this.#subscription) this.#unsubscribe();
    this.#subscription = subscription;
    if (this.#isClosed) this.#unsubscribe();
  }

  #unsubscribe(): void {
    const subscription = this.#subscription;
    this.#subscription = null;
    if (subscription !== null) this.cache.unsubscribe(subscription, this);
  }
}
