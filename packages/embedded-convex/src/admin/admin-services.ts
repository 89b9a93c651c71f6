import type { Clock } from "../base/clock";
import type { Logger } from "../base/logger";
import type { Timers } from "../base/timers";
import type { FileStorage } from "../functions/syscalls/file-storage";
import type { CurrentApp } from "../functions/dispatch/current-app";
import type { Database } from "../transaction/database";

export type Variables = Readonly<Record<string, string>>;

export type AdminServices = {
  database: Database;
  current: CurrentApp;
  storage: FileStorage;
  clock: Clock;
  timers: Timers;
  logger: Logger;
  dataDir: string;
  isProduction: boolean;
  /** Whether the server runs a functions folder, which a push must not replace. */
  hasFolder: boolean;
  /** Adds the other variables of functions to those that were set over the network. */
  composeEnvironment: (set: Variables) => Variables;
  /** Open connections, and requests since the start. */
  traffic: () => { syncConnections: number; httpRequests: number };
  /** Puts the clock forward; null for a clock that only time moves. */
  advanceClock: ((byMs: number) => Promise<void>) | null;
};
