import type { Transaction } from "../../transaction/transaction";
import type { CallContext } from "../calls/call-context";
import { LogLines } from "../calls/log-lines";
import type { StoredFile } from "./file-storage";
import type { ExecutionServices } from "./execution-services";

/**
 * State that a top-level query or mutation shares with its nested calls. Each
 * call's own state is in its TransactionFrame.
 */
export class TransactionExecution {
  /** The time that the functions see throughout, in whole milliseconds since the epoch. */
  readonly startedAtMs: number;
  /** Where the page ended in the last run, then where it ends in this one. */
  journal: string | null;
  usedIdentity = false;
  usedTimeOrRandom = false;
  /** Files whose bodies are deleted after the commit. */
  deletedFiles: readonly StoredFile[] = [];
  /** Increases when a syscall or tracked work makes progress. */
  activity = 0;
  /** Number of tracked promises that the execution may be waiting for. */
  pendingWork = 0;
  /** An error of the backend. Fails the execution even if it is caught. */
  systemError: Error | null = null;
  /** Ends the execution with an error; null while it is not running. */
  onFail: ((error: unknown) => void) | null = null;
  /** Number of tracked promises that are waits for others. */
  #waits = 0;
  #waitsSinceMs = 0;
  #waitedMs = 0;
  #onWorkDone: (() => void) | null = null;

  /** @param journal where the query's page ended in its last run, if any */
  constructor(
    readonly services: ExecutionServices,
    readonly context: CallContext,
    readonly transaction: Transaction,
    journal: string | null = null,
    readonly log = new LogLines(),
  ) {
    this.journal = journal;
    this.startedAtMs = Math.floor(services.clock.now());
  }

  /** @returns an execution in another transaction, with the same log */
  on(transaction: Transaction): TransactionExecution {
    const { services, context, log } = this;
    const other = new TransactionExecution(
      services,
      context,
      transaction,
      null,
      log,
    );
    other.onFail = (error) => this.onFail?.(error);
    return other;
  }

  /** Counts `work` as pending until it has settled. */
  async track<T>(work: Promise<T>): Promise<T> {
    this.pendingWork++;
    try {
      return await work;
    } finally {
      this.pendingWork--;
      this.activity++;
      if (this.pendingWork === 0) this.#onWorkDone?.();
    }
  }

  /**
   * Time in which the execution waited for its turn, or for a slow operation
   * and its queue.
   */
  get waitedMs(): number {
    if (this.#waits === 0) return this.#waitedMs;
    return this.#waitedMs + this.#steadyNow() - this.#waitsSinceMs;
  }

  /** Counts `turn` as pending, and its time as waited. */
  async trackWait<T>(turn: Promise<T>): Promise<T> {
    if (this.#waits++ === 0) this.#waitsSinceMs = this.#steadyNow();
    try {
      return await this.track(turn);
    } finally {
      this.#waitedMs = this.waitedMs;
      this.#waitsSinceMs = this.#steadyNow();
      this.#waits--;
    }
  }

  #steadyNow(): number {
    return this.services.timers.steadyNow();
  }

  /** Resolves when no tracked work is pending. One frame at a time waits. */
  whenWorkDone(): Promise<void> {
    return new Promise((resolve) => {
      this.#onWorkDone = () => {
        this.#onWorkDone = null;
        resolve();
      };
    });
  }

  now(): number {
    this.usedTimeOrRandom = true;
    return this.startedAtMs;
  }

  random(): number {
    this.usedTimeOrRandom = true;
    return Math.random();
  }
}
