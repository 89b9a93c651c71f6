import type { ReadSet } from "../transaction/read-set";

/** Told when the result it shows may have changed. */
export type QueryHolder = { onInvalidated(): void };

/** What a finished run left behind. */
export type FinishedRun<Result> = {
  result: Result;
  readSet: ReadSet;
  journal: string | null;
  usedIdentity: boolean;
  usedTimeOrRandom: boolean;
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
  readonly startedAtMs: number;
  readonly holders = new Set<QueryHolder>();
  /** Whether no published commit has touched what the run read. */
  isCurrent = false;
  #run: FinishedRun<Result> | null = null;

  constructor(origin: {
    ts: bigint;
    sharedKey: string;
    identityKey: string;
    startedAtMs: number;
  }) {
    this.ts = origin.ts;
    this.sharedKey = origin.sharedKey;
    this.identityKey = origin.identityKey;
    this.startedAtMs = origin.startedAtMs;
  }

  /** What the run left; throws while it is still under way. */
  get run(): FinishedRun<Result> {
    if (this.#run === null) throw new Error("The query is still running");
    return this.#run;
  }

  get isFinished(): boolean {
    return this.#run !== null;
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
