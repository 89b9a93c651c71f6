import {
  getConvexSize,
  jsonToConvex,
  type JSONValue,
  type Value,
} from "convex/values";
import { SMALL_STEP_MS } from "../../base/clock-steps";
import { UserError } from "../../base/errors";
import { MAX_SCHEDULED_ARGS_BYTES } from "../../base/limits";
import type { Transaction } from "../../transaction/transaction";
import type { Id } from "../../values/ids";
import type { CallContext } from "../calls/call-context";
import type { Component } from "../definitions/app";
import { resolveAddress } from "../definitions/function-address";
import {
  requireNumber,
  requireObject,
  type SyscallArguments,
} from "../calls/syscall-arguments";
import { SCHEDULED_FUNCTIONS } from "../definitions/function-tables";

/** The state of a scheduled function. */
export type JobState =
  | { kind: "pending" }
  | { kind: "inProgress" }
  | { kind: "success" }
  | { kind: "failed"; error: string }
  | { kind: "canceled" };

/** A document of `_scheduled_functions`, encoded. */
export type JobDocument = {
  /** `module.js:function` */
  name: string;
  /** An array of one object. */
  args: JSONValue[];
  /** Milliseconds since the epoch. */
  scheduledTime: number;
  /** What the clock said when it was scheduled, if not the creation time. */
  scheduledFrom?: number;
  completedTime?: number;
  state: JobState;
  /** Component of the function, if not the one that scheduled it. */
  component?: string;
};

const SYSTEM = { system: true };
const FIVE_YEARS_MS = 5 * 365 * 24 * 60 * 60 * 1000;

/**
 * Schedules the function that `args` name, as part of `transaction`. What a
 * cancelled job schedules is cancelled, too.
 *
 * @returns the job's id
 * @throws UserError when the function, its arguments or the time are not
 *   allowed, or the transaction schedules too much
 */
export function scheduleJob(
  transaction: Transaction,
  { app, job: parent }: CallContext,
  component: Component,
  args: SyscallArguments,
  nowMs: number,
): Id {
  const target = resolveAddress(app, component, args);
  const { path } = target.fn;
  const functionArgs = requireObject(args, "args", "scheduler");
  const jobArgs = [jsonToConvex(functionArgs)];
  const argsBytes = getConvexSize(jobArgs);
  if (argsBytes > MAX_SCHEDULED_ARGS_BYTES) {
    throw new UserError(
      "ScheduledArgsTooLarge",
      `The arguments of a scheduled function are too large (${argsBytes} bytes, limit: ${MAX_SCHEDULED_ARGS_BYTES} bytes)`,
    );
  }
  transaction.metrics.countScheduled(argsBytes);
  const fields: Record<string, Value> = {
    name: `${path.module}:${path.name}`,
    args: jobArgs,
    scheduledTime: requireTime(args, nowMs),
    state: { kind: "pending" },
  };
  if (parent && findJob(transaction, parent)?.state.kind === "canceled") {
    fields.state = { kind: "canceled" };
    fields.completedTime = nowMs;
  }
  if (target.component !== component) fields.component = target.component.path;
  const id = transaction.insert(
    component.path,
    SCHEDULED_FUNCTIONS,
    fields,
    SYSTEM,
  );
  // Creation times run ahead of a clock that was put back.
  const createdMs = transaction.get(component.path, id)?.creationTime ?? nowMs;
  if (createdMs - nowMs > SMALL_STEP_MS) {
    const scheduledFrom = nowMs;
    transaction.patch(component.path, id, { scheduledFrom }, SYSTEM);
  }
  return id;
}

/**
 * Cancels a pending or running job, as part of `transaction`. A finished job
 * stays as it is.
 */
export function cancelJob(
  transaction: Transaction,
  component: string,
  id: Id,
  nowMs: number,
): void {
  const job = findJob(transaction, { component, id });
  if (job?.state.kind === "pending" || job?.state.kind === "inProgress") {
    finishJob(transaction, component, id, { kind: "canceled" }, nowMs);
  }
}

/** @returns the job's current state, or null when it does not exist */
export function findJob(
  transaction: Transaction,
  { component, id }: { component: string; id: Id },
): JobDocument | null {
  const document = transaction.get(component, id);
  return document === null ? null : (document.json() as JobDocument);
}

/** What is known of a clock that was put back. */
export type ClockStep = {
  nowMs: number;
  /** By how much it was put back since `lookedAtMs`; 0 if that is not known. */
  stepMs: number;
  /** When the clock was looked at before, in its present time. */
  lookedAtMs: number;
};

/**
 * @param createdMs the creation time of the job
 * @returns by how much the clock was put back since the job was scheduled
 */
export function setBackSince(
  { scheduledFrom }: JobDocument,
  createdMs: number,
  { nowMs, stepMs, lookedAtMs }: ClockStep,
): number {
  const fromMs = scheduledFrom ?? createdMs;
  const aheadMs = fromMs - nowMs;
  if (aheadMs > SMALL_STEP_MS) return Math.max(stepMs, aheadMs);
  return fromMs < lookedAtMs ? stepMs : 0;
}

/** Lets a pending job wait for as long as it was to wait, by the present clock. */
export function shiftJob(
  transaction: Transaction,
  component: string,
  id: Id,
  byMs: number,
): void {
  const document = transaction.get(component, id);
  if (document === null) return;
  const job = document.json() as JobDocument;
  if (job.state.kind !== "pending") return;
  const { scheduledTime, scheduledFrom = document.creationTime } = job;
  const fields = {
    scheduledTime: scheduledTime - byMs,
    scheduledFrom: scheduledFrom - byMs,
  };
  transaction.patch(component, id, fields, SYSTEM);
}

/** Marks a job as begun. */
export function startJob(
  transaction: Transaction,
  component: string,
  id: Id,
): void {
  const state = { kind: "inProgress" };
  transaction.patch(component, id, { state }, SYSTEM);
}

/** Records how a job ended. */
export function finishJob(
  transaction: Transaction,
  component: string,
  id: Id,
  state: JobState,
  nowMs: number,
): void {
  const fields = { state, completedTime: nowMs };
  transaction.patch(component, id, fields, SYSTEM);
}

function requireTime(args: SyscallArguments, nowMs: number): number {
  const timeMs = requireNumber(args, "ts", "scheduler") * 1000;
  if (Math.abs(timeMs - nowMs) <= FIVE_YEARS_MS) return timeMs;
  throw new UserError(
    "InvalidScheduledTime",
    "Functions can only be scheduled within five years from now",
  );
}
