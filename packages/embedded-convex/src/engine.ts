import type { Server } from "node:http";
import { join } from "node:path";
import { Administration } from "./admin/administration";
import { EnvironmentVariables } from "./admin/environment-variables";
import { FunctionLog } from "./admin/function-log";
import { KeptMails } from "./admin/kept-mails";
import { readPushedApp } from "./admin/pushed-functions";
import { systemMutations } from "./admin/document-mutations";
import { systemQueries } from "./admin/system-queries";
import { adminTables } from "./admin/admin-tables";
import { type Clock, MovableClock, systemClock } from "./base/clock";
import type { Asker } from "./base/fair-queue";
import { boundedConsole } from "./base/bounded-logger";
import type { Logger } from "./base/logger";
import { makePrivate } from "./base/private-file";
import { systemTimers, type Timers } from "./base/timers";
import { AdminKey } from "./deployment/admin-key";
import { Caretaker } from "./deployment/caretaker";
import {
  type DeploymentKeys,
  loadDeploymentKeys,
} from "./deployment/deployment-keys";
import { documentsFolder, ensureDeployment } from "./deployment/data-directory";
import {
  functionEnvironment,
  lacksMail,
  withOutbox,
} from "./deployment/function-environment";
import { requireOwnKeys } from "./deployment/own-keys";
import type { AppSource } from "./functions/loading/app-source";
import { beginBundling } from "./functions/loading/begin-bundling";
import type { Aliases } from "./functions/loading/esbuild-run";
import { CurrentApp } from "./functions/dispatch/current-app";
import type { ConflictPolicy } from "./functions/execution/transaction-runner";
import { Gateway } from "./functions/dispatch/gateway";
import { BackendServer, type PageHandler } from "./http/server";
import { TrustedProxies } from "./http/trusted-proxies";
import { Authenticator } from "./protocol/authenticator";
import {
  SharedModifications,
  type StateModification,
} from "./protocol/state-modification";
import { newRequestId } from "./functions/calls/request-id";
import { requireFolder } from "./functions/syscalls/file-bodies";
import { functionTables } from "./functions/app/function-tables";
import { OpenIdStandIn } from "./openid/openid-stand-in";
import { Outbox } from "./outbox/outbox";
import { pruneOutbox } from "./outbox/prune-outbox";
import { LevelStore } from "./storage/level-store";
import type { MemoryStore } from "./storage/memory-store";
import { QueryCache } from "./subscriptions/query-cache";
import { Database } from "./transaction/database";

const GRACE_MS = 5_000;

type Variables = Readonly<Record<string, string | undefined>>;

type Environment = Readonly<Record<string, string>>;

/** What `open` creates for the constructor. */
type Parts = {
  clock: Clock;
  /** Null when the app is the one pushed last. */
  bundle: (() => Promise<AppSource>) | null;
  seed: string | null;
  database: Database;
  keys: DeploymentKeys;
  adminKey: AdminKey;
  log: FunctionLog;
  current: CurrentApp;
  functions: Gateway;
  /** Takes the variables set over the network; returns all for functions. */
  compose: (set: Environment) => Environment;
  /** Null when the environment configures a mail provider. */
  outbox: Outbox | null;
  standIn: OpenIdStandIn | null;
  caretaker: Caretaker;
};

export type EngineOptions = {
  /**
   * A Convex functions folder, or its bundled modules. Null for the app pushed
   * last; at first there is none.
   */
  functions: string | AppSource | null;
  /** For the functions folder; none by default. */
  alias?: Aliases;
  /** Created if it does not exist. Only one process at a time can use it. */
  dataDir: string;
  /** A backup or a state that fills a deployment without documents; by default none does. */
  seed?: string | null;
  /** Keeps the documents instead of `dataDir`, which must exist then. */
  store?: Pick<LevelStore, keyof MemoryStore>;
  /** The origin under which browsers reach the page and the backend. */
  publicUrl: URL;
  /** The proxies whose forwarding headers are trusted; none by default. */
  trustedProxies?: TrustedProxies;
  /**
   * Whether only this machine can reach the server, so that what a stranger
   * must not see may be shown; false by default.
   */
  isLoopbackOnly?: boolean;
  /**
   * The id of a provider of Convex Auth, such as `google`, in whose place a
   * page of this server signs people in, if `isLoopbackOnly` and as long as the
   * provider has no client; null by default.
   */
  openIdStandIn?: string | null;
  /** What one upload URL takes in all; by default three files of any size. */
  maxUploadBytes?: number;
  /** Serves `/_data`; off by default. */
  dataBrowser?: PageHandler | null;
  /** Redacts errors for clients, as Convex does in production. */
  isProduction: boolean;
  /** How conflicting mutations are retried; `queue` by default. */
  conflicts?: ConflictPolicy;
  env?: { envFile: Variables; processEnv: Variables };
  /** Variables that functions read in place of those, as they are then; for tests. */
  currentEnvironment?: Variables;
  /**
   * By default the system's, which can be put forward in development if
   * `isLoopbackOnly`, as any `MovableClock` can.
   */
  clock?: Clock;
  timers?: Timers;
  /** See `Gateway`; for tests. */
  dueTimers?: Timers;
  logger?: Logger;
  /** Called when the disk fails; no commit is acknowledged afterwards. */
  onFatal: (error: unknown) => void;
  /**
   * Called when the functions cannot be loaded. The engine then opens without
   * them, and `reload` can load them later. By default `open` throws.
   */
  onLoadError?: (error: unknown) => void;
};

/**
 * The backend in one process. It serves the requests of the HTTP server that it
 * is attached to. Only this file depends on all layers.
 */
export class Engine {
  /** Answers requests and upgrades. */
  readonly backend: BackendServer;
  readonly #cache: QueryCache<StateModification>;
  readonly #administration: Administration;
  #closing: Promise<void> | null = null;

  private constructor(
    options: EngineOptions,
    private readonly parts: Parts,
  ) {
    const { logger = boundedConsole } = options;
    const { isProduction, publicUrl, timers = systemTimers } = options;
    const { trustedProxies = new TrustedProxies("") } = options;
    const { clock, database, current, functions } = parts;
    const { dataDir } = options;
    const services = {
      database,
      current,
      storage: functions.storage,
      clock,
      timers,
      logger,
      dataDir,
      isProduction,
      hasFolder: parts.bundle !== null,
      composeEnvironment: parts.compose,
      traffic: () => this.backend.traffic,
      advanceClock:
        clock instanceof MovableClock
          ? (byMs: number) => this.advance(byMs)
          : null,
    };
    const mails = new KeptMails(
      join(dataDir, "outbox"),
      () => parts.outbox?.isUsedBy(current.environment) ?? false,
    );
    const administration = new Administration(services, parts.log, mails);
    this.#administration = administration;
    const modifications = new SharedModifications(isProduction);
    this.#cache = new QueryCache({
      database,
      timers,
      newRequestId,
      runQuery: (call, run) => functions.runQuery(call, run),
      render: (outcome, call) => modifications.render(outcome, call),
    });
    current.onLoad(() => this.#cache.invalidateAll());
    const { adminKey } = parts;
    const authenticator = new Authenticator({
      adminKey: () => adminKey.value,
      verifyToken: (token) => functions.verifyToken(token),
    });
    this.backend = new BackendServer({
      clock,
      timers,
      logger,
      isProduction,
      authenticator,
      cache: this.#cache,
      database,
      functions,
      administration,
      publicUrl,
      trustedProxies,
      dataBrowser: options.dataBrowser ?? null,
      standIn: parts.standIn?.pagesFor(current) ?? null,
    });
  }

  /**
   * Opens the data directory and loads the functions. Leaves nothing open when
   * it throws.
   *
   * @throws StoreLockedError or DamagedDataError for the data directory
   * @throws BundleError, LoadError or UserError for the functions
   */
  static async open(options: EngineOptions): Promise<Engine> {
    const { dataDir, logger = boundedConsole } = options;
    const { isLoopbackOnly = false, openIdStandIn: provider } = options;
    // While the store is being opened.
    const { functions, isProduction, alias = {} } = options;
    const bundle =
      functions === null ? null : beginBundling(functions, isProduction, alias);
    const isMovable = isLoopbackOnly && !isProduction;
    const { clock = isMovable ? new MovableClock() : systemClock } = options;
    if (options.store === undefined) await ensureDeployment(dataDir);
    const keys = await loadDeploymentKeys(dataDir);
    const store =
      options.store ?? (await LevelStore.open(documentsFolder(dataDir)));
    const { onFatal, publicUrl, env = noVariables } = options;
    const adminKey = new AdminKey(dataDir, keys);
    const outboxFolder = join(dataDir, "outbox");
    let database: Database | null = null;
    const caretaker = new Caretaker({
      store,
      pruneOutbox: () =>
        pruneOutbox(outboxFolder, clock.now(), database?.snapshot() ?? null),
      clock,
      timers: systemTimers,
      logger,
      onLost: onFatal,
    });
    let outbox: Outbox | null = null;
    let gateway: Gateway | null = null;
    try {
      await makePrivate(dataDir, logger);
      const base = functionEnvironment({ ...env, keys, publicUrl });
      if (lacksMail(base)) {
        outbox = await Outbox.open({
          folder: outboxFolder,
          clock,
          logger,
          tellsLinks: isLoopbackOnly,
        });
      }
      const standIn =
        isLoopbackOnly && provider
          ? new OpenIdStandIn({ provider, publicUrl })
          : null;
      const compose = composer(base, outbox, standIn);
      const filesFolder = join(dataDir, "files");
      database = await Database.open({
        store,
        clock,
        logger,
        onFatal,
        onLoaded: (snapshot) => requireFolder(snapshot, filesFolder),
        hidesValues: isProduction,
        systemTables: [...functionTables, ...adminTables],
      });
      const hasDocuments = database
        .snapshot()
        .tables.some(
          ({ definition: { isSystem }, count }) => !isSystem && count,
        );
      const log = new FunctionLog(clock);
      const current = new CurrentApp({
        database,
        clock,
        logger,
        environment: compose(EnvironmentVariables.read(database)),
        currentEnvironment: options.currentEnvironment,
      });
      gateway = await Gateway.open({
        database,
        clock,
        dueTimers: options.dueTimers,
        logger,
        current,
        systemFunctions: { queries: systemQueries, mutations: systemMutations },
        isProduction,
        conflicts: options.conflicts,
        filesFolder,
        maxUploadBytes: options.maxUploadBytes,
        onExecution: (execution) => log.add(execution),
      });
      await requireOwnKeys(database, keys, dataDir);
      const engine = new Engine(options, {
        clock,
        bundle,
        seed: hasDocuments ? null : (options.seed ?? null),
        database,
        keys,
        adminKey,
        log,
        current,
        functions: gateway,
        compose,
        outbox,
        standIn,
        caretaker,
      });
      await engine.#administration.imports.recover();
      await engine.reload().catch((error: unknown) => {
        if (options.onLoadError === undefined) throw error;
        options.onLoadError(error);
      });
      await store.settle();
      if (standIn?.isUsedBy(current.environment) === true) {
        logger.info(standIn.notice);
      }
      return engine;
    } catch (error) {
      gateway?.close();
      outbox?.close();
      await caretaker.close();
      await store.close();
      throw error;
    }
  }

  /**
   * Answers the requests and upgrades of `server`.
   *
   * @param page handles requests that are not for the backend; null for a 404
   */
  attach(server: Server, { page = null }: { page?: PageHandler | null }): void {
    server.on("request", (request, response) => {
      this.backend.handle(request, response, page);
    });
    server.on("upgrade", (request, socket, head) => {
      const isTaken = this.backend.handleUpgrade(request, socket, head);
      if (!isTaken) socket.destroy();
    });
  }

  /** What answers calls from outside, for programs in this process. */
  get functions(): Gateway {
    return this.parts.functions;
  }

  get keys(): DeploymentKeys {
    return this.parts.keys;
  }

  /**
   * Runs a query of the app as a stranger would.
   *
   * @returns the JSON of its value; null when it fails
   */
  async ask(
    path: string,
    args: Record<string, string>,
    asker: Asker,
  ): Promise<string | null> {
    const call = {
      component: "",
      path,
      args: [args],
      caller: { kind: "user" as const, identity: null },
      requestId: newRequestId(),
      asker,
    };
    const { database, functions } = this.parts;
    const options = { snapshot: database.snapshot(), journal: null };
    const outcome = await functions.runQuery(call, options);
    return outcome.ok ? outcome.valueText : null;
  }

  /**
   * Loads the functions again and reruns the queries of all subscriptions.
   *
   * @throws BundleError, LoadError or UserError; the previous app stays
   */
  async reload(): Promise<void> {
    const { bundle, current, database, functions } = this.parts;
    await current.load(await (bundle?.() ?? readPushedApp(database)));
    const { seed } = this.parts;
    // Before any job runs. The functions say what may be in it.
    if (seed !== null) await this.#administration.states.read(seed);
    this.parts.seed = null;
    await functions.start();
  }

  /** Writes all data to a file that `seed` takes, as `States.write` does. */
  save(path: string): Promise<void> {
    return this.#administration.states.write(path);
  }

  /**
   * Puts the clock forward (see `Gateway.advance`), and runs queries again.
   *
   * @throws Error for a clock that is no `MovableClock`
   */
  async advance(byMs: number): Promise<void> {
    const { clock } = this.parts;
    if (!(clock instanceof MovableClock)) throw new Error("It cannot be moved");
    await this.parts.functions.advance(clock, byMs);
    this.backend.clockMoved();
    this.#cache.invalidateAll();
  }

  /** Waits at most `GRACE_MS` for running requests, then stops. Idempotent. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const { functions, outbox, caretaker, database } = this.parts;
    await this.#administration.close();
    await this.backend.close(GRACE_MS);
    functions.close();
    this.#cache.close();
    outbox?.close();
    await caretaker.close();
    await database.close();
  }
}

const noVariables = { envFile: {}, processEnv: {} };

/** Variables that are set over the network override all others. */
function composer(
  base: Environment,
  outbox: Outbox | null,
  standIn: OpenIdStandIn | null,
) {
  return (set: Environment): Environment => {
    const given = { ...base, ...set };
    const environment = standIn?.addTo(given) ?? given;
    return outbox !== null && lacksMail(environment)
      ? withOutbox(environment, outbox)
      : environment;
  };
}
