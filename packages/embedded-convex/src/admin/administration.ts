import { join } from "node:path";
import type { Clock } from "../base/clock";
import type { Logger } from "../base/logger";
import type { Timers } from "../base/timers";
import type { FileStorage } from "../functions/files/file-storage";
import type { CurrentApp } from "../functions/runner/current-app";
import type { Database } from "../transaction/database";
import { EnvironmentVariables } from "./environment-variables";
import { Exports } from "./exports";
import type { FunctionLog } from "./function-log";
import { Health, type Traffic } from "./health";
import { Imports } from "./imports";
import type { OutboxList, OutboxMail } from "./admin-api";
import { Pushes } from "./pushes";

type Variables = Readonly<Record<string, string>>;

/** What the outbox keeps, for administrators. */
export type OutboxReader = {
  list(): Promise<OutboxList>;
  /** @throws RequestError 404 when there is no such mail */
  read(id: string): Promise<OutboxMail>;
  /** Returns the HTML at an `htmlPath`, or null. */
  htmlAt(pathname: string): string | null;
};

type Options = {
  database: Database;
  current: CurrentApp;
  storage: FileStorage;
  clock: Clock;
  timers: Timers;
  logger: Logger;
  dataDir: string;
  /** Whether the server runs a functions folder; pushes are refused then. */
  hasFolder: boolean;
  /** Adds the other variables of functions to those that were set here. */
  composeEnvironment: (set: Variables) => Variables;
  log: FunctionLog;
  outbox: OutboxReader;
  traffic: () => Traffic;
};

/** Services for administrators. */
export class Administration {
  readonly pushes: Pushes;
  readonly environment: EnvironmentVariables;
  readonly exports: Exports;
  readonly imports: Imports;
  readonly log: FunctionLog;
  readonly health: Health;
  readonly outbox: OutboxReader;

  constructor(options: Options) {
    const { database, current, storage, clock, timers } = options;
    const { logger, dataDir, hasFolder } = options;
    this.pushes = new Pushes({ current, database, hasFolder });
    this.environment = new EnvironmentVariables({
      current,
      database,
      compose: options.composeEnvironment,
    });
    this.exports = new Exports({
      database,
      clock,
      logger,
      storage,
      folder: join(dataDir, "exports"),
    });
    this.imports = new Imports({
      database,
      current,
      storage,
      clock,
      timers,
      logger,
      folder: join(dataDir, "imports"),
    });
    this.log = options.log;
    this.outbox = options.outbox;
    const { traffic } = options;
    this.health = new Health({
      database,
      current,
      clock,
      timers,
      dataDir,
      traffic,
    });
  }

  /** Ends long polls, and waits for a running backup and running imports. */
  async close(): Promise<void> {
    this.log.close();
    this.health.close();
    await this.exports.close();
    await this.imports.close();
  }
}
