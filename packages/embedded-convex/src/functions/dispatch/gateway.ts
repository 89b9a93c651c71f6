import { promisify } from "node:util";
import {
  MAX_RUNNING_ACTIONS,
  MAX_WAITING_ACTIONS,
} from "../../base/client-limits";
import type { Clock, MovableClock } from "../../base/clock";
import { AbandonedError, BusyError } from "../../base/errors";
import type { Logger } from "../../base/logger";
import { oneLine } from "../../base/one-line";
import { systemTimers, type Timers, within } from "../../base/timers";
import { WorkGate } from "../../base/work-gate";
import type { Database } from "../../transaction/database";
import { ReadSet } from "../../transaction/read-set";
import type { Snapshot } from "../../transaction/snapshot";
import type { CallContext, TargetCall } from "../calls/call-context";
import type { FinishedExecution } from "../calls/finished-execution";
import type {
  ActionOutcome,
  FunctionCall,
  FunctionFailure,
  FunctionResult,
  Identity,
  MutationOutcome,
  QueryOutcome,
  SessionRequest,
} from "../calls/call-and-outcome";
import { busyFailure, RefusedCallError } from "../calls/function-failure";
import type { App, Component } from "../app/app";
import type { FunctionTarget } from "../app/function-address";
import { notFoundText, parseFunctionPath } from "../app/function-path";
import { findRoute, type HttpRoute } from "../app/http-routes";
import {
  type FunctionKind,
  type RegisteredFunction,
  wrongKindText,
} from "../app/registered-function";
import { ActionRunner } from "../execution/action-runner";
import { reportOutcome } from "../execution/execution-report";
import { SessionRequests } from "../execution/session-requests";
import { containStrayErrors } from "../execution/stray-errors";
import {
  type ConflictPolicy,
  TransactionRunner,
} from "../execution/transaction-runner";
import { FileStorage } from "../syscalls/file-storage";
import { readDeploymentSecret } from "./deployment-secret";
import { KeySets } from "../calls/key-sets";
import { TokenVerifier } from "../calls/token-verifier";
import { inlineQuery } from "../loading/inline-query";
import { PageCursors } from "../syscalls/page-cursor";
import { CronRunner } from "./cron-runner";
import { JobRunner } from "./job-runner";
import { Scheduler } from "./scheduler";
import type { ExecutionServices } from "../syscalls/execution-services";
import type { CurrentApp } from "./current-app";
import { type Asking, HttpActionRunner } from "./http-action-runner";
import { SystemFunctionRunner } from "./system-function-runner";
import { findComponent, type SystemFunctions } from "./system-functions";

type Options = {
  database: Database;
  clock: Clock;
  logger: Logger;
  timers?: Timers;
  /**
   * What scheduled functions wait by, `timers` by default. With others cron jobs
   * rest until the clock is first put forward.
   */
  dueTimers?: Timers;
  current: CurrentApp;
  isProduction: boolean;
  filesFolder: string;
  /** What one upload URL takes in all; no limit of its own by default. */
  maxUploadBytes?: number;
  /** `queue` by default. */
  conflicts?: ConflictPolicy;
  /** None by default. */
  systemFunctions?: SystemFunctions;
  onExecution?: (execution: FinishedExecution) => void;
};

const NO_SYSTEM_FUNCTIONS: SystemFunctions = {
  queries: new Map(),
  mutations: new Map(),
};

const HOUSEKEEPING_MS = 60 * 60 * 1000;

/** How long the clock stands for one job while it is put forward, and for all of them. */
const MAX_JOB_WAIT_MS = 10_000;
const MAX_ADVANCE_MS = 60_000;

const nextTurn = promisify(setImmediate);

/**
 * Entry point for all calls from outside. Resolves what the caller may call, in
 * the current app or among the system functions, and runs it. Outlives an app, and
 * also runs what is scheduled.
 */
export class Gateway {
  readonly #transactions: TransactionRunner;
  readonly #actions: ActionRunner;
  readonly #sessionRequests: SessionRequests;
  readonly #scheduler: Scheduler;
  readonly #crons: CronRunner;
  readonly #http: HttpActionRunner;
  readonly #system: SystemFunctionRunner;
  readonly #actionGate = newActionGate();
  /** Separate, because actions may fetch from HTTP actions. */
  readonly #httpActionGate = newActionGate();
  readonly #stopContaining = containStrayErrors();
  /** Uses the `auth.config` of the current app. */
  #tokenVerifier: TokenVerifier | null = null;
  #stopHousekeeping: (() => void) | null = null;
  #isStarted = false;

  private constructor(
    private readonly options: Options,
    private readonly services: ExecutionServices,
  ) {
    const { current, isProduction, conflicts = "queue" } = options;
    const { database, clock, cursors } = services;
    const transactions = new TransactionRunner(services, conflicts);
    const actions = new ActionRunner(services, transactions);
    this.#transactions = transactions;
    this.#actions = actions;
    this.#sessionRequests = new SessionRequests(database, clock);
    const app = () => current.app;
    const runners = { transactions, actions, app };
    const { dueTimers = services.timers } = options;
    this.#scheduler = new Scheduler(
      { ...services, timers: dueTimers },
      new JobRunner(services, runners),
      app,
    );
    this.#crons = new CronRunner(services, runners);
    this.#http = new HttpActionRunner({ actions, services, isProduction });
    this.#system = new SystemFunctionRunner({
      functions: options.systemFunctions ?? NO_SYSTEM_FUNCTIONS,
      current,
      database,
      cursors,
    });
    current.onLoad(() => {
      this.#tokenVerifier = this.#newTokenVerifier();
      this.#scheduler.wake();
      this.#crons.wake();
    });
  }

  /** Must be called before the first load. */
  static async open(options: Options): Promise<Gateway> {
    const { current, database, clock, logger } = options;
    const { timers = systemTimers, onExecution = () => {} } = options;
    const secret = await readDeploymentSecret(database);
    const storage = new FileStorage({
      folder: options.filesFolder,
      maxUploadBytes: options.maxUploadBytes ?? Infinity,
      cloudUrl: current.environment.CONVEX_CLOUD_URL ?? "",
      database,
      clock,
      secret,
    });
    const cursors = new PageCursors(secret);
    return new Gateway(options, {
      database,
      clock,
      timers,
      logger,
      storage,
      cursors,
      onExecution,
    });
  }

  /**
   * Starts scheduled functions and cron jobs. Must be called after a load.
   * Idempotent.
   */
  async start(): Promise<void> {
    if (this.#isStarted) return;
    this.#isStarted = true;
    this.#reportLost(await this.storage.sweep());
    await this.#scheduler.start();
    if (this.options.dueTimers === undefined) this.#crons.start();
    this.#keepHouse();
  }

  /** Stops scheduled functions and cron jobs; running calls may finish. */
  close(): void {
    this.#scheduler.close();
    this.#crons.close();
    this.#stopHousekeeping?.();
    this.#transactions.close();
    this.#stopContaining();
  }

  /** Runs a query on a snapshot. A caller's errors give a failed outcome. */
  async runQuery(
    call: FunctionCall,
    at: { snapshot: Snapshot; journal: string | null },
  ): Promise<QueryOutcome> {
    const systemOutcome = this.#system.runQuery(call, at);
    if (systemOutcome !== null) return systemOutcome;
    const found = this.#find(call, "query");
    const { snapshot, journal } = at;
    if (!found.ok) return refusedQuery(found.failure, snapshot.ts);
    const outcome = await this.#transactions.runQuery(
      found.call,
      snapshot,
      journal,
    );
    reportOutcome(this.services, found.call, outcome);
    const { component, fn } = found.call.target;
    if (isPublic(component, fn)) return outcome;
    // Only some callers may run it, so its outcome must not be shared.
    return { ...outcome, usedIdentity: true };
  }

  /**
   * Runs a mutation. Resolves once its commit is durable; after a failure, once
   * the state that it read is durable. A session request that has run is
   * answered from its record.
   */
  async runMutation(
    call: FunctionCall,
    { sessionRequest }: { sessionRequest?: SessionRequest } = {},
  ): Promise<MutationOutcome> {
    const hooks = sessionRequest
      ? this.#sessionRequests.hooks(sessionRequest)
      : null;
    const systemOutcome = this.#system.runMutation(call, hooks);
    if (systemOutcome !== null) return systemOutcome;
    const found = this.#find(call, "mutation");
    if (!found.ok) return { ...found, logLines: [], ts: null };
    const outcome = await this.#transactions.runMutation(found.call, hooks);
    reportOutcome(this.services, found.call, outcome);
    return outcome;
  }

  /**
   * Runs an action when it is the asker's turn. A caller's errors give a failed
   * outcome.
   *
   * @throws AbandonedError when nobody waits for the outcome any more
   */
  async runAction(call: FunctionCall): Promise<ActionOutcome> {
    const found = this.#find(call, "action");
    if (!found.ok) return { ...found, logLines: [] };
    const run = () => this.#actions.runAction(found.call);
    try {
      const outcome = await this.#actions.inTurn(found.call, () =>
        this.#inTurn(call, run),
      );
      reportOutcome(this.services, found.call, outcome);
      return outcome;
    } catch (error) {
      if (!(error instanceof BusyError)) throw error;
      return { ok: false, failure: busyFailure(error), logLines: [] };
    }
  }

  /**
   * Administrators bypass the queue, so that they can diagnose an overload. An
   * action whose client has left the queue is not begun.
   */
  #inTurn<Outcome>(
    { caller, asker, onTurn }: FunctionCall,
    run: () => Promise<Outcome>,
  ): Promise<Outcome> {
    if (caller.kind !== "user") return run();
    return this.#actionGate.run(async () => {
      if (onTurn?.() === false) throw new AbandonedError();
      return run();
    }, asker);
  }

  /**
   * Runs a query whose module is part of the call and not of the app.
   *
   * @throws UserError when the module is not a query or the component is
   *   unknown
   */
  async runInlineQuery(
    source: string,
    call: FunctionCall,
  ): Promise<QueryOutcome> {
    const { current, clock, logger } = this.options;
    const { app, environment } = current;
    const component = findComponent(app, call.component);
    const surroundings = { clock, logger, environment };
    const fn = await inlineQuery(call.path, source, surroundings);
    const context = { ...this.#context(call), app };
    const targetCall = { target: { component, fn }, args: call.args, context };
    const outcome = await this.#transactions.runQuery(targetCall);
    reportOutcome(this.services, targetCall, outcome);
    return outcome;
  }

  /**
   * Runs a function on the newest state for a program in this process.
   *
   * @param fn in place of a function of the app
   */
  async run(
    kind: FunctionKind,
    call: FunctionCall,
    fn?: RegisteredFunction,
  ): Promise<FunctionResult> {
    const context = this.#context(call);
    const target = fn && { component: context.app.root, fn };
    const found = target
      ? { ok: true as const, call: { target, args: call.args, context } }
      : this.#find(call, kind);
    if (!found.ok) return found;
    const outcome =
      kind === "query"
        ? await this.#transactions.runQuery(found.call)
        : kind === "mutation"
          ? await this.#transactions.runMutation(found.call)
          : await this.#actions.runAction(found.call);
    reportOutcome(this.services, found.call, outcome);
    return outcome;
  }

  /** When the next scheduled function falls due; Infinity if none waits. */
  get nextJobMs(): number {
    return this.#scheduler.nextDueMs;
  }

  /** The same for cron jobs, too. */
  get nextDueMs(): number {
    return Math.min(this.nextJobMs, this.#crons.nextDueMs);
  }

  /**
   * Runs what is due, and what that makes due, and resolves when it has ended, after
   * `graceMs` in any case.
   */
  async runDue(graceMs: number): Promise<void> {
    const { clock, timers } = this.services;
    const endMs = timers.steadyNow() + graceMs;
    do {
      this.#scheduler.wake();
      this.#crons.wake();
      // The scheduler starts them in a microtask.
      await nextTurn();
      const due = [this.#scheduler.whenEnded(), this.#crons.whenEnded()];
      await within(Promise.all(due), endMs - timers.steadyNow());
    } while (this.nextDueMs <= clock.now() && timers.steadyNow() < endMs);
  }

  /**
   * Puts the clock forward, stopping wherever something falls due until that has
   * run: so everything runs in order, by a clock that says its time. After
   * `MAX_ADVANCE_MS` of this work the rest is skipped, and runs late.
   *
   * @param clock the one with which the gateway was opened
   */
  async advance(clock: MovableClock, byMs: number): Promise<void> {
    const { timers } = this.services;
    const targetMs = clock.now() + byMs;
    const endMs = timers.steadyNow() + MAX_ADVANCE_MS;
    this.#crons.start();
    do {
      await this.runDue(MAX_JOB_WAIT_MS);
      const isLate = timers.steadyNow() > endMs;
      clock.advanceTo(isLate ? targetMs : Math.min(this.nextDueMs, targetMs));
    } while (clock.now() < targetMs);
    await this.runDue(MAX_JOB_WAIT_MS);
  }

  hasHttpAction(path: string, method: string): boolean {
    const { app } = this.options.current;
    return findRoute(app.root, path, method) !== null;
  }

  /**
   * Queues the request and runs its HTTP action; null when no route matches. It
   * occupies its place in the queue until its response has been streamed.
   *
   * @throws BusyError when the queue is full
   * @throws AbandonedError when the client has left before its turn
   */
  async runHttpAction(
    request: Request,
    asking: Asking = {},
  ): Promise<Response | null> {
    const { app } = this.options.current;
    const { pathname } = new URL(request.url);
    const route = findRoute(app.root, pathname, request.method);
    if (route === null) return null;
    const { asker } = asking;
    return this.#actions.httpInTurn(route.endpoint, request, asker, () =>
      this.#queueHttpAction(app, route, request, asking),
    );
  }

  #queueHttpAction(
    app: App,
    route: HttpRoute,
    request: Request,
    asking: Asking,
  ): Promise<Response> {
    return new Promise((resolve, reject) => {
      const work = () =>
        new Promise<void>((onEnd, onError) => {
          const options = { ...asking, onEnd };
          this.#http.run(app, route, request, options).then(resolve, onError);
        });
      this.#httpActionGate.run(work, asking.asker).catch(reject);
    });
  }

  /** @returns the kind of a function or system mutation, callable or not */
  findFunction(component: string, path: string): { kind: FunctionKind } | null {
    if (this.#system.hasMutation(path)) return { kind: "mutation" };
    const { components } = this.options.current.app;
    return components.get(component)?.find(path) ?? null;
  }

  /**
   * Verifies a user's token against `auth.config`.
   *
   * @throws RequestError with status 401
   */
  async verifyToken(token: string): Promise<Identity> {
    if (this.#tokenVerifier !== null) return this.#tokenVerifier.verify(token);
    throw new Error("No functions have been loaded");
  }

  get storage(): FileStorage {
    return this.services.storage;
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
    this.#stopHousekeeping = timers.schedule(HOUSEKEEPING_MS, () => {
      this.#keepHouse();
      this.#prune().catch((error: unknown) => {
        logger.warn(`Housekeeping failed: ${String(error)}`);
      });
    });
  }

  async #prune(): Promise<void> {
    await this.#sessionRequests.prune();
    await this.#scheduler.prune();
  }

  #newTokenVerifier(): TokenVerifier {
    const { current, clock, isProduction } = this.options;
    const { app, environment } = current;
    const keySets = new KeySets({
      siteUrl: environment.CONVEX_SITE_URL,
      ownKeys: environment.JWKS,
      askOwnSite: async (path) => {
        const url = new URL(path, environment.CONVEX_SITE_URL);
        // A request of our own brings no token, so this cannot come back here.
        const route = findRoute(app.root, url.pathname, "GET");
        return route && this.#http.run(app, route, new Request(url));
      },
    });
    const options = { clock, isProduction };
    return new TokenVerifier(app.authProviders, keySets, options);
  }

  #context({ caller, requestId, asker, onTurn }: FunctionCall): CallContext {
    const { current, clock } = this.options;
    const { app } = current;
    const startedAtMs = clock.now();
    const gate = caller.kind === "user" ? this.#actionGate : undefined;
    return { app, caller, requestId, startedAtMs, asker, onTurn, gate };
  }

  #find(
    call: FunctionCall,
    kind: FunctionKind,
  ): { ok: true; call: TargetCall } | { ok: false; failure: FunctionFailure } {
    const context = this.#context(call);
    const { requestId, args } = call;
    try {
      const target = findCallable(context.app, call, kind);
      return { ok: true, call: { target, args, context } };
    } catch (error) {
      if (!(error instanceof RefusedCallError)) throw error;
      this.options.logger.warn(
        `[Request ID: ${requestId}] ${kind} refused: ${JSON.stringify(oneLine(error.message))}`,
      );
      return { ok: false, failure: { message: error.message } };
    }
  }
}

function newActionGate(): WorkGate {
  return new WorkGate(MAX_RUNNING_ACTIONS, MAX_WAITING_ACTIONS);
}

/**
 * Finds the function that a client calls. Users cannot tell unknown functions,
 * internal functions and functions of components from each other.
 *
 * @throws RefusedCallError
 */
function findCallable(
  app: App,
  { component: componentPath, path, caller }: FunctionCall,
  kind: FunctionKind,
): FunctionTarget {
  const isTrusted = caller.kind !== "user";
  const component = app.components.get(componentPath);
  const fn = component?.find(path);
  const isVisible = isTrusted || (component && fn && isPublic(component, fn));
  if (!component || !fn || !isVisible) {
    const what = isTrusted ? "function" : "public function";
    throw new RefusedCallError(
      notFoundText(parseFunctionPath(path), componentPath, what),
    );
  }
  if (fn.kind === kind) return { component, fn };
  throw new RefusedCallError(wrongKindText(fn, component.path, kind));
}

function isPublic(component: Component, fn: RegisteredFunction): boolean {
  return component.path === "" && fn.visibility === "public";
}

/**
 * The outcome of a query that was refused. Its read set is empty: it depends
 * only on the caller and the app, and a load reruns all queries.
 */
function refusedQuery(failure: FunctionFailure, ts: bigint): QueryOutcome {
  return {
    ok: false,
    failure,
    logLines: [],
    readSet: new ReadSet(),
    ts,
    journal: null,
    usedIdentity: true,
    usedTimeOrRandom: false,
    documentsRead: 0,
  };
}
