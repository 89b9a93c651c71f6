import type { Clock } from "../../base/clock";
import type { Logger } from "../../base/logger";
import type { Database } from "../../transaction/database";
import type { FileStorage } from "../files/file-storage";
import type { FinishedExecution } from "./finished-execution";
import type { PageCursors } from "../reading/page-cursor";
import type { Timers } from "../../base/timers";
import type { Watchdog } from "./watchdog";

/** What outlives a load: the surroundings of every execution. */
export type HostServices = {
  database: Database;
  clock: Clock;
  timers: Timers;
  logger: Logger;
  watchdog: Watchdog;
  storage: FileStorage;
  cursors: PageCursors;
  /** Told of every call that has ended. */
  onExecution(execution: FinishedExecution): void;
};
