import type { JSONValue } from "convex/values";
import { UserError } from "../base/errors";
import { oneLine } from "../base/one-line";
import type { Snapshot } from "../transaction/database";
import type { Transaction } from "../transaction/transaction";
import { changeSchema } from "../transaction/schema-change";
import type { AppSource } from "./loading/app-source";
import { Authenticator } from "./identity/authenticator";
import { runBuiltInMutation } from "./execution/built-in-mutation";
import {
  findCallable,
  isPublic,
  type CallContext,
} from "./execution/call-context";
import { commitWithRetry } from "./execution/commit-with-retry";
import { applyCronSpecs } from "./scheduling/cron-jobs";
import type { Deployment } from "./definitions/deployment";
import type { FunctionKind } from "./execution/execution";
import { reportOutcome } from "./execution/failure-report";
import type { FileStorage } from "./files/file-storage";
import type {
  ActionOutcome,
  FunctionCall,
  FunctionFailure,
  Identity,
  MutationOutcome,
  QueryOutcome,
  SessionRequest,
} from "./execution/function-call";
import { RefusedCallError } from "./execution/function-failure";
import { HostRuntime, type HostOptions } from "./execution/host-runtime";
import { HttpActionHost } from "./execution/http-action-host";
import { findRoute } from "./definitions/http-routes";
import { inlineQuery } from "./execution/inline-query";
import { KeySets } from "./identity/key-sets";
import { loadDeployment } from "./loading/load-deployment";
import type { PageCursors } from "./reading/page-cursor";
import { AppPreparation } from "./loading/prepared-app";
import { refusedQuery } from "./execution/refused-query";
import type { RegisteredFunction } from "./definitions/registered-function";
import type { TargetCall } from "./execution/transaction-runner";

/** A loaded deployment, what it was made of, and what verifies tokens. */
type Loaded = {
  source: AppSource;
  environment: Readonly<Record<string, string>>;
  deployment: Deployment;
  authenticator: Authenticator;
};

export type LoadOptions = {
  /** What functions see as `process.env`; what they saw before by default. */
  environment?: Readonly<Record<string, string>>;
  /** Becomes part of the load's commit; run again if that conflicts. */
  alongside?: (transaction: Transaction) => void;
};

/**
 * Runs the functions of one deployment. They are replaced as a whole by
 * `load`; calls that are under way finish with the functions they began with.
 */
export class FunctionHost {
  readonly #options: HostOptions;
  readonly #listeners = new Set<() => void>();
  readonly #preparation = new AppPreparation();
  #runtime: HostRuntime | null = null;
  #http: HttpActionHost | null = null;
  #loaded: Loaded | null = null;
  #loading: Promise<void> = Promise.resolve();

  constructor(options: HostOptions) {
    this.#options = options;
  }

  /**
   * Replaces all functions, schemas and cron jobs. Rejects, and changes
   * nothing, if the app cannot be evaluated or its schema does not fit what is
   * in the database.
   */
  load(app: AppSource, options: LoadOptions = {}): Promise<void> {
    const loading = this.#loading.then(() => this.#load(app, options));
    this.#loading = loading.catch(() => undefined);
    return loading;
  }

  /** Evaluates an app as `load` would, and leaves everything as it is. */
  evaluate(app: AppSource): Promise<Deployment> {
    const { clock, logger } = this.#options;
    const evaluating = this.#loading.then(() => {
      const { environment } = this;
      const surroundings = { clock, logger, environment };
      return loadDeployment(app, surroundings, this.#preparation);
    });
    this.#loading = evaluating.then(
      () => undefined,
      () => undefined,
    );
    return evaluating;
  }

  /**
   * Calls back after every load: results of earlier functions are outdated.
   *
   * @returns a function that stops it
   */
  onLoad(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Begins to run scheduled functions and cron jobs. Call after `load`. */
  start(): Promise<void> {
    return this.#open().start();
  }

  /** Runs nothing more by itself; calls under way may finish. */
  close(): void {
    this.#runtime?.close();
  }

  /** Runs a query at a snapshot. Never rejects for what a caller can cause. */
  async runQuery(
    call: FunctionCall,
    { snapshot, journal }: { snapshot: Snapshot; journal: string | null },
  ): Promise<QueryOutcome> {
    const found = this.#find(call, "query");
    if (!found.ok) return refusedQuery(found.failure, snapshot.ts);
    const { transactions, services } = this.#open();
    const outcome = await transactions.runQuery(found.call, snapshot, journal);
    reportOutcome(services, found.call, outcome);
    const { component, fn } = found.call.target;
    if (isPublic(component, fn)) return outcome;
    // That it was run at all depends on who called: nobody else is given it.
    return { ...outcome, usedIdentity: true };
  }

  /**
   * Runs a mutation. Resolves when its commit, or what it read before it
   * failed, is durable. A request that has been run before is not run again.
   */
  async runMutation(
    call: FunctionCall,
    options: { sessionRequest?: SessionRequest } = {},
  ): Promise<MutationOutcome> {
    const found = this.#find(call, "mutation");
    if (!found.ok) return { ...found, logLines: [], ts: null };
    const { transactions, sessionRequests, services } = this.#open();
    const { sessionRequest } = options;
    const outcome = await transactions.runMutation(
      found.call,
      sessionRequest ? sessionRequests.hooks(sessionRequest) : null,
    );
    reportOutcome(services, found.call, outcome);
    return outcome;
  }

  /**
   * Runs a change of the engine's own like a mutation.
   *
   * @param change gives the encoded result; what it throws, this rejects with
   */
  runBuiltIn(
    change: (transaction: Transaction) => JSONValue,
    { sessionRequest }: { sessionRequest?: SessionRequest } = {},
  ): Promise<MutationOutcome> {
    const { sessionRequests } = this.#open();
    const hooks = sessionRequest ? sessionRequests.hooks(sessionRequest) : null;
    return runBuiltInMutation(this.#options.database, change, hooks);
  }

  /** Runs an action. Never rejects for what a caller can cause. */
  async runAction(call: FunctionCall): Promise<ActionOutcome> {
    const found = this.#find(call, "action");
    if (!found.ok) return { ...found, logLines: [] };
    const { actions, services } = this.#open();
    const outcome = await actions.runAction(found.call);
    reportOutcome(services, found.call, outcome);
    return outcome;
  }

  /**
   * Runs a query that is given as a module and belongs to no deployment.
   *
   * @throws UserError when the module or the component is none
   */
  async runInlineQuery(
    source: string,
    call: FunctionCall,
  ): Promise<QueryOutcome> {
    const { clock, logger, database } = this.#options;
    const { deployment, environment } = this.#requireLoaded();
    const component = deployment.components.get(call.component);
    if (component === undefined) {
      throw new UserError(
        "ComponentNotFound",
        `There is no component ${call.component}`,
      );
    }
    const surroundings = { clock, logger, environment };
    const fn = await inlineQuery(call.path, source, surroundings);
    const { transactions, services } = this.#open();
    const target = { component, fn };
    const context = this.#context(deployment, call);
    const targetCall = { target, args: call.args, context };
    const snapshot = database.snapshot();
    const outcome = await transactions.runQuery(targetCall, snapshot, null);
    reportOutcome(services, targetCall, outcome);
    return outcome;
  }

  /** Runs the HTTP action for a request; null when no route matches. */
  async runHttpAction(request: Request): Promise<Response | null> {
    const { deployment } = this.#requireLoaded();
    return this.#http?.handle(deployment, request) ?? null;
  }

  /** Whether the app has an `http.ts` at all. */
  get hasHttpRoutes(): boolean {
    const { root } = this.#requireLoaded().deployment;
    return root.httpRouter !== null || root.httpMounts.length > 0;
  }

  /**
   * Verifies a user's token by `auth.config`.
   *
   * @throws RequestError with status 401
   */
  authenticate(token: string): Promise<Identity> {
    return this.#requireLoaded().authenticator.authenticate(token);
  }

  /** Finds a function by any spelling of its path, whoever may call it. */
  findFunction(component: string, path: string): RegisteredFunction | null {
    const { components } = this.#requireLoaded().deployment;
    return components.get(component)?.find(path) ?? null;
  }

  /** What is loaded now. */
  get deployment(): Deployment {
    return this.#requireLoaded().deployment;
  }

  /** What functions see as `process.env`. */
  get environment(): Readonly<Record<string, string>> {
    return this.#loaded?.environment ?? this.#options.environment;
  }

  /** Whether there has been a load that succeeded. */
  get isLoaded(): boolean {
    return this.#loaded !== null;
  }

  /** What is loaded now was made of this. */
  get source(): AppSource {
    return this.#requireLoaded().source;
  }

  /** The deployment's files. */
  get storage(): FileStorage {
    return this.#open().services.storage;
  }

  /** Writes and reads the cursors of paginated queries. */
  get cursors(): PageCursors {
    return this.#open().services.cursors;
  }

  async #load(
    app: AppSource,
    { environment = this.environment, alongside }: LoadOptions,
  ): Promise<void> {
    const { database, clock, logger } = this.#options;
    const deployment = await loadDeployment(
      app,
      { clock, logger, environment },
      this.#preparation,
    );
    this.#runtime ??= await HostRuntime.open(
      this.#options,
      () => this.#requireLoaded().deployment,
    );
    this.#http ??= this.#newHttpHost(this.#runtime);
    await commitWithRetry(database, (transaction) => {
      for (const component of deployment.components.values()) {
        changeSchema(transaction, component.path, component.schema);
        applyCronSpecs(transaction, component, clock.now());
      }
      alongside?.(transaction);
    });
    const authenticator = this.#newAuthenticator(deployment, environment);
    this.#loaded = { source: app, environment, deployment, authenticator };
    this.#runtime.onLoad();
    for (const listener of this.#listeners) listener();
  }

  #newHttpHost({ actions, services }: HostRuntime): HttpActionHost {
    const { isProduction } = this.#options;
    return new HttpActionHost({
      actions,
      services,
      isProduction,
      authenticate: (token) => this.authenticate(token),
    });
  }

  #newAuthenticator(
    deployment: Deployment,
    environment: Readonly<Record<string, string>>,
  ): Authenticator {
    const { clock } = this.#options;
    const keySets = new KeySets({
      clock,
      siteUrl: environment.CONVEX_SITE_URL,
      ownKeys: environment.JWKS,
      askOwnSite: (path) => {
        const url = new URL(path, environment.CONVEX_SITE_URL);
        // A request of our own brings no token, so this cannot come back here.
        return findRoute(deployment.root, url.pathname, "GET") === null
          ? Promise.resolve(null)
          : this.runHttpAction(new Request(url));
      },
    });
    return new Authenticator(deployment.authProviders, keySets, clock);
  }

  #context(
    deployment: Deployment,
    { caller, requestId }: FunctionCall,
  ): CallContext {
    const startedAtMs = this.#options.clock.now();
    return { deployment, caller, requestId, startedAtMs };
  }

  #find(
    call: FunctionCall,
    kind: FunctionKind,
  ): { ok: true; call: TargetCall } | { ok: false; failure: FunctionFailure } {
    const { deployment } = this.#requireLoaded();
    const { requestId, args } = call;
    try {
      const target = findCallable(deployment, call, kind);
      const context = this.#context(deployment, call);
      return { ok: true, call: { target, args, context } };
    } catch (error) {
      if (!(error instanceof RefusedCallError)) throw error;
      this.#options.logger.warn(
        `[Request ID: ${requestId}] ${kind} refused: ${JSON.stringify(oneLine(error.message))}`,
      );
      return { ok: false, failure: { message: error.message } };
    }
  }

  #open(): HostRuntime {
    if (this.#runtime !== null) return this.#runtime;
    throw new Error("No functions have been loaded");
  }

  #requireLoaded(): Loaded {
    if (this.#loaded !== null) return this.#loaded;
    throw new Error("No functions have been loaded");
  }
}
