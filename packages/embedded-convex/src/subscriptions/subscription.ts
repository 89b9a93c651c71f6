import type { QueryOutcome } from "../functions/calls/function-call";

/** Shows the result of a query, or waits for it. */
export type Subscriber<Result> = {
  /** Whether it waits for nothing any more: its client has gone. */
  readonly isClosed: boolean;
  /** The query has run, after `subscribe` returned null. */
  onSubscribed(subscription: Subscription<Result>): void;
  /** The backend could not run the query; an error of user code is a result. */
  onFailed(error: unknown): void;
  /** The result is no longer current. */
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

/**
 * A query that ran or is running at one snapshot, with its subscribers. The
 * QueryCache finds subscriptions and invalidates them.
 */
export class Subscription<Result> {
  readonly ts: bigint;
  readonly sharedKey: string;
  readonly identityKey: string;
  readonly ownKey: string;
  readonly startedAtMs: number;
  readonly subscribers = new Set<Subscriber<Result>>();
  /** Whether no published commit has touched the read set. */
  isCurrent = false;
  /** Whether it is stale but costly, so that subscribers hear of it later. */
  isResting = false;
  #outcome: KeptOutcome<Result> | null = null;

  constructor(origin: {
    ts: bigint;
    sharedKey: string;
    identityKey: string;
    ownKey: string;
    startedAtMs: number;
  }) {
    this.ts = origin.ts;
    this.sharedKey = origin.sharedKey;
    this.identityKey = origin.identityKey;
    this.ownKey = origin.ownKey;
    this.startedAtMs = origin.startedAtMs;
  }

  /** Throws while the query is still running. */
  get outcome(): KeptOutcome<Result> {
    if (this.#outcome !== null) return this.#outcome;
    throw new Error("The query is still running");
  }

  finish(outcome: KeptOutcome<Result>): void {
    this.#outcome = outcome;
  }

  /** Whether the query would have the same result for this caller at `ts`. */
  serves(identityKey: string, ts: bigint): boolean {
    const holdsAtTs = this.ts === ts || (this.isCurrent && this.ts < ts);
    return (
      holdsAtTs &&
      (!this.outcome.usedIdentity || this.identityKey === identityKey)
    );
  }
}
