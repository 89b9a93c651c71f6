import type { Transaction } from "../../transaction/transaction";
import type { Id } from "../../values/ids";
import { WHOLE_RANGE } from "../../values/keys";
import { nextRun, type CronSpec } from "../definitions/cron-spec";
import type { Component } from "../definitions/deployment";
import { CRON_JOBS } from "../system-tables";

/** When a cron job runs next, as `_cron_jobs` holds it. */
export type CronJob = {
  id: Id;
  identifier: string;
  /** JSON text of the CronSpec that `nextTime` was computed from. */
  spec: string;
  /** Milliseconds since the epoch. */
  nextTime: number;
};

/** How a run of a cron job went, as `lastRun` of `_cron_jobs` holds it. */
export type CronRun = {
  /** When it began, in milliseconds since the epoch. */
  startedTime: number;
  durationMs: number;
  status: { type: "success" } | { type: "failure"; error: string };
};

const SYSTEM = { system: true };

/** A component's cron jobs as they are stored. */
export function listCronJobs(
  transaction: Transaction,
  component: string,
): CronJob[] {
  const rows = transaction.scan(
    component,
    CRON_JOBS,
    "by_creation_time",
    WHOLE_RANGE,
    "asc",
  );
  return Array.from(rows, ({ document }) => {
    const { identifier, spec, nextTime } = document.json() as CronJob;
    return { id: document.id, identifier, spec, nextTime };
  });
}

/**
 * Makes the stored jobs of a component those that its code declares. A job
 * whose declaration has not changed keeps its next run.
 */
export function applyCronSpecs(
  transaction: Transaction,
  { path, crons }: Component,
  nowMs: number,
): void {
  const stored = new Map(
    listCronJobs(transaction, path).map((job) => [job.identifier, job]),
  );
  for (const cron of crons) {
    const job = stored.get(cron.identifier);
    stored.delete(cron.identifier);
    const spec = JSON.stringify(cron);
    if (job?.spec === spec) continue;
    if (job !== undefined) transaction.remove(path, job.id, SYSTEM);
    const isInterval = cron.schedule.type === "interval";
    const nextTime = isInterval ? nowMs : nextRun(cron, nowMs);
    const { identifier } = cron;
    const fields = { identifier, spec, nextTime };
    transaction.insert(path, CRON_JOBS, fields, SYSTEM);
  }
  for (const job of stored.values()) transaction.remove(path, job.id, SYSTEM);
}

/** Moves a job on to its first occurrence that has not passed yet. */
export function advanceCronJob(
  transaction: Transaction,
  component: string,
  { id, nextTime }: CronJob,
  spec: CronSpec,
  nowMs: number,
): void {
  let next = nextRun(spec, nextTime);
  if (next <= nowMs) {
    const periodMs = next - nextTime;
    next =
      spec.schedule.type === "interval"
        ? next + Math.ceil((nowMs - next + 1) / periodMs) * periodMs
        : nextRun(spec, nowMs);
  }
  transaction.patch(component, id, { nextTime: next }, SYSTEM);
}

/** Keeps how the last run of a job went, for people to read. */
export function noteCronRun(
  transaction: Transaction,
  component: string,
  { id }: CronJob,
  lastRun: CronRun,
): void {
  transaction.patch(component, id, { lastRun }, SYSTEM);
}
