import type { Logger } from "../../base/logger";
import type { Timers } from "../../base/timers";
import type { FinishedExecution } from "../calls/finished-execution";
import type { SyscallServices } from "../syscalls/syscall-services";
import type { ConflictPolicy } from "./conflict-policy";
import type { Watchdog } from "./watchdog";

/** Services for all executions; they outlive an app. */
export type ExecutionServices = SyscallServices & {
  timers: Timers;
  logger: Logger;
  watchdog: Watchdog;
  conflicts: ConflictPolicy;
  onExecution(execution: FinishedExecution): void;
};
