import {
  MAX_RUNNING_ACTIONS,
  MAX_WAITING_ACTIONS,
} from "../../base/client-limits";
import { AbandonedError, BusyError } from "../../base/errors";
import { oneLine } from "../../base/one-line";
import type { Asker } from "../../base/fair-queue";
import { WorkGate } from "../../base/work-gate";
import { ReadSet } from "../../transaction/read-set";
import type { Snapshot } from "../../transaction/snapshot";
import type { CallContext, TargetCall } from "../calls/call-context";
import type {
  ActionOutcome,
  FunctionCall,
  FunctionFailure,
  Identity,
  MutationOutcome,
  QueryOutcome,
  SessionRequest,
} from "../calls/function-call";
import { busyFailure, RefusedCallError } from "../calls/function-failure";
import type { App, Component } from "../definitions/app";
import type { FunctionTarget } from "../definitions/function-address";
import { notFoundText, parseFunctionPath } from "../definitions/function-path";
import { findRoute, type HttpRoute } from "../definitions/http-routes";
import {
  type FunctionKind,
  type RegisteredFunction,
  wrongKindText,
} from "../definitions/registered-function";
import { reportOutcome } from "../execution/execution-report";
import type { FileStorage } from "../files/file-storage";
import { KeySets } from "../identity/key-sets";
import { TokenVerifier } from "../identity/token-verifier";
import { inlineQuery } from "../loading/inline-query";
import type { CurrentApp } from "./current-app";
import { FunctionRuntime, type RuntimeOptions } from "./function-runtime";
import { HttpActionRunner } from "./http-action-runner";
import { SystemFunctionRunner } from "./system-function-runner";
import { findComponent, type SystemFunctions } from "./system-functions";

type Options = Omit<RuntimeOptions, "cloudUrl"> & {
  current: CurrentApp;
  isProduction: boolean;
  /** None by default. */
  systemFunctions?: SystemFunctions;
};

const NO_SYSTEM_FUNCTIONS: SystemFunctions = {
  queries: new Map(),
  mutations: new Map(),
};

/**
 * Entry point for all calls from outside. Resolves what the caller may call, in
 * the current app or among the system functions, and runs it.
 */
export class FunctionRunner {
  readonly #http: HttpActionRunner;
  readonly #system: SystemFunctionRunner;
  readonly #actionGate = newActionGate();
  /** Separate, because actions may fetch from HTTP actions. */
  readonly #httpActionGate = newActionGate();
  /** Uses the `auth.config` of the current app. */
  #tokenVerifier: TokenVerifier | null = null;

  private constructor(
    private readonly options: Options,
    private readonly runtime: FunctionRuntime,
  ) {
    const { current, database, isProduction } = options;
    const { actions, services } = runtime;
    this.#http = new HttpActionRunner({
      actions,
      services,
      isProduction,
      verifyToken: (token) => this.verifyToken(token),
    });
    this.#system = new SystemFunctionRunner({
      functions: options.systemFunctions ?? NO_SYSTEM_FUNCTIONS,
      current,
      database,
      cursors: services.cursors,
    });
    current.onLoad(() => {
      this.#tokenVerifier = this.#newTokenVerifier();
      runtime.onLoad();
    });
  }

  /** Must be called before the first load. */
  static async open(options: Options): Promise<FunctionRunner> {
    const { current } = options;
    const cloudUrl = current.environment.CONVEX_CLOUD_URL ?? "";
    const runtime = await FunctionRuntime.open(
      { ...options, cloudUrl },
      () => current.app,
    );
    return new FunctionRunner(options, runtime);
  }

  /** Starts scheduled functions and cron jobs. Must be called after a load. */
  start(): Promise<void> {
    return this.runtime.start();
  }

  /** Stops scheduled functions and cron jobs; running calls may finish. */
  close(): void {
    this.runtime.close();
  }

  /** Runs a query on a snapshot. A caller's errors give a failed outcome. */
  async runQuery(
    call: FunctionCall,
    at: { snapshot: Snapshot; journal: string | null },
  ): Promise<QueryOutcome> {
    const systemQuery = this.#system.findQuery(call);
    if (systemQuery !== null) {
      return this.#system.runQuery(systemQuery, call, at);
    }
    const found = this.#find(call, "query");
    const { snapshot, journal } = at;
    if (!found.ok) return refusedQuery(found.failure, snapshot.ts);
    const { transactions, services } = this.runtime;
    const outcome = await transactions.runQuery(found.call, snapshot, journal);
    reportOutcome(services, found.call, outcome);
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
    const { transactions, sessionRequests, services } = this.runtime;
    const hooks = sessionRequest ? sessionRequests.hooks(sessionRequest) : null;
    const systemMutation = this.#system.findMutation(call);
    if (systemMutation !== null) {
      return this.#system.runMutation(systemMutation, call, hooks);
    }
    const found = this.#find(call, "mutation");
    if (!found.ok) return { ...found, logLines: [], ts: null };
    const outcome = await transactions.runMutation(found.call, hooks);
    reportOutcome(services, found.call, outcome);
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
    const { actions, services } = this.runtime;
    const run = () => actions.runAction(found.call);
    try {
      const outcome = await actions.inTurn(found.call, () =>
        this.#inTurn(call, run),
      );
      reportOutcome(services, found.call, outcome);
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
    const { current, clock, logger, database } = this.options;
    const { app, environment } = current;
    const component = findComponent(app, call.component);
    const surroundings = { clock, logger, environment };
    const fn = await inlineQuery(call.path, source, surroundings);
    const { transactions, services } = this.runtime;
    const context = { ...this.#context(call), app };
    const targetCall = { target: { component, fn }, args: call.args, context };
    const snapshot = database.snapshot();
    const outcome = await transactions.runQuery(targetCall, snapshot, null);
    reportOutcome(services, targetCall, outcome);
    return outcome;
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
    asker?: Asker,
  ): Promise<Response | null> {
    const { app } = this.options.current;
    const { pathname } = new URL(request.url);
    const route = findRoute(app.root, pathname, request.method);
    if (route === null) return null;
    return this.runtime.actions.httpInTurn(route.endpoint, request, asker, () =>
      this.#queueHttpAction(app, route, request, asker),
    );
  }

  #queueHttpAction(
    app: App,
    route: HttpRoute,
    request: Request,
    asker?: Asker,
  ): Promise<Response> {
    return new Promise((resolve, reject) => {
      const work = () =>
        new Promise<void>((onEnd, onError) => {
          const options = { asker, onEnd };
          this.#http.run(app, route, request, options).then(resolve, onError);
        });
      this.#httpActionGate.run(work, asker).catch(reject);
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
    return this.runtime.services.storage;
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
