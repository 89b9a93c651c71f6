import type { ReadSet } from "../transaction/read-set";

/** Somebody who asks for a query's result and goes on to show it. */
export type QueryHolder<Result> = {
  /** What could not be answered at once is here. */
  onAcquired(execution: QueryExecution<Result>): void;
  /** The query could not be run at all: nobody's result, nobody's error. */
  onFailed(error: unknown): void;
  /** What is shown may have changed. */
  onInvalidated(): void;
};

/** What a finished run left behind. */
export type FinishedRun<Result> = {
  result: Result;
  readSet: ReadSet;
  journal: string | null;
  usedIdentity: boolean;
  usedTimeOrRandom: boolean;
  documentsRead: number;
  tookMs: number;
};

/**
 * One run of one query at one snapshot, shared by everybody who asks the same.
 *
 *   running ──finish──▶ current ──commit touches its reads──▶ stale
 *      └──────finish, already touched──────────────────────────▲
 *
 * It holds the result and who shows it; finding and registering executions is
 * the QueryCache's part.
 */
export class QueryExecution<Result> {
  readonly ts: bigint;
  readonly sharedKey: string;
  readonly identityKey: string;
  readonly ownKey: string;
  readonly startedAtMs: number;
  readonly holders = new Set<QueryHolder<Result>>();
  /** Whether no published commit has touched what the run read. */
  isCurrent = false;
  /** Whether it is stale and, having been costly, waits to be told of. */
  isResting = false;
  #run: FinishedRun<Result> | null = null;

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

  /** What the run left; throws while it is still under way. */
  get run(): FinishedRun<Result> {
    if (this.#run === null) throw new Error("The query is still running");
    return this.#run;
  }

  finish(run: FinishedRun<Result>): void {
    this.#run = run;
  }

  /** Whether the result is what a run by `identityKey` at `ts` would give. */
  serves(identityKey: string, ts: bigint): boolean {
    const holdsAtTs = this.ts === ts || (this.isCurrent && this.ts < ts);
    return (
      holdsAtTs && (!this.run.usedIdentity || this.identityKey === identityKey)
    );
  }
}
