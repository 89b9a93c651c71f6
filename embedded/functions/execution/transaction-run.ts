import type { Transaction } from "../../transaction/transaction";
import type { Deployment } from "../definitions/deployment";
import type { StoredFile } from "../files/file-storage";
import type { CallContext } from "./call-context";
import type { HostServices } from "./host-services";
import { LogLines } from "./log-lines";
import { newSeed, seededRandom } from "./random";
import type { TransactionSyscalls } from "./transaction-frame";

/** What all runs of a host have in common. */
export type RunSurroundings = {
  services: HostServices;
  /** What calls may do: nested queries of a mutation may not write. */
  syscalls: Readonly<Record<"query" | "mutation", TransactionSyscalls>>;
};

/**
 * One top-level query or mutation with everything that its nested calls share.
 * What each call has for itself is in its TransactionFrame.
 */
export class TransactionRun {
  readonly surroundings: RunSurroundings;
  readonly context: CallContext;
  readonly transaction: Transaction;
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
  deletedFiles: readonly StoredFile[] = [];
  /** Rises whenever the run makes progress that the host can see. */
  activity = 0;
  /** Pieces of work outside of syscalls that the run may be waiting for. */
  pendingWork = 0;
  /** Those that may have to wait for their turn. */
  pendingSlowWork = 0;
  /** Not the user's fault; fails the run even if user code catches it. */
  systemError: Error | null = null;
  #random: (() => number) | null = null;

  /** @param journal where the query's page ended last time, if it did */
  constructor(
    surroundings: RunSurroundings,
    context: CallContext,
    transaction: Transaction,
    journal: string | null,
    log = new LogLines(),
  ) {
    this.surroundings = surroundings;
    this.context = context;
    this.transaction = transaction;
    this.journal = journal;
    this.log = log;
    this.startedAtMs = Math.floor(surroundings.services.clock.now());
  }

  get services(): HostServices {
    return this.surroundings.services;
  }

  get deployment(): Deployment {
    return this.context.deployment;
  }

  /** The same run in another transaction. */
  on(transaction: Transaction): TransactionRun {
    const { surroundings, context, log } = this;
    return new TransactionRun(surroundings, context, transaction, null, log);
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
