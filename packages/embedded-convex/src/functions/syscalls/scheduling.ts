import { UserError } from "../../base/errors";
import {
  MAX_FUNCTIONS_SCHEDULED,
  MAX_SCHEDULED_ARGS_TOTAL_BYTES,
} from "../../base/limits";
import { cancelJob, scheduleJob } from "../jobs/scheduled-job";
import type { AsyncSyscall } from "./transaction-context";

/** `1.0/schedule`; the job exists only if the mutation commits. */
export const schedule: AsyncSyscall = ({ execution, component }, args) => {
  if (++execution.functionsScheduled > MAX_FUNCTIONS_SCHEDULED) {
    throw new UserError(
      "TooManyFunctionsScheduled",
      `Too many functions scheduled by this mutation (limit: ${MAX_FUNCTIONS_SCHEDULED})`,
    );
  }
  const { id, argsBytes } = scheduleJob(
    execution.transaction,
    execution.context.app,
    component,
    args,
    execution.startedAtMs,
  );
  execution.scheduledArgsBytes += argsBytes;
  if (execution.scheduledArgsBytes > MAX_SCHEDULED_ARGS_TOTAL_BYTES) {
    throw new UserError(
      "ScheduledArgsTooLarge",
      `The arguments of the functions scheduled by this mutation are too large (limit: ${MAX_SCHEDULED_ARGS_TOTAL_BYTES} bytes)`,
    );
  }
  return `"${id}"`;
};

/** `1.0/cancel_job` */
export const cancel: AsyncSyscall = ({ execution, component }, args) => {
  cancelJob(
    execution.transaction,
    component.path,
    args,
    execution.startedAtMs,
    execution.context.jobId ?? null,
  );
  return "null";
};
