import { jsonToConvex, type JSONValue, type Value } from "convex/values";
import { z } from "zod";
import { UserError } from "../base/errors";
import type { FunctionKind } from "../functions/execution/execution";
import type {
  FunctionCall,
  FunctionFailure,
  FunctionResult,
  MutationOutcome,
  QueryOutcome,
} from "../functions/execution/function-call";
import { CalledFunctionError } from "../functions/execution/function-failure";
import type { FileStorage } from "../functions/files/file-storage";
import type { FunctionHost } from "../functions/function-host";
import { canonicalPath } from "../functions/definitions/function-path";
import type { Database } from "../transaction/database";
import type { Snapshot } from "../transaction/snapshot";
import type { Transaction } from "../transaction/transaction";
import {
  addressedComponent,
  type SystemMutation,
  type SystemQuery,
} from "./system-context";
import { systemMutations } from "./system-mutations";
import { systemQueries } from "./system-queries";

type Options = { host: FunctionHost; database: Database };
type RunOptions = { snapshot: Snapshot; journal: string | null };
type MutationOptions = NonNullable<Parameters<FunctionHost["runMutation"]>[1]>;

/** As a field in JSON text: decoding would make it the object's prototype. */
const PROTOTYPE = '"__proto__":';

/** Runs the app's functions, and for administrators the built-in ones. */
export class AdminFunctions {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Runs a query at a snapshot. Never rejects for what a caller can cause. */
  async runQuery(call: FunctionCall, run: RunOptions): Promise<QueryOutcome> {
    const query = builtIn(systemQueries, call);
    if (query === null) return this.#options.host.runQuery(call, run);
    return this.#query(query, call, run);
  }

  /** Runs a mutation, a request of a client once however often it comes. */
  runMutation(
    call: FunctionCall,
    options: MutationOptions = {},
  ): Promise<MutationOutcome> {
    const mutation = builtIn(systemMutations, call);
    if (mutation === null) return this.#options.host.runMutation(call, options);
    return this.#mutate(mutation, call, options);
  }

  runAction: FunctionHost["runAction"] = (call) =>
    this.#options.host.runAction(call);

  runInlineQuery: FunctionHost["runInlineQuery"] = (source, call) =>
    this.#options.host.runInlineQuery(source, call);

  runHttpAction: FunctionHost["runHttpAction"] = (request) =>
    this.#options.host.runHttpAction(request);

  /** Finds what kind of function that is, whoever may call it. */
  findFunction(component: string, path: string): { kind: FunctionKind } | null {
    const isBuiltIn = systemMutations.has(canonicalPath(path));
    if (isBuiltIn) return { kind: "mutation" };
    return this.#options.host.findFunction(component, path);
  }

  get storage(): FileStorage {
    return this.#options.host.storage;
  }

  #query(
    query: SystemQuery,
    call: FunctionCall,
    { snapshot, journal }: RunOptions,
  ): QueryOutcome {
    const { host, database } = this.#options;
    const { deployment, environment, cursors } = host;
    const transaction = database.beginRead(snapshot);
    const known = { transaction, deployment, environment, cursors };
    try {
      const args = argumentsOf(call);
      const component = addressedComponent(deployment, call.component, args);
      const context = { ...known, component, journal };
      const valueText = JSON.stringify(query(context, args));
      const result = { ok: true as const, valueText };
      return queryOutcome(result, transaction, context.journal);
    } catch (error) {
      const result = { ok: false as const, failure: failureOf(error) };
      return queryOutcome(result, transaction, null);
    } finally {
      transaction.close();
    }
  }

  async #mutate(
    mutation: SystemMutation,
    call: FunctionCall,
    options: MutationOptions,
  ): Promise<MutationOutcome> {
    const { host } = this.#options;
    try {
      const args = argumentsOf(call);
      const { deployment } = host;
      const component = addressedComponent(deployment, call.component, args);
      return await host.runBuiltIn(
        (transaction) => mutation({ transaction, component }, args),
        options,
      );
    } catch (error) {
      return { ok: false, failure: failureOf(error), logLines: [], ts: null };
    }
  }
}

function queryOutcome(
  result: FunctionResult,
  { reads: readSet, beginTs: ts, metrics }: Transaction,
  journal: string | null,
): QueryOutcome {
  return {
    ...result,
    logLines: [],
    readSet,
    ts,
    journal,
    usedIdentity: true,
    usedTimeOrRandom: false,
    documentsRead: metrics.documentsRead,
  };
}

/** To all but administrators these do not exist, like any that does not. */
function builtIn<Built>(
  functions: ReadonlyMap<string, Built>,
  { caller, path }: FunctionCall,
): Built | null {
  if (caller.kind !== "admin") return null;
  return functions.get(canonicalPath(path)) ?? null;
}

function argumentsOf({ args }: FunctionCall): Value {
  const [given = {}] = args;
  try {
    if (JSON.stringify(given).includes(PROTOTYPE)) {
      throw new TypeError("a field cannot be called __proto__");
    }
    return jsonToConvex(given);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new UserError("ArgumentValidationError", why);
  }
}

/** An administrator learns why, in production too. */
function failureOf(error: unknown): FunctionFailure {
  if (error instanceof CalledFunctionError) {
    const { message, data } = error;
    return data === undefined ? { message } : { message, data };
  }
  const { code, message } = refusalOf(error);
  const data: JSONValue = { code, message };
  return { message: `Uncaught ConvexError: ${message}`, data };
}

function refusalOf(error: unknown): { code: string; message: string } {
  if (error instanceof UserError) return error;
  if (!(error instanceof z.ZodError)) throw error;
  return {
    code: "ArgumentValidationError",
    message: `ArgumentValidationError: ${z.prettifyError(error)}`,
  };
}
