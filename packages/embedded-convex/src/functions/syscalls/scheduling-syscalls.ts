import { finishJob, scheduleJob } from "./scheduled-job";
import { requireJobId } from "./table-check";
import type { SharedSyscall } from "./transaction-context";

/** `1.0/schedule`; the job exists only if the mutation commits. */
export const schedule: SharedSyscall = ({ execution, component }, args) => {
  const { transaction, context, startedAtMs } = execution;
  const id = scheduleJob(transaction, context, component, args, startedAtMs);
  return `"${id}"`;
};

/** `1.0/cancel_job` */
export const cancel: SharedSyscall = ({ execution, component }, args) => {
  const { transaction, startedAtMs } = execution;
  const id = requireJobId(transaction, component.path, args);
  const state = { kind: "canceled" as const };
  finishJob(transaction, component.path, id, state, startedAtMs);
  return "null";
};

/** The same in a mutation; a job that cancels itself goes on. */
export const cancelInMutation: SharedSyscall = (call, args) => {
  const { context, log } = call.execution;
  if (context.job === undefined || args.id !== context.job.id) {
    return cancel(call, args);
  }
  log.add(
    "WARN",
    "A scheduled mutation canceling itself is deprecated and will throw an error in a future version of Convex.",
  );
  return "null";
};
