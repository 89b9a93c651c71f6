import type { Transaction } from "../../transaction/transaction";
import { advanceCronJob, listCronJobs, type CronJob } from "./cron-documents";
import type { CronSpec } from "../app/cron-spec";
import type { Component } from "../app/app";
import { reportOutcome } from "../execution/execution-report";
import type {
  FunctionResult,
  MutationOutcome,
} from "../calls/call-and-outcome";
import type { ExecutionServices } from "../syscalls/execution-services";
import { newRequestId } from "../calls/request-id";
import { CLOCK_LOOK_MS, wait } from "../../base/timers";
import type { TargetCall } from "../calls/call-context";
import { type Runners, SKIPPED } from "./job-runner";

/** Delay after an error of the backend, as opposed to the function's. */
const RETRY_AFTER_MS = 5000;

type DueJob = { component: Component; job: CronJob };

/**
 * Runs cron jobs, at most one execution of each at a time. Occurrences that
 * pass during an execution or while the process is down are skipped, except for
 * the stored next run, which runs late.
 */
export class CronRunner {
  readonly #running = new Map<string, Promise<void>>();
  #stopTimer: (() => void) | null = null;
  #isOpen = false;

  constructor(
    private readonly services: ExecutionServices,
    private readonly runners: Runners,
  ) {}

  start(): void {
    this.#isOpen = true;
    this.wake();
  }

  /** Starts the jobs that are due, and sets a timer for the next look. */
  wake(): void {
    if (!this.#isOpen) return;
    this.#stopTimer?.();
    this.#stopTimer = null;
    const now = this.services.clock.now();
    let waitMs = CLOCK_LOOK_MS;
    for (const waiting of this.#waitingJobs()) {
      const { nextTime } = waiting.job;
      const key = jobKey(waiting);
      if (nextTime <= now) this.#running.set(key, this.#occupy(waiting, key));
      else waitMs = Math.min(waitMs, nextTime - now);
    }
    this.#stopTimer = this.services.timers.schedule(waitMs, () => this.wake());
  }

  /** When the first job falls due that is not running; Infinity if there is none. */
  get nextDueMs(): number {
    if (!this.#isOpen) return Infinity;
    return this.#waitingJobs()[0]?.job.nextTime ?? Infinity;
  }

  /** Resolves when the jobs have ended that run now. */
  async whenEnded(): Promise<void> {
    await Promise.all(this.#running.values());
  }

  /** Starts no more jobs. */
  close(): void {
    this.#isOpen = false;
    this.#stopTimer?.();
  }

  #waitingJobs(): DueJob[] {
    const jobs = this.services.database.read((transaction) =>
      [...this.runners.app().components.values()].flatMap((component) =>
        listCronJobs(transaction, component.path).map((job) => ({
          component,
          job,
        })),
      ),
    );
    return jobs
      .filter((dueJob) => !this.#running.has(jobKey(dueJob)))
      .sort((a, b) => a.job.nextTime - b.job.nextTime);
  }

  /** Runs a job, which is left alone meanwhile. */
  async #occupy(dueJob: DueJob, key: string): Promise<void> {
    try {
      await this.#runOnce(dueJob);
    } catch (error) {
      if (!this.#isOpen) return;
      this.services.logger.error(
        `Cron job "${dueJob.job.identifier}" cannot be run now`,
        error,
      );
      await wait(this.services.timers, RETRY_AFTER_MS);
    } finally {
      this.#running.delete(key);
      this.wake();
    }
  }

  async #runOnce(dueJob: DueJob): Promise<void> {
    const { component, job } = dueJob;
    const spec = JSON.parse(job.spec) as CronSpec;
    const fn = component.find(spec.functionPath);
    if (fn === null) {
      throw new Error(`There is no function ${spec.functionPath}`);
    }
    const context = {
      app: this.runners.app(),
      caller: { kind: "system" as const },
      requestId: newRequestId(),
      startedAtMs: this.services.clock.now(),
    };
    const call = { target: { component, fn }, args: spec.args, context };
    const result =
      fn.kind === "mutation"
        ? await this.#runMutation(dueJob, spec, call)
        : await this.#runAction(dueJob, spec, call);
    if (result === null || result === SKIPPED) return;
    reportOutcome(this.services, call, result);
  }

  /** The next run is stored in the mutation's own commit. */
  async #runMutation(
    dueJob: DueJob,
    spec: CronSpec,
    call: TargetCall,
  ): Promise<MutationOutcome> {
    const { component, job } = dueJob;
    const outcome = await this.runners.transactions.runMutation(call, {
      before: (transaction) =>
        isStillDue(transaction, dueJob) ? null : SKIPPED,
      after: (transaction) => {
        const now = this.services.clock.now();
        advanceCronJob(transaction, component.path, job, spec, now);
      },
    });
    if (!outcome.ok) await this.#advance(dueJob, spec);
    return outcome;
  }

  /** The next run is stored before the action starts, so none runs twice. */
  async #runAction(
    dueJob: DueJob,
    spec: CronSpec,
    call: TargetCall,
  ): Promise<(FunctionResult & { logLines: string[] }) | null> {
    const isDue = await this.#advance(dueJob, spec);
    if (!isDue) return null;
    const outcome = await this.runners.actions.runAction(call);
    await this.#skipMissed(dueJob, spec);
    return outcome;
  }

  /** @returns false when the job had changed since it was found due */
  async #advance(dueJob: DueJob, spec: CronSpec): Promise<boolean> {
    const { component, job } = dueJob;
    const { database, clock } = this.services;
    const { result } = await database.write((transaction) => {
      if (!isStillDue(transaction, dueJob)) return false;
      advanceCronJob(transaction, component.path, job, spec, clock.now());
      return true;
    });
    return result;
  }

  async #skipMissed({ component, job }: DueJob, spec: CronSpec): Promise<void> {
    const { database, clock } = this.services;
    await database.write((transaction) => {
      const current = findJob(transaction, component, job);
      if (current === undefined || current.nextTime > clock.now()) return;
      advanceCronJob(transaction, component.path, current, spec, clock.now());
    });
  }
}

function isStillDue(
  transaction: Transaction,
  { component, job }: DueJob,
): boolean {
  return findJob(transaction, component, job)?.nextTime === job.nextTime;
}

function findJob(
  transaction: Transaction,
  { path }: Component,
  { id }: CronJob,
): CronJob | undefined {
  return listCronJobs(transaction, path).find((job) => job.id === id);
}

function jobKey({ component, job }: DueJob): string {
  return `${component.path}/${job.identifier}`;
}
