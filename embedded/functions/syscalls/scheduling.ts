import { UserError } from "../../base/errors";
import {
  MAX_FUNCTIONS_SCHEDULED,
  MAX_SCHEDULED_ARGS_TOTAL_BYTES,
} from "../../base/limits";
import { cancelJob, scheduleJob } from "../scheduling/scheduled-job";
import type { AsyncSyscall } from "../execution/transaction-frame";

/** `1.0/schedule`: the job exists only if the mutation commits. */
export const schedule: AsyncSyscall = ({ run, component }, args) => {
  if (++run.functionsScheduled > MAX_FUNCTIONS_SCHEDULED) {
    throw new UserError(
      "TooManyFunctionsScheduled",
      `Too many functions scheduled by this mutation (limit: ${MAX_FUNCTIONS_SCHEDULED})`,
    );
  }
  const { id, argsBytes } = scheduleJob(
    run.transaction,
    run.deployment,
    component,
    args,
    run.startedAtMs,
  );
  run.scheduledArgsBytes += argsBytes;
  if (run.scheduledArgsBytes > MAX_SCHEDULED_ARGS_TOTAL_BYTES) {
    throw new UserError(
      "ScheduledArgsTooLarge",
      `The arguments of the functions scheduled by this mutation are too large (limit: ${MAX_SCHEDULED_ARGS_TOTAL_BYTES} bytes)`,
    );
  }
  return `"${id}"`;
};

/** `1.0/cancel_job` */
export const cancel: AsyncSyscall = ({ run, component }, args) => {
  cancelJob(
    run.transaction,
    component.path,
    args,
    run.startedAtMs,
    run.context.jobId ?? null,
  );
  return "null";
};
