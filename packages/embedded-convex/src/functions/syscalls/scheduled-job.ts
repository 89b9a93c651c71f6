import {
  getConvexSize,
  jsonToConvex,
  type JSONValue,
  type Value,
} from "convex/values";
import { UserError } from "../../base/errors";
import { MAX_SCHEDULED_ARGS_BYTES } from "../../base/limits";
import type { Transaction } from "../../transaction/transaction";
import type { Id } from "../../values/ids";
import { checkValue } from "../../values/value-limits";
import type { CallContext } from "../calls/call-context";
import type { Component } from "../app/app";
import { resolveAddress } from "../app/function-address";
import {
  requireNumber,
  requireObject,
  type SyscallArguments,
} from "../calls/syscall-arguments";
import { SCHEDULED_FUNCTIONS } from "../app/function-tables";

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
  const value = jsonToConvex(functionArgs);
  checkValue(value, JSON.stringify(functionArgs));
  const jobArgs = [value];
  const argsBytes = getConvexSize(jobArgs);
  if (argsBytes > MAX_SCHEDULED_ARGS_BYTES) {
    throw new UserError(
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
  return transaction.insert(
    component.path,
    SCHEDULED_FUNCTIONS,
    fields,
    SYSTEM,
  );
}

export function findJob(
  transaction: Transaction,
  { component, id }: { component: string; id: Id },
): JobDocument | null {
  const document = transaction.get(component, id);
  return document === null ? null : (document.json() as JobDocument);
}

export function startJob(
  transaction: Transaction,
  component: string,
  id: Id,
): void {
  const state = { kind: "inProgress" };
  transaction.patch(component, id, { state }, SYSTEM);
}

/** Ends a pending or running job. A finished one stays as it is. */
export function finishJob(
  transaction: Transaction,
  component: string,
  id: Id,
  state: JobState,
  nowMs: number,
): void {
  const kind = findJob(transaction, { component, id })?.state.kind;
  if (kind !== "pending" && kind !== "inProgress") return;
  const fields = { state, completedTime: nowMs };
  transaction.patch(component, id, fields, SYSTEM);
}

function requireTime(args: SyscallArguments, nowMs: number): number {
  const timeMs = requireNumber(args, "ts", "scheduler") * 1000;
  if (Math.abs(timeMs - nowMs) <= FIVE_YEARS_MS) return timeMs;
  throw new UserError(
    "Functions can only be scheduled within five years from now",
  );
}
