import { cancelJob, scheduleJob } from "../jobs/scheduled-job";
import { requireJobId } from "./table-check";
import type { AsyncSyscall } from "./transaction-context";

/** `1.0/schedule`; the job exists only if the mutation commits. */
export const schedule: AsyncSyscall = ({ execution, component }, args) => {
  const { transaction, context, startedAtMs } = execution;
  const id = scheduleJob(transaction, context, component, args, startedAtMs);
  return `"${id}"`;
};

/** `1.0/cancel_job`; a job that cancels itself goes on. */
export const cancel: AsyncSyscall = ({ execution, component }, args) => {
  const { transaction, context, startedAtMs } = execution;
  const id = requireJobId(transaction, component.path, args);
  if (id === context.job?.id) {
    execution.log.add(
      "WARN",
      "A scheduled mutation canceling itself is deprecated and will throw an error in a future version of Convex.",
    );
    return "null";
  }
  cancelJob(transaction, component.path, id, startedAtMs);
  return "null";
};
