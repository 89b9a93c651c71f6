import type { Clock } from "../../base/clock";
import type { Logger } from "../../base/logger";
import type { Timers } from "../../base/timers";
import type { Database } from "../../transaction/database";
import type { FinishedExecution } from "../calls/finished-execution";
import type { FileStorage } from "./file-storage";
import type { PageCursors } from "./page-cursor";

/** Services for all executions and their syscalls; they outlive an app. */
export type ExecutionServices = {
  database: Database;
  clock: Clock;
  timers: Timers;
  logger: Logger;
  storage: FileStorage;
  cursors: PageCursors;
  onExecution(execution: FinishedExecution): void;
};
