import type { QueryOutcome } from "../functions/calls/call-and-outcome";
import type { KeyedQuery } from "./keyed-query";

/** Shows the result of a query, or waits for it. */
export type Subscriber<Result> = {
  /** Whether it waits for nothing any more: its client has gone. */
  readonly isClosed: boolean;
  /** The query has run, after `subscribe` returned null. */
  onSubscribed(subscription: Subscription<Result>): void;
  /** The backend could not run the query; an error of user code is a result. */
  onFailed(error: unknown): void;
  /** It pays for the result from now on, because the one who paid has gone. */
  onCharged(): void;
  onInvalidated(): void;
};

/** The parts of a query's outcome that are kept. */
type KeptOutcome<Result> = Pick<
  QueryOutcome,
  "readSet" | "journal" | "usedIdentity" | "usedTimeOrRandom" | "documentsRead"
> & {
  result: Result;
  tookMs: number;
};

/** Measured: the objects of a subscription, and of its place in the cache. */
const SUBSCRIPTION_BYTES = 1_000;
/** Measured: an interval or key that it has read, and its place in the index. */
const READ_BYTES = 500;

/**
 * A query that ran or is running at one snapshot, with its subscribers. The
 * QueryCache finds subscriptions and invalidates them.
 */
export class Subscription<Result> {
  readonly subscribers = new Set<Subscriber<Result>>();
  /** Whether no published commit has touched the read set. */
  isCurrent = false;
  /** Whether it is stale but costly, so that subscribers hear of it later. */
  isResting = false;
  /** Whether it may wait for subscribers, because its state is not shown yet. */
  isAhead = false;
  #outcome: KeptOutcome<Result> | null = null;
  #bytes = 0;

  constructor(
    /** As its first subscriber asked it. */
    readonly query: KeyedQuery,
    readonly ts: bigint,
    readonly startedAtMs: number,
  ) {}

  /** Throws while the query is still running. */
  get outcome(): KeptOutcome<Result> {
    if (this.#outcome !== null) return this.#outcome;
    throw new Error("The query is still running");
  }

  /** Its cache key, once it has run. */
  get key(): string {
    const { ownKey, sharedKey } = this.query;
    return this.outcome.usedIdentity ? ownKey : sharedKey;
  }

  /** Whether to keep it: somebody shows it, or nobody may do so yet. */
  get isWanted(): boolean {
    return this.isAhead || this.subscribers.size > 0;
  }

  /** The subscriber that the memory for the result is counted for. */
  get payer(): Subscriber<Result> | undefined {
    const [first] = this.subscribers;
    return first;
  }

  /** Estimated memory besides the result: its keys, and the index of what it read. */
  get bytes(): number {
    return this.#bytes;
  }

  finish(outcome: KeptOutcome<Result>): void {
    this.#outcome = outcome;
    const { sharedKey, ownKey } = this.query;
    this.#bytes = SUBSCRIPTION_BYTES + sharedKey.length + ownKey.length;
    for (const [, key] of outcome.readSet.points()) {
      this.#bytes += READ_BYTES + key.length;
    }
    for (const [, { lo, hi }] of outcome.readSet.ranges()) {
      this.#bytes += READ_BYTES + lo.length + (hi?.length ?? 0);
    }
  }

  /** Whether the query would have the same result for this caller at `ts`. */
  serves(identityKey: string, ts: bigint): boolean {
    const holdsAtTs = this.ts === ts || (this.isCurrent && this.ts < ts);
    return (
      holdsAtTs &&
      (!this.outcome.usedIdentity || this.query.identityKey === identityKey)
    );
  }
}
