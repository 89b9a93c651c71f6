import type { Clock } from "../../base/clock";
import type { Logger } from "../../base/logger";
import { systemTimers, type Timers } from "../../base/timers";
import type { Database } from "../../transaction/database";
import type { FinishedExecution } from "../calls/finished-execution";
import type { App } from "../definitions/app";
import { ActionRunner } from "../execution/action-runner";
import type { ExecutionServices } from "../syscalls/execution-services";
import { SessionRequests } from "../execution/session-requests";
import { containStrayErrors } from "../execution/stray-errors";
import {
  type ConflictPolicy,
  TransactionRunner,
} from "../execution/transaction-runner";
import { FileStorage } from "../files/file-storage";
import { readDeploymentSecret } from "../identity/deployment-secret";
import { PageCursors } from "../reading/page-cursor";
import { CronRunner } from "../scheduling/cron-runner";
import { JobRunner } from "../scheduling/job-runner";
import { Scheduler } from "../scheduling/scheduler";

export type RuntimeOptions = {
  database: Database;
  clock: Clock;
  logger: Logger;
  timers?: Timers;
  cloudUrl: string;
  filesFolder: string;
  /** What one upload URL takes in all; no limit of its own by default. */
  maxUploadBytes?: number;
  /** `queue` by default. */
  conflicts?: ConflictPolicy;
  onExecution?: (execution: FinishedExecution) => void;
};

const HOUSEKEEPING_MS = 60 * 60 * 1000;

/** Executes functions; outlives an app. */
export class FunctionRuntime {
  readonly transactions: TransactionRunner;
  readonly actions: ActionRunner;
  readonly sessionRequests: SessionRequests;
  readonly #scheduler: Scheduler;
  readonly #crons: CronRunner;
  #stopHousekeeping: (() => void) | null = null;
  #isStarted = false;
  readonly #stopContaining = containStrayErrors();

  private constructor(
    readonly services: ExecutionServices,
    app: () => App,
    conflicts: ConflictPolicy = "queue",
  ) {
    this.transactions = new TransactionRunner(services, conflicts);
    this.actions = new ActionRunner(services, this.transactions);
    this.sessionRequests = new SessionRequests(
      services.database,
      services.clock,
    );
    const { transactions, actions } = this;
    const runners = { transactions, actions, app };
    const jobs = new JobRunner(services, runners);
    this.#scheduler = new Scheduler(services, jobs, app);
    this.#crons = new CronRunner(services, runners);
  }

  static async open(
    options: RuntimeOptions,
    app: () => App,
  ): Promise<FunctionRuntime> {
    const { database, clock, logger, cloudUrl } = options;
    const timers = options.timers ?? systemTimers;
    const secret = await readDeploymentSecret(database);
    const services: ExecutionServices = {
      database,
      clock,
      logger,
      timers,
      cursors: new PageCursors(secret),
      onExecution: (execution) => options.onExecution?.(execution),
      storage: new FileStorage({
        folder: options.filesFolder,
        maxUploadBytes: options.maxUploadBytes ?? Infinity,
        cloudUrl,
        database,
        clock,
        secret,
      }),
    };
    return new FunctionRuntime(services, app, options.conflicts);
  }

  /** Starts scheduled functions and cron jobs. Idempotent. */
  async start(): Promise<void> {
    if (this.#isStarted) return;
    this.#isStarted = true;
    this.#reportLost(await this.services.storage.sweep());
    await this.#scheduler.start();
    this.#crons.start();
    this.#keepHouse();
  }

  /** Starts the jobs of a new app. */
  onLoad(): void {
    this.#scheduler.wake();
    this.#crons.wake();
  }

  /** Stops scheduled functions, cron jobs and pruning. */
  close(): void {
    this.#scheduler.close();
    this.#crons.close();
    this.#stopHousekeeping?.();
    this.transactions.close();
    this.#stopContaining();
  }

  #reportLost(files: readonly string[]): void {
    const [first] = files;
    if (first === undefined) return;
    const others = files.length > 1 ? ` and ${files.length - 1} others` : "";
    this.services.logger.error(
      `Stored files are missing or incomplete: ${first}${others}. Everything else works. A copy of the data directory may still have them`,
    );
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
