import type { Transaction } from "../../transaction/transaction";
import type { ActionRunner } from "../execution/action-runner";
import { commitWithRetry } from "../execution/commit-with-retry";
import {
  advanceCronJob,
  listCronJobs,
  noteCronRun,
  type CronJob,
  type CronRun,
} from "./cron-jobs";
import type { CronSpec } from "../definitions/cron-spec";
import type { Component, Deployment } from "../definitions/deployment";
import { reportOutcome } from "../execution/failure-report";
import type {
  FunctionResult,
  MutationOutcome,
} from "../execution/function-call";
import type { HostServices } from "../execution/host-services";
import { newRequestId } from "../execution/request-id";
import { wait } from "../../base/timers";
import type {
  TargetCall,
  TransactionRunner,
} from "../execution/transaction-runner";

const SKIPPED: MutationOutcome = {
  ok: true,
  valueText: "null",
  logLines: [],
  ts: null,
};

/** Kept with the job, for people to read. */
const MAX_ERROR_LENGTH = 16 * 1024;
/** After a failure that is none of the function's. */
const RETRY_AFTER_MS = 5000;

type DueJob = { component: Component; job: CronJob };

/**
 * Runs cron jobs, one run of each at a time. An occurrence that passes while
 * the job still runs, or while nothing runs at all, is not made up for; only
 * the one that was next is run late.
 */
export class CronRunner {
  readonly #services: HostServices;
  readonly #transactions: TransactionRunner;
  readonly #actions: ActionRunner;
  readonly #deployment: () => Deployment;
  readonly #running = new Set<string>();
  #stopTimer: (() => void) | null = null;
  #isOpen = false;

  constructor(
    services: HostServices,
    transactions: TransactionRunner,
    actions: ActionRunner,
    deployment: () => Deployment,
  ) {
    this.#services = services;
    this.#transactions = transactions;
    this.#actions = actions;
    this.#deployment = deployment;
  }

  /** Begins to run jobs. */
  start(): void {
    this.#isOpen = true;
    this.wake();
  }

  /** Starts what is due and waits for what is next. */
  wake(): void {
    if (!this.#isOpen) return;
    this.#stopTimer?.();
    this.#stopTimer = null;
    const now = this.#services.clock.now();
    const [next, ...others] = this.#waitingJobs();
    if (next === undefined) return;
    const due = [next, ...others].filter(({ job }) => job.nextTime <= now);
    for (const dueJob of due) void this.#run(dueJob);
    const later = [next, ...others].find(({ job }) => job.nextTime > now);
    if (later === undefined) return;
    const waitMs = later.job.nextTime - now;
    this.#stopTimer = this.#services.timers.schedule(waitMs, () => this.wake());
  }

  /** Starts no more jobs. */
  close(): void {
    this.#isOpen = false;
    this.#stopTimer?.();
  }

  #waitingJobs(): DueJob[] {
    const transaction = this.#services.database.beginRead();
    try {
      return [...this.#deployment().components.values()]
        .flatMap((component) =>
          listCronJobs(transaction, component.path).map((job) => ({
            component,
            job,
          })),
        )
        .filter((dueJob) => !this.#running.has(jobKey(dueJob)))
        .sort((a, b) => a.job.nextTime - b.job.nextTime);
    } finally {
      transaction.close();
    }
  }

  async #run(dueJob: DueJob): Promise<void> {
    const key = jobKey(dueJob);
    this.#running.add(key);
    try {
      await this.#runOnce(dueJob);
    } catch (error) {
      if (!this.#isOpen) return;
      this.#services.logger.error(
        `Cron job "${dueJob.job.identifier}" cannot be run now`,
        error,
      );
      await wait(this.#services.timers, RETRY_AFTER_MS);
    } finally {
      this.#running.delete(key);
      this.wake();
    }
  }

  async #runOnce(dueJob: DueJob): Promise<void> {
    const { component, job } = dueJob;
    const spec = JSON.parse(job.spec) as CronSpec;
    const fn = component.find(spec.functionPath);
    if (fn === null || fn.kind === "query") {
      this.#services.logger.error(
        `Cron job "${job.identifier}" names ${spec.functionPath}, which is no mutation or action`,
      );
      await this.#advance(dueJob, spec);
      return;
    }
    const context = {
      deployment: this.#deployment(),
      caller: { kind: "system" as const },
      requestId: newRequestId(),
      startedAtMs: this.#services.clock.now(),
    };
    const call = { target: { component, fn }, args: spec.args, context };
    const result =
      fn.kind === "mutation"
        ? await this.#runMutation(dueJob, spec, call)
        : await this.#runAction(dueJob, spec, call);
    if (result === null || result === SKIPPED) return;
    reportOutcome(this.#services, call, result);
    await this.#note(dueJob, call, result);
  }

  async #note(
    { component, job }: DueJob,
    { context }: TargetCall,
    result: FunctionResult,
  ): Promise<void> {
    const { database, clock } = this.#services;
    const lastRun: CronRun = {
      startedTime: context.startedAtMs,
      durationMs: clock.now() - context.startedAtMs,
      status: statusAfter(result),
    };
    await commitWithRetry(database, (transaction) => {
      const current = findJob(transaction, component, job);
      if (current === undefined) return;
      noteCronRun(transaction, component.path, current, lastRun);
    });
  }

  /** The next run is noted in the mutation's own commit. */
  async #runMutation(
    dueJob: DueJob,
    spec: CronSpec,
    call: TargetCall,
  ): Promise<MutationOutcome> {
    const { component, job } = dueJob;
    const outcome = await this.#transactions.runMutation(call, {
      before: (transaction) =>
        isStillDue(transaction, dueJob) ? null : SKIPPED,
      after: (transaction) => {
        const now = this.#services.clock.now();
        advanceCronJob(transaction, component.path, job, spec, now);
      },
    });
    if (!outcome.ok) await this.#advance(dueJob, spec);
    return outcome;
  }

  /** The next run is noted before the action begins, so it never runs twice. */
  async #runAction(
    dueJob: DueJob,
    spec: CronSpec,
    call: TargetCall,
  ): Promise<(FunctionResult & { logLines: string[] }) | null> {
    const isDue = await this.#advance(dueJob, spec);
    if (!isDue) return null;
    const outcome = await this.#actions.runAction(call);
    await this.#skipMissed(dueJob, spec);
    return outcome;
  }

  /** @returns whether the job was still as it had been found */
  async #advance(dueJob: DueJob, spec: CronSpec): Promise<boolean> {
    const { component, job } = dueJob;
    const { database, clock } = this.#services;
    const { result } = await commitWithRetry(database, (transaction) => {
      if (!isStillDue(transaction, dueJob)) return false;
      advanceCronJob(transaction, component.path, job, spec, clock.now());
      return true;
    });
    return result;
  }

  async #skipMissed({ component, job }: DueJob, spec: CronSpec): Promise<void> {
    const { database, clock } = this.#services;
    await commitWithRetry(database, (transaction) => {
      const current = findJob(transaction, component, job);
      if (current === undefined || current.nextTime > clock.now()) return;
      advanceCronJob(transaction, component.path, current, spec, clock.now());
    });
  }
}

function statusAfter(result: FunctionResult): CronRun["status"] {
  if (result.ok) return { type: "success" };
  const error = result.failure.message.slice(0, MAX_ERROR_LENGTH);
  return { type: "failure", error };
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
