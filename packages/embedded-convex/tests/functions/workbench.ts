import type { JSONValue } from "convex/values";
import type { Logger } from "../../src/base/logger";
import { bundleFixture, fixture } from "../base/fixtures";
import { silentLogger } from "../base/silent-logger";
import type {
  ActionOutcome,
  Caller,
  FunctionCall,
  FunctionFailure,
  FunctionResult,
  MutationOutcome,
  QueryOutcome,
  SessionRequest,
} from "../../src/functions/calls/call-and-outcome";
import { CurrentApp } from "../../src/functions/dispatch/current-app";
import { Gateway } from "../../src/functions/dispatch/gateway";
import { functionTables } from "../../src/functions/app/function-tables";
import { Authenticator } from "../../src/protocol/authenticator";
import type { DocumentStore } from "../../src/storage/document-store";
import { MemoryStore, type MemoryDisk } from "../../src/storage/memory-store";
import { Database } from "../../src/transaction/database";
import { nobody } from "./person";
import { TestTime } from "./test-time";

type Args = Record<string, JSONValue>;

export type WorkbenchOptions = {
  time?: TestTime;
  disk?: MemoryDisk;
  /** Instead of one in memory. */
  store?: DocumentStore;
  environment?: Record<string, string>;
  isProduction?: boolean;
  logger?: Logger;
  filesFolder?: string;
};

export const SITE_URL = "http://127.0.0.1:3999";

/** Opens a workbench that runs the functions of a fixture. */
export async function openWorkbench(
  name = "workshop",
  options: WorkbenchOptions = {},
): Promise<Workbench> {
  const bench = await Workbench.open(options);
  await bench.current.load(await bundleFixture(fixture(name)));
  return bench;
}

/** A gateway on a database in memory, and short ways to call it. */
export class Workbench {
  #calls = 0;

  private constructor(
    readonly current: CurrentApp,
    readonly functions: Gateway,
    readonly database: Database,
    readonly time: TestTime,
    readonly disk: MemoryDisk,
  ) {}

  static async open(options: WorkbenchOptions): Promise<Workbench> {
    const { time = new TestTime(), disk = new Map<string, string>() } = options;
    const database = await Database.open({
      store: options.store ?? new MemoryStore(disk),
      clock: time,
      logger: silentLogger,
      systemTables: functionTables,
      onFatal: (error) => {
        throw error;
      },
    });
    const logger = options.logger ?? silentLogger;
    const current = new CurrentApp({
      database,
      clock: time,
      logger,
      environment: {
        CONVEX_SITE_URL: SITE_URL,
        CONVEX_CLOUD_URL: SITE_URL,
        ...options.environment,
      },
    });
    const functions = await Gateway.open({
      database,
      clock: time,
      timers: time,
      logger,
      current,
      isProduction: options.isProduction ?? false,
      filesFolder: options.filesFolder ?? "/dev/null/files",
    });
    return new Workbench(current, functions, database, time, disk);
  }

  /** Stops it as a crash would; `disk` is what remains. */
  async close(): Promise<void> {
    this.functions.close();
    await this.database.close();
  }

  runQuery(
    path: string,
    args: Args = {},
    { caller = nobody, journal = null }: QueryOptions = {},
  ): Promise<QueryOutcome> {
    const snapshot = this.database.snapshot();
    const call = this.#call(path, args, caller);
    return this.functions.runQuery(call, { snapshot, journal });
  }

  runMutation(
    path: string,
    args: Args = {},
    options: { caller?: Caller; sessionRequest?: SessionRequest } = {},
  ): Promise<MutationOutcome> {
    const call = this.#call(path, args, options.caller ?? nobody);
    return this.functions.runMutation(call, options);
  }

  runAction(
    path: string,
    args: Args = {},
    caller: Caller = nobody,
  ): Promise<ActionOutcome> {
    return this.functions.runAction(this.#call(path, args, caller));
  }

  /** The value of a query that succeeds. */
  async query(
    path: string,
    args?: Args,
    options?: QueryOptions,
  ): Promise<JSONValue> {
    return valueOf(await this.runQuery(path, args, options));
  }

  /** The value of a mutation that succeeds. */
  async mutation(path: string, args?: Args): Promise<JSONValue> {
    return valueOf(await this.runMutation(path, args));
  }

  /** The value of an action that succeeds. */
  async action(path: string, args?: Args, caller?: Caller): Promise<JSONValue> {
    return valueOf(await this.runAction(path, args, caller));
  }

  #call(path: string, args: Args, caller: Caller): FunctionCall {
    const requestId = `request${++this.#calls}`;
    return { component: "", path, args: [args], caller, requestId };
  }

  /** Sends a request to an HTTP action. */
  async request(path: string, init?: RequestInit): Promise<Response | null> {
    const asked = new Request(SITE_URL + path, init);
    const authenticator = new Authenticator({
      adminKey: () => "",
      verifyToken: (token) => this.functions.verifyToken(token),
    });
    const header = asked.headers.get("authorization") ?? undefined;
    const caller = await authenticator.httpCallerOf(header);
    return this.functions.runHttpAction(asked, { caller });
  }
}

export type QueryOptions = { caller?: Caller; journal?: string | null };

/** The decoded JSON of a result; throws for a failure. */
export function valueOf(result: FunctionResult): JSONValue {
  if (result.ok) return JSON.parse(result.valueText) as JSONValue;
  throw new Error(result.failure.message);
}

/** The failure of a result; throws for a success. */
export function failureOf(result: FunctionResult): FunctionFailure {
  if (!result.ok) return result.failure;
  throw new Error(`It succeeded with ${result.valueText}`);
}
