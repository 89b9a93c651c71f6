import type { Transaction } from "../../transaction/transaction";
import type { Id } from "../../values/ids";
import { nextRun, type CronSpec } from "../app/cron-spec";
import type { Component } from "../app/app";
import { CRON_JOBS } from "../app/function-tables";

/** A document of `_cron_jobs`: a cron job and its next run. */
export type CronJob = {
  id: Id;
  identifier: string;
  /** JSON text of the CronSpec from which `nextTime` was computed. */
  spec: string;
  /** Milliseconds since the epoch. */
  nextTime: number;
};

const SYSTEM = { system: true };

export function listCronJobs(
  transaction: Transaction,
  component: string,
): CronJob[] {
  const rows = transaction.scan(component, CRON_JOBS, "by_creation_time");
  return Array.from(rows, ({ document }) => {
    const { identifier, spec, nextTime } = document.json() as CronJob;
    return { id: document.id, identifier, spec, nextTime };
  });
}

/**
 * Replaces the stored jobs of a component by those that its code declares. A
 * job with an unchanged declaration keeps its next run.
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

/** Sets the next run of a job to its first occurrence after `nowMs`. */
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
