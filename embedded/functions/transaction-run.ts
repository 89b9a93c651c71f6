import type { Transaction } from "../transaction/transaction";
import type { Deployment } from "./deployment";
import type { StoredFile } from "./file-storage";
import type { Caller } from "./function-call";
import type { HostServices } from "./host-services";
import { LogLines } from "./log-lines";
import { newSeed, seededRandom } from "./random";
import type { TransactionSyscalls } from "./transaction-frame";

type RunOptions = {
  syscalls: TransactionRun["syscalls"];
  transaction: Transaction;
  deployment: Deployment;
  services: HostServices;
  caller: Caller;
  requestId: string;
  /** The scheduled function that this run is, if it is one. */
  jobId?: string | null;
  /** Where the query's page ended last time. */
  journal?: string | null;
  log?: LogLines;
};

/**
 * One top-level query or mutation with everything that its nested calls share.
 * What each call has for itself is in its TransactionFrame.
 */
export class TransactionRun {
  /** What calls may do: nested queries of a mutation may not write. */
  readonly syscalls: Readonly<
    Record<"query" | "mutation", TransactionSyscalls>
  >;
  readonly transaction: Transaction;
  readonly deployment: Deployment;
  readonly services: HostServices;
  readonly caller: Caller;
  readonly requestId: string;
  readonly jobId: string | null;
  readonly log: LogLines;
  /** Time stands still from here, in whole milliseconds since the epoch. */
  readonly startedAtMs: number;
  /** Where the page ended last time, and after the run where it ends now. */
  journal: string | null;
  usedIdentity = false;
  usedTimeOrRandom = false;
  functionsScheduled = 0;
  scheduledArgsBytes = 0;
  /** Files whose bodies go once the run has committed. */
  readonly deletedFiles: { component: string; file: StoredFile }[] = [];
  /** Rises whenever the run makes progress that the host can see. */
  activity = 0;
  /** Pieces of work outside of syscalls that the run may be waiting for. */
  pendingWork = 0;
  /** Not the user's fault; fails the run even if user code catches it. */
  systemError: Error | null = null;
  #random: (() => number) | null = null;

  constructor(options: RunOptions) {
    this.syscalls = options.syscalls;
    this.transaction = options.transaction;
    this.deployment = options.deployment;
    this.services = options.services;
    this.caller = options.caller;
    this.requestId = options.requestId;
    this.jobId = options.jobId ?? null;
    this.journal = options.journal ?? null;
    this.log = options.log ?? new LogLines();
    this.startedAtMs = Math.floor(options.services.clock.now());
  }

  /** The same run in another transaction. */
  on(transaction: Transaction): TransactionRun {
    const { syscalls, deployment, services, caller, requestId, jobId, log } =
      this;
    return new TransactionRun({
      syscalls,
      transaction,
      deployment,
      services,
      caller,
      requestId,
      jobId,
      log,
    });
  }

  now(): number {
    this.usedTimeOrRandom = true;
    return this.startedAtMs;
  }

  random(): number {
    this.usedTimeOrRandom = true;
    this.#random ??= seededRandom(newSeed());
    return this.#random();
  }
}
