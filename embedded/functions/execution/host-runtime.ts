import type { Clock } from "../../base/clock";
import type { Logger } from "../../base/logger";
import type { Database } from "../../transaction/database";
import { ActionRunner } from "./action-runner";
import { CronRunner } from "../scheduling/cron-runner";
import type { Deployment } from "../definitions/deployment";
import { readDeploymentSecret } from "../identity/deployment-secret";
import { FileStorage } from "../files/file-storage";
import type { FinishedExecution } from "./finished-execution";
import type { HostServices } from "./host-services";
import { JobRunner } from "../scheduling/job-runner";
import { PageCursors } from "../reading/page-cursor";
import { Scheduler } from "../scheduling/scheduler";
import { SessionRequests } from "./session-requests";
import { containStrayRejections } from "./stray-rejections";
import { systemTimers, type Timers } from "../../base/timers";
import { TransactionRunner } from "./transaction-runner";
import { Watchdog } from "./watchdog";

/** What a FunctionHost is made of. */
export type HostOptions = {
  /** Opened with `functionTables` as its system tables. */
  database: Database;
  clock: Clock;
  logger: Logger;
  /** What functions see as `process.env`, the system's variables included. */
  environment: Readonly<Record<string, string>>;
  isProduction: boolean;
  timers?: Timers;
  /** Where the bodies of stored files are kept; without it there are none. */
  filesFolder?: string;
  /** Told of every call that has ended. */
  onExecution?: (execution: FinishedExecution) => void;
};

const HOUSEKEEPING_MS = 60 * 60 * 1000;

/** Everything that runs functions and outlives a load of them. */
export class HostRuntime {
  readonly services: HostServices;
  readonly transactions: TransactionRunner;
  readonly actions: ActionRunner;
  readonly sessionRequests: SessionRequests;
  readonly #scheduler: Scheduler;
  readonly #crons: CronRunner;
  #stopHousekeeping: (() => void) | null = null;
  #isStarted = false;
  readonly #stopContaining = containStrayRejections();

  private constructor(services: HostServices, deployment: () => Deployment) {
    this.services = services;
    this.transactions = new TransactionRunner(services);
    this.actions = new ActionRunner(services, this.transactions);
    this.sessionRequests = new SessionRequests(
      services.database,
      services.clock,
    );
    const runners = [this.transactions, this.actions, deployment] as const;
    const jobs = new JobRunner(services, ...runners);
    this.#scheduler = new Scheduler(services, jobs, deployment);
    this.#crons = new CronRunner(services, ...runners);
  }

  /** @param deployment what is loaded, whenever it is asked for */
  static async open(
    options: HostOptions,
    deployment: () => Deployment,
  ): Promise<HostRuntime> {
    const { database, clock, logger, environment } = options;
    const timers = options.timers ?? systemTimers;
    const secret = await readDeploymentSecret(database);
    const services: HostServices = {
      database,
      clock,
      logger,
      timers,
      watchdog: new Watchdog(timers),
      cursors: new PageCursors(secret),
      onExecution: (execution) => options.onExecution?.(execution),
      storage: new FileStorage({
        folder: options.filesFolder ?? null,
        cloudUrl: environment.CONVEX_CLOUD_URL ?? "",
        database,
        clock,
        secret,
      }),
    };
    return new HostRuntime(services, deployment);
  }

  /** Begins to run scheduled functions and cron jobs. */
  async start(): Promise<void> {
    if (this.#isStarted) return;
    this.#isStarted = true;
    await this.services.storage.sweep();
    await this.#scheduler.start();
    this.#crons.start();
    this.#keepHouse();
  }

  /** Takes notice of newly loaded functions. */
  onLoad(): void {
    this.#scheduler.wake();
    this.#crons.wake();
  }

  /** Starts nothing more by itself. */
  close(): void {
    this.#scheduler.close();
    this.#crons.close();
    this.#stopHousekeeping?.();
    this.services.watchdog.close();
    this.#stopContaining();
  }

  #keepHouse(): void {
    const { timers, logger } = this.services;
    const prune = async (): Promise<void> => {
      await this.sessionRequests.prune();
      await this.#scheduler.prune();
    };
    const repeat = (): void => {
      prune().catch((error: unknown) => {
        logger.warn(`Housekeeping failed: ${String(error)}`);
      });
      this.#stopHousekeeping = timers.schedule(HOUSEKEEPING_MS, repeat);
    };
    this.#stopHousekeeping = timers.schedule(HOUSEKEEPING_MS, repeat);
  }
}
