import { join } from "node:path";
import type { Clock } from "../base/clock";
import type { Logger } from "../base/logger";
import type { FunctionHost } from "../functions/function-host";
import type { Database } from "../transaction/database";
import { AdminFunctions } from "./admin-functions";
import { EnvironmentVariables } from "./environment-variables";
import { Exports } from "./exports";
import type { FunctionLog } from "./function-log";
import { Health, type Traffic } from "./health";
import { Imports } from "./imports";
import { Pushes } from "./pushes";
import { ScheduledJobs } from "./scheduled-jobs";

type Variables = Readonly<Record<string, string>>;

type Options = {
  database: Database;
  host: FunctionHost;
  clock: Clock;
  logger: Logger;
  dataDir: string;
  /** All that functions see, given the variables that are set here. */
  composeEnvironment: (set: Variables) => Variables;
  log: FunctionLog;
  traffic: () => Traffic;
};

/** All that a deployment does for who has its admin key. */
export class Administration {
  readonly functions: AdminFunctions;
  readonly pushes: Pushes;
  readonly environment: EnvironmentVariables;
  readonly exports: Exports;
  readonly imports: Imports;
  readonly log: FunctionLog;
  readonly jobs: ScheduledJobs;
  readonly health: Health;

  constructor(options: Options) {
    const { database, host, clock, logger, dataDir } = options;
    this.functions = new AdminFunctions({ host, database });
    this.pushes = new Pushes({ host, database });
    this.environment = new EnvironmentVariables({
      host,
      database,
      compose: options.composeEnvironment,
    });
    this.exports = new Exports({
      database,
      clock,
      logger,
      storage: () => host.storage,
      folder: join(dataDir, "exports"),
    });
    this.imports = new Imports({
      database,
      host,
      clock,
      logger,
      folder: join(dataDir, "imports"),
    });
    this.log = options.log;
    this.jobs = new ScheduledJobs(database, clock);
    const { traffic } = options;
    this.health = new Health({ database, host, clock, dataDir, traffic });
  }

  /** Lets go of who waits, and waits for a backup under way. */
  async close(): Promise<void> {
    this.log.close();
    this.health.close();
    await this.exports.close();
  }
}
