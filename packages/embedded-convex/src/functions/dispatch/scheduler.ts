import { formatIndexKey } from "../../index/index-key";
import type { PublishedCommit } from "../../transaction/database";
import type { Transaction } from "../../transaction/transaction";
import { encodeKey, prefixRange } from "../../values/keys";
import type { App } from "../app/app";
import type { ExecutionServices } from "../syscalls/execution-services";
import type { JobRunner, PendingJob } from "./job-runner";
import { finishJob, type JobDocument } from "../syscalls/scheduled-job";
import { removeRows, SCHEDULED_FUNCTIONS } from "../app/function-tables";
import { CLOCK_LOOK_MS } from "../../base/timers";

const PARALLELISM = 8;
const KEEP_FINISHED_MS = 7 * 24 * 60 * 60 * 1000;
const PRUNE_BATCH = 512;
/** Delay after an error of the backend, as opposed to the function's. */
const RETRY_AFTER_MS = 5000;
/** Delays after conflicts: doubled after each. */
const FIRST_BACKOFF_MS = 500;
const MAX_BACKOFF_MS = 2 * 60 * 60 * 1000;

/**
 * Starts scheduled functions when they are due. The queue is in the database
 * and survives the process; only the running jobs are in memory.
 */
export class Scheduler {
  readonly #running = new Map<string, Promise<void>>();
  /** Jobs that are left alone for a while, without keeping others waiting. */
  readonly #resting = new Set<string>();
  /** The next delay of jobs that conflicted. */
  readonly #backoffs = new Map<string, number>();
  #stopListening: (() => void) | null = null;
  #stopTimer: (() => void) | null = null;
  #isWakeQueued = false;
  #isOpen = false;

  constructor(
    private readonly services: ExecutionServices,
    private readonly runner: JobRunner,
    private readonly app: () => App,
  ) {}

  /**
   * Starts running jobs, overdue ones first. Actions that a previous process
   * left unfinished may have had effects: they are marked as failed and not run
   * again.
   */
  async start(): Promise<void> {
    await this.#failInterrupted();
    this.#isOpen = true;
    this.#stopListening = this.services.database.onPublish((commits) => {
      if (commits.some((commit) => this.#concerns(commit))) this.wake();
    });
    this.wake();
  }

  /** Starts due jobs in a microtask. */
  wake(): void {
    if (this.#isWakeQueued || !this.#isOpen) return;
    this.#isWakeQueued = true;
    queueMicrotask(() => {
      this.#isWakeQueued = false;
      if (this.#isOpen) this.#startDueJobs();
    });
  }

  /** When the first job falls due that could run; Infinity if none waits. */
  get nextDueMs(): number {
    if (!this.#isOpen) return Infinity;
    return this.#nextJobs()[0]?.document.scheduledTime ?? Infinity;
  }

  /** Resolves when the jobs have ended that run now. */
  async whenEnded(): Promise<void> {
    await Promise.all(this.#running.values());
  }

  /** Starts no more jobs. */
  close(): void {
    this.#isOpen = false;
    this.#stopListening?.();
    this.#stopTimer?.();
  }

  /** Deletes jobs that finished more than seven days ago. */
  async prune(): Promise<void> {
    const { database, clock } = this.services;
    const range = {
      lo: encodeKey([-Infinity]),
      hi: encodeKey([clock.now() - KEEP_FINISHED_MS]),
    };
    const [table, index] = [SCHEDULED_FUNCTIONS, "by_completed_time"];
    for (const component of this.app().components.keys()) {
      const removeSome = () =>
        removeRows(database, component, table, index, range, PRUNE_BATCH);
      while ((await removeSome()) === PRUNE_BATCH);
    }
  }

  #concerns({ touched }: PublishedCommit): boolean {
    for (const component of this.app().components.keys()) {
      const key = formatIndexKey(component, SCHEDULED_FUNCTIONS, "by_id");
      if (touched.has(key)) return true;
    }
    return false;
  }

  #startDueJobs(): void {
    this.#stopTimer?.();
    this.#stopTimer = null;
    const nowMs = this.services.clock.now();
    for (const job of this.#nextJobs()) {
      if (this.#running.size >= PARALLELISM) return;
      const waitMs = job.document.scheduledTime - nowMs;
      if (waitMs > 0) return this.#wakeAfter(Math.min(waitMs, CLOCK_LOOK_MS));
      const key = jobKey(job);
      this.#running.set(key, this.#run(job, key));
    }
  }

  #wakeAfter(delayMs: number): void {
    this.#stopTimer = this.services.timers.schedule(delayMs, () => this.wake());
  }

  async #run(job: PendingJob, key: string): Promise<void> {
    try {
      if (await this.runner.run(job)) this.#backoffs.delete(key);
      else this.#backOff(key);
    } catch (error) {
      if (!this.#isOpen) return;
      this.services.logger.error(
        `Scheduled function ${job.document.name} cannot be run now`,
        error,
      );
      this.#rest(key, RETRY_AFTER_MS);
    } finally {
      this.#running.delete(key);
      this.wake();
    }
  }

  #backOff(key: string): void {
    const waitMs = this.#backoffs.get(key) ?? FIRST_BACKOFF_MS;
    this.#backoffs.set(key, Math.min(2 * waitMs, MAX_BACKOFF_MS));
    this.#rest(key, waitMs);
  }

  #rest(key: string, waitMs: number): void {
    this.#resting.add(key);
    this.services.timers.schedule(waitMs, () => {
      this.#resting.delete(key);
      this.wake();
    });
  }

  /** Pending jobs that are not running, in the order in which they are due. */
  #nextJobs(): PendingJob[] {
    return this.services.database.read((transaction) =>
      [...this.app().components.keys()]
        .flatMap((component) => this.#pendingJobs(transaction, component))
        .sort((a, b) => a.document.scheduledTime - b.document.scheduledTime),
    );
  }

  #pendingJobs(transaction: Transaction, component: string): PendingJob[] {
    const jobs: PendingJob[] = [];
    for (const { document } of scanState(transaction, component, "pending")) {
      const job = {
        component,
        id: document.id,
        document: document.json() as JobDocument,
      };
      const key = jobKey(job);
      if (!this.#running.has(key) && !this.#resting.has(key)) jobs.push(job);
      if (jobs.length > PARALLELISM) break;
    }
    return jobs;
  }

  async #failInterrupted(): Promise<void> {
    const { database, clock } = this.services;
    const state = {
      kind: "failed" as const,
      error: "Transient error while executing action",
    };
    for (const component of this.app().components.keys()) {
      await database.write((transaction) => {
        const interrupted = [
          ...scanState(transaction, component, "inProgress"),
        ];
        for (const { document } of interrupted) {
          finishJob(transaction, component, document.id, state, clock.now());
        }
      });
    }
  }
}

function scanState(
  transaction: Transaction,
  component: string,
  kind: string,
): ReturnType<Transaction["scan"]> {
  const range = prefixRange([kind]);
  const index = "by_state_and_time";
  return transaction.scan(component, SCHEDULED_FUNCTIONS, index, range);
}

function jobKey({ component, id }: PendingJob): string {
  return `${component}/${id}`;
}
