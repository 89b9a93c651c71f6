import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Duplex } from "node:stream";
import { version } from "convex";
import { Administration } from "./admin/administration";
import { EnvironmentVariables } from "./admin/environment-variables";
import { FunctionLog } from "./admin/function-log";
import { readPushedApp } from "./admin/pushed-functions";
import { adminTables } from "./admin/system-tables";
import { type Clock, systemClock } from "./base/clock";
import { consoleLogger, type Logger } from "./base/logger";
import { AdminKey } from "./deployment/admin-key";
import {
  type DeploymentKeys,
  loadDeploymentKeys,
} from "./deployment/deployment-keys";
import {
  functionEnvironment,
  lacksMail,
  withOutbox,
} from "./deployment/function-environment";
import { AppLoader } from "./functions/loading/app-loader";
import type { AppSource } from "./functions/loading/app-source";
import { FunctionHost } from "./functions/function-host";
import { BackendServer, type PageHandler } from "./http/server";
import { TrustedProxies } from "./http/trusted-proxies";
import { Authenticator } from "./protocol/authenticator";
import { queryResult, type QueryResult } from "./protocol/query-result";
import { newRequestId } from "./functions/execution/request-id";
import { functionTables } from "./functions/system-tables";
import { Outbox } from "./outbox/outbox";
import { LevelStore } from "./storage/level-store";
import { QueryCache } from "./subscriptions/query-cache";
import { Database } from "./transaction/database";

const GRACE_MS = 5_000;

type Variables = Readonly<Record<string, string | undefined>>;

type Environment = Readonly<Record<string, string>>;

/** What is opened before there is an engine. */
type Parts = {
  /** Null for what was pushed last. */
  loader: AppLoader | null;
  database: Database;
  keys: DeploymentKeys;
  /** What functions see as `process.env`, by what is set over the network. */
  compose: (set: Environment) => Environment;
  /** Null when functions know of a real provider of mail. */
  outbox: Outbox | null;
};

export type EngineOptions = {
  /**
   * A Convex functions folder, or what was bundled from one. Null for what was
   * pushed last, which is nothing at first.
   */
  functions: string | AppSource | null;
  /** Made if it does not exist; one process at a time may use it. */
  dataDir: string;
  /** The one address under which browsers find page and backend. */
  publicUrl: URL;
  /** Whose word counts about who asks; nobody's by default. */
  trustedProxies?: TrustedProxies;
  /** Answers at `/_data`; nothing special is there by default. */
  dataBrowser?: PageHandler | null;
  /** Redacts errors for clients, as Convex does in production. */
  isProduction: boolean;
  env?: { envFile: Variables; processEnv: Variables };
  clock?: Clock;
  logger?: Logger;
  /** The disk refused a write: nothing is acknowledged any more. */
  onFatal: (error: unknown) => void;
  /** Makes functions that do not load no reason to give up: `reload` later. */
  onLoadError?: (error: unknown) => void;
};

/**
 * The backend in one process: the only file that knows every layer. Speaks
 * through whatever HTTP server it is attached to.
 */
export class Engine {
  readonly keys: DeploymentKeys;
  readonly #loader: AppLoader | null;
  readonly #database: Database;
  readonly #host: FunctionHost;
  readonly #cache: QueryCache<QueryResult>;
  readonly #backend: BackendServer;
  readonly #administration: Administration;
  readonly #outbox: Outbox | null;
  #closing: Promise<void> | null = null;

  private constructor(
    options: EngineOptions,
    { loader, database, keys, compose, outbox }: Parts,
  ) {
    const { clock = systemClock, logger = consoleLogger } = options;
    const { isProduction, publicUrl } = options;
    const { trustedProxies = new TrustedProxies("") } = options;
    this.keys = keys;
    this.#outbox = outbox;
    this.#loader = loader;
    this.#database = database;
    const log = new FunctionLog(clock);
    const host = new FunctionHost({
      database,
      clock,
      logger,
      environment: compose(EnvironmentVariables.read(database)),
      onExecution: (execution) => log.add(execution),
      isProduction,
      filesFolder: join(options.dataDir, "files"),
    });
    this.#host = host;
    const administration = new Administration({
      database,
      host,
      clock,
      logger,
      dataDir: options.dataDir,
      composeEnvironment: compose,
      log,
      traffic: () => this.#backend.traffic,
    });
    this.#administration = administration;
    const { functions } = administration;
    this.#cache = new QueryCache({
      database,
      clock,
      newRequestId,
      runQuery: (call, run) => functions.runQuery(call, run),
      render: (outcome, { requestId }) =>
        queryResult(outcome, requestId, isProduction),
    });
    host.onLoad(() => this.#cache.invalidateAll());
    const adminKey = new AdminKey(options.dataDir, keys);
    const authenticator = new Authenticator({
      adminKey: () => adminKey.value,
      verifyToken: async (token) => host.authenticate(token),
    });
    this.#backend = new BackendServer({
      clock,
      logger,
      isProduction,
      authenticator,
      cache: this.#cache,
      database,
      functions,
      administration,
      addresses: { cloudUrl: publicUrl.origin, siteUrl: publicUrl.origin },
      publicUrl,
      trustedProxies,
      dataBrowser: options.dataBrowser ?? null,
      version,
    });
  }

  /**
   * Opens the data directory and loads the functions. Throws
   * StoreLockedError, BundleError, LoadError or UserError, with nothing left
   * open.
   */
  static async open(options: EngineOptions): Promise<Engine> {
    const { dataDir, clock = systemClock, logger = consoleLogger } = options;
    // Bundles while the store is opened.
    const { functions, isProduction } = options;
    const loader =
      functions === null ? null : new AppLoader(functions, isProduction);
    await mkdir(dataDir, { recursive: true });
    const store = await LevelStore.open(join(dataDir, "documents"));
    let outbox: Outbox | null = null;
    try {
      const keys = await loadDeploymentKeys(dataDir);
      const { onFatal, publicUrl, env = noVariables } = options;
      const base = functionEnvironment({ ...env, keys, publicUrl });
      if (lacksMail(base)) {
        const folder = join(dataDir, "outbox");
        outbox = await Outbox.open({ folder, clock, logger });
      }
      const compose = composer(base, outbox);
      const database = await Database.open({
        store,
        clock,
        logger,
        onFatal,
        systemTables: [...functionTables, ...adminTables],
      });
      const parts = { loader, database, keys, compose, outbox };
      const engine = new Engine(options, parts);
      await engine.#administration.imports.recover();
      await engine.#start(options.onLoadError);
      return engine;
    } catch (error) {
      outbox?.close();
      await store.close();
      throw error;
    }
  }

  /** Answers the requests and upgrades of `server`; others go to the page. */
  attach(server: Server, { page = null }: { page?: PageHandler | null }): void {
    server.on("request", (request, response) => {
      this.handle(request, response, page);
    });
    server.on("upgrade", (request, socket, head) => {
      if (!this.handleUpgrade(request, socket, head)) socket.destroy();
    });
  }

  /** Answers one request; what is not the backend's goes to `page`. */
  handle(
    request: IncomingMessage,
    response: ServerResponse,
    page: PageHandler | null,
  ): void {
    this.#backend.handle(request, response, page);
  }

  /** Takes the socket of an upgrade to the sync protocol; false for others. */
  handleUpgrade(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
  ): boolean {
    return this.#backend.handleUpgrade(request, socket, head);
  }

  /**
   * Loads the functions anew and runs every live query again. On any error it
   * throws, and the functions loaded before keep running.
   */
  async reload(): Promise<void> {
    if (this.#loader !== null) await this.#loader.load(this.#host);
    else await this.#host.load(await readPushedApp(this.#database));
    await this.#host.start();
  }

  /** Finishes what is under way, for some seconds at most. Safe to call twice. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #start(onLoadError: EngineOptions["onLoadError"]): Promise<void> {
    try {
      await this.reload();
    } catch (error) {
      if (onLoadError === undefined) throw error;
      onLoadError(error);
    }
  }

  async #close(): Promise<void> {
    await this.#administration.close();
    await this.#backend.close(GRACE_MS);
    this.#host.close();
    this.#cache.close();
    this.#outbox?.close();
    await this.#database.close();
  }
}

const noVariables = { envFile: {}, processEnv: {} };

/** Variables that are set over the network go before all others. */
function composer(base: Environment, outbox: Outbox | null) {
  return (set: Environment): Environment => {
    const environment = { ...base, ...set };
    return outbox !== null && lacksMail(environment)
      ? withOutbox(environment, outbox)
      : environment;
  };
}
