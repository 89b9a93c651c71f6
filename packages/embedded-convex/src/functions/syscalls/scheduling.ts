import { version } from "convex";
import { UserError } from "../../base/errors";
import {
  MAX_FUNCTIONS_SCHEDULED,
  MAX_SCHEDULED_ARGS_TOTAL_BYTES,
} from "../../base/limits";
import { cancelJob, scheduleJob } from "../jobs/scheduled-job";
import { requireJobId } from "./table-check";
import type { AsyncSyscall } from "./transaction-context";

/** Whether the installed `convex` is 1.50 or newer, for which Convex throws. */
const REFUSES_SELF_CANCELLING = isAtLeast(version, 1, 50);

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
    execution.context,
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

/** `1.0/cancel_job`; a job that cancels itself goes on. */
export const cancel: AsyncSyscall = ({ execution, component }, args) => {
  const { transaction, context, startedAtMs } = execution;
  const id = requireJobId(transaction, component.path, args);
  if (id === context.job?.id) {
    if (REFUSES_SELF_CANCELLING) {
      throw new UserError(
        "ScheduledFunctionCancelingItself",
        "A mutation cannot cancel itself",
      );
    }
    execution.log.warn(
      "A scheduled mutation canceling itself is deprecated and will throw an error in a future version of Convex.",
    );
    return "null";
  }
  cancelJob(transaction, component.path, id, startedAtMs);
  return "null";
};

function isAtLeast(text: string, major: number, minor: number): boolean {
  const [ownMajor = 0, ownMinor = 0] = text.split(".").map(Number);
  return ownMajor > major || (ownMajor === major && ownMinor >= minor);
}
