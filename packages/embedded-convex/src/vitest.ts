/**
 * The backend in the process of a test: `embedded` opens one, with functions from a
 * folder and its documents in memory. The names are those of `convex-test`.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { ConvexClient } from "convex/browser";
import {
  actionGeneric,
  type DataModelFromSchemaDefinition,
  type FunctionReference,
  type FunctionReturnType,
  type GenericActionCtx,
  type GenericDataModel,
  type GenericMutationCtx,
  type GenericQueryCtx,
  type GenericSchema,
  getFunctionName,
  mutationGeneric,
  type OptionalRestArgs,
  queryGeneric,
  type SchemaDefinition,
  type UserIdentity,
} from "convex/server";
import {
  ConvexError,
  convexToJson,
  type JSONValue,
  jsonToConvex,
  type Value,
} from "convex/values";
import { onTestFinished } from "vitest";
import WebSocket from "ws";
import { MovableClock } from "./base/clock";
import { consoleLogger } from "./base/logger";
import { currentTimers } from "./base/timers";
import { type EngineServer, openEngineServer } from "./cli/engine-server";
import {
  type DeploymentKeys,
  keysFile,
  keysText,
  loadDeploymentKeys,
} from "./deployment/deployment-keys";
import {
  type FunctionKind,
  registeredFunctions,
} from "./functions/app/registered-function";
import type {
  FunctionResult,
  Identity,
} from "./functions/calls/call-and-outcome";
import { failureText } from "./functions/calls/function-failure";
import { newRequestId } from "./functions/calls/request-id";
import type { AppSource } from "./functions/loading/app-source";
import { stopEsbuild } from "./functions/loading/esbuild-service";
import { keptBundle, type UsedBundles } from "./functions/loading/kept-bundle";
import { convexSyscalls } from "./functions/loading/module-globals";
import { actingIdentity } from "./protocol/acting-identity";
import { MemoryStore } from "./storage/memory-store";

type EmbeddedOptions<Schema extends GenericSchema> = {
  /** A Convex functions folder, or its bundled modules; `convex` by default. */
  functions?: string | AppSource;
  /** Gives `ctx.db` of inline functions its types; the folder has the schema that counts. */
  schema?: SchemaDefinition<Schema, boolean>;
  /** Variables of the functions; those of the test's process take precedence. */
  env?: Record<string, string>;
};

/** Calls a function of the app, public or internal, or runs an inline one of the test. */
type Call<Kind extends FunctionKind, Ctx> = {
  <Of extends FunctionReference<Kind, "public" | "internal">>(
    reference: Of,
    ...args: OptionalRestArgs<Of>
  ): Promise<FunctionReturnType<Of>>;
  <Output>(inline: (ctx: Ctx) => Promise<Output>): Promise<Output>;
};

/** The deployment as one caller sees it. */
export type EmbeddedCaller<DataModel extends GenericDataModel> = {
  query: Call<"query", GenericQueryCtx<DataModel>>;
  mutation: Call<"mutation", GenericMutationCtx<DataModel>>;
  action: Call<"action", GenericActionCtx<DataModel>>;
  /** Runs an inline mutation; see there. */
  run<Output>(
    inline: (ctx: GenericMutationCtx<DataModel>) => Promise<Output>,
  ): Promise<Output>;
  /** Sends a request to an HTTP action. @returns its answer; 404 without a route */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Returns an official client with a socket, closed with the deployment. */
  client(): ConvexClient;
  /** Returns the same deployment for somebody who is signed in. */
  withIdentity(identity: Partial<UserIdentity>): EmbeddedCaller<DataModel>;
  as(identity: Partial<UserIdentity>): EmbeddedCaller<DataModel>;
};

/** A deployment of one test. */
export type Embedded<DataModel extends GenericDataModel> =
  EmbeddedCaller<DataModel> & {
    /** Where clients reach it. */
    url: string;
    clock: {
      /** What `Date.now()` of functions says: the test's `Date`, put forward. */
      now(): number;
      /** Puts the clock forward; what falls due in between runs in order and ends. */
      advance(byMs: number): Promise<void>;
    };
    /** Does nothing: what `convex.config.ts` mounts is there. */
    registerComponent(...component: unknown[]): void;
    /** Resolves when the scheduled functions have ended that are due. */
    finishInProgressScheduledFunctions(): Promise<void>;
    /**
     * Runs scheduled functions, and those that they schedule, until none is left:
     * the clock is put forward to each.
     *
     * @param advanceTimers called before each, for the fake timers of Vitest
     * @throws Error when some are left after `maxIterations`
     */
    finishAllScheduledFunctions(
      advanceTimers?: () => void,
      maxIterations?: number,
    ): Promise<void>;
    /** Ends it; for one that was opened outside of a test. Idempotent. */
    close(): Promise<void>;
  };

const BUILDERS: Record<FunctionKind, (handler: never) => unknown> = {
  query: queryGeneric,
  mutation: mutationGeneric,
  action: actionGeneric,
};
type Inline = (ctx: never) => Promise<unknown>;
const MAX_CONNECTIONS = 1_000;
const MAX_WAIT_MS = 600_000;

/** Ends when no folder is being bundled: a process of esbuild's is left by none. */
let bundling: Promise<unknown> = Promise.resolve();
const used: UsedBundles = new Map();

/** @throws BundleError */
function bundled(folder: string): Promise<AppSource> {
  const turn = bundling.then(async () => {
    try {
      return await keptBundle(resolve(folder), {}, used);
    } finally {
      await stopEsbuild();
    }
  });
  bundling = turn.catch(() => undefined);
  return turn;
}

/** Made once in a process, because that takes a tenth of a second. */
let keys: Promise<DeploymentKeys> | undefined;

/**
 * Opens a deployment without documents. It ends by itself with the test, or with the
 * `beforeEach`, that has opened it; outside of tests call `close`.
 *
 * @throws BundleError, LoadError or UserError for the functions
 */
export async function embedded<Schema extends GenericSchema = GenericSchema>({
  functions = "convex",
  env = {},
}: EmbeddedOptions<Schema> = {}): Promise<
  Embedded<DataModelFromSchemaDefinition<SchemaDefinition<Schema, boolean>>>
> {
  const source =
    typeof functions === "string" ? await bundled(functions) : functions;
  const dataDir = await mkdtemp(join(tmpdir(), "embedded-convex-"));
  const remove = () => rm(dataDir, { recursive: true, force: true });
  const clock = new MovableClock();
  try {
    keys ??= loadDeploymentKeys(dataDir);
    await writeFile(keysFile(dataDir), keysText(await keys));
    const server = await openEngineServer({
      functions: source,
      dataDir,
      store: new MemoryStore(),
      clock,
      dueTimers: currentTimers,
      isProduction: false,
      isLoopbackOnly: true,
      maxConnections: MAX_CONNECTIONS,
      env: { envFile: env, processEnv: {} },
      currentEnvironment: process.env,
      logger: consoleLogger,
      onFatal: (error) => {
        throw error;
      },
    });
    const clients = new Set<ConvexClient>();
    const close = async () => {
      for (const client of clients) await client.close();
      await server.close();
      await remove();
    };
    try {
      onTestFinished(close);
    } catch {
      // Outside of a test, whoever has opened it closes it.
    }
    const { functions: gateway } = server.engine;
    return {
      ...callerOf(server, clients, null),
      url: server.url,
      clock: {
        now: () => clock.now(),
        advance: (byMs) => server.engine.advance(byMs),
      },
      registerComponent: () => {},
      finishInProgressScheduledFunctions: () => gateway.runDue(MAX_WAIT_MS),
      finishAllScheduledFunctions: async (
        advanceTimers,
        maxIterations = 100,
      ) => {
        for (let round = 0; round < maxIterations; round++) {
          advanceTimers?.();
          await gateway.runDue(MAX_WAIT_MS);
          const dueMs = gateway.nextJobMs;
          if (dueMs === Infinity) return;
          clock.advanceTo(dueMs);
        }
        throw new Error(
          `Scheduled functions are left after ${maxIterations} rounds. Do they schedule each other for ever?`,
        );
      },
      close,
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

function callerOf<DataModel extends GenericDataModel>(
  server: EngineServer,
  clients: Set<ConvexClient>,
  identity: Identity | null,
): EmbeddedCaller<DataModel> {
  const { functions: gateway } = server.engine;
  const { adminKey } = server.engine.keys;
  const newCall = (path: string, args: JSONValue[]) => ({
    component: "",
    path,
    args,
    // Unlike a user it may call internal functions.
    caller: { kind: "admin" as const, ...(identity && { actingAs: identity }) },
    requestId: newRequestId(),
  });
  const inline = async (kind: FunctionKind, work: Inline) => {
    let ended: { value?: unknown; error?: unknown } = {};
    const handler = async (ctx: never) => {
      ended = {};
      try {
        ended.value = await work(ctx);
      } catch (error) {
        ended.error = error;
        throw error;
      }
    };
    const run = BUILDERS[kind](handler as never);
    const [fn] = registeredFunctions("inline", { run }, "isolate");
    // The library of the test's own code looks for it there.
    Reflect.set(globalThis, "Convex", convexSyscalls);
    const result = await gateway.run(kind, newCall("inline", [{}]), fn);
    // As it was thrown, for the test's own stack.
    if ("error" in ended) throw ended.error;
    valueOf(result);
    return ended.value;
  };
  const callOf = (kind: FunctionKind) => async (of: unknown, args?: Value) => {
    if (typeof of === "function") return inline(kind, of as Inline);
    const path = getFunctionName(of as FunctionReference<FunctionKind>);
    const call = newCall(path, [convexToJson(args ?? {})]);
    return valueOf(await gateway.run(kind, call));
  };
  const withIdentity = (claims: Partial<UserIdentity>) =>
    callerOf<DataModel>(server, clients, identityFrom(claims));
  return {
    query: callOf("query"),
    mutation: callOf("mutation"),
    action: callOf("action"),
    run: callOf("mutation"),
    fetch: async (path: string, init?: RequestInit) => {
      const request = new Request(new URL(path, server.url), init);
      const header = request.headers.get("authorization") ?? "";
      const token = header.replace(/^Bearer /i, "");
      const named = await gateway.verifyToken(token).catch(() => null);
      const caller = { kind: "user" as const, identity: identity ?? named };
      const response = await gateway.runHttpAction(request, { caller });
      return response ?? new Response("No matching routes", { status: 404 });
    },
    client: () => {
      const client = new ConvexClient(server.url, {
        webSocketConstructor: WebSocket as never,
        unsavedChangesWarning: false,
        logger: false,
      });
      clients.add(client);
      const inner = client.client as unknown as AdminClient;
      if (identity !== null)
        inner.setAdminAuth(adminKey, { ...identity, ...identity.claims });
      return client;
    },
    withIdentity,
    as: withIdentity,
  } as EmbeddedCaller<DataModel>;
}

/** What Convex's dashboard uses of its client. */
type AdminClient = {
  setAdminAuth(adminKey: string, actingAs: Record<string, unknown>): void;
};

/** Completes what a test says of somebody, as `convex-test` does. */
function identityFrom(claims: Partial<UserIdentity>): Identity {
  const issuer = "https://convex.test";
  const names = { issuer, subject: JSON.stringify(claims), ...claims };
  const identity = actingIdentity(names as JSONValue);
  if (identity === undefined) throw new Error("subject and issuer are texts");
  return identity;
}

/** @throws ConvexError, or an Error with Convex's words and the function's stack */
function valueOf(result: FunctionResult): Value {
  if (result.ok) return jsonToConvex(JSON.parse(result.valueText) as JSONValue);
  const { failure } = result;
  throw failure.data === undefined
    ? new Error(failureText(failure))
    : new ConvexError(jsonToConvex(failure.data));
}
