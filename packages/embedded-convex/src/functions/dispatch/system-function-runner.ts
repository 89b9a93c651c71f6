import { jsonToConvex, type Value } from "convex/values";
import * as z from "zod";
import { UserError, messageOf } from "../../base/errors";
import type { Database } from "../../transaction/database";
import type { Snapshot } from "../../transaction/snapshot";
import type { Transaction } from "../../transaction/transaction";
import type {
  FunctionCall,
  FunctionFailure,
  FunctionResult,
  MutationOutcome,
  QueryOutcome,
} from "../calls/call-and-outcome";
import { CalledFunctionError } from "../calls/function-failure";
import type { App } from "../app/app";
import { canonicalPath } from "../app/function-path";
import type { MutationHooks } from "../execution/transaction-runner";
import type { PageCursors } from "../syscalls/page-cursor";
import type { CurrentApp } from "./current-app";
import {
  findComponent,
  type SystemFunctions,
  type SystemMutation,
} from "./system-functions";

type Options = {
  functions: SystemFunctions;
  current: CurrentApp;
  database: Database;
  cursors: PageCursors;
};

/** In JSON text; decoding would make such a field the object's prototype. */
const PROTOTYPE = '"__proto__":';

const addressSchema = z.object({ componentId: z.string().nullish() });

/** Gives null for other functions, and for callers other than administrators. */
export class SystemFunctionRunner {
  constructor(private readonly options: Options) {}

  /** Whether a path names a system mutation, for any caller. */
  hasMutation(path: string): boolean {
    return this.options.functions.mutations.has(canonicalPath(path));
  }

  /** Runs a query on a snapshot. A caller's errors give a failed outcome. */
  runQuery(
    call: FunctionCall,
    { snapshot, journal }: { snapshot: Snapshot; journal: string | null },
  ): QueryOutcome | null {
    const { functions, current, database, cursors } = this.options;
    const query = find(functions.queries, call);
    if (query === null) return null;
    const { app, environment } = current;
    const transaction = database.beginRead(snapshot);
    const known = { transaction, app, environment, cursors };
    try {
      const args = argumentsOf(call);
      const component = addressedComponent(app, call.component, args);
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

  /**
   * Runs a mutation, with the guarantees of one of the app: when the promise resolves,
   * it is durable or has failed, and a resent session request does not run again.
   */
  runMutation(
    call: FunctionCall,
    hooks: MutationHooks | null,
  ): Promise<MutationOutcome> | null {
    const mutation = find(this.options.functions.mutations, call);
    return mutation && this.#runMutation(mutation, call, hooks);
  }

  async #runMutation(
    mutation: SystemMutation,
    call: FunctionCall,
    hooks: MutationHooks | null,
  ): Promise<MutationOutcome> {
    const { current, database } = this.options;
    let readTs = 0n;
    try {
      const args = argumentsOf(call);
      const component = addressedComponent(current.app, call.component, args);
      const { result, ts } = await database.write(
        (transaction): MutationOutcome => {
          readTs = transaction.beginTs;
          const known = hooks?.before(transaction) ?? null;
          if (known !== null) return known;
          const value = mutation({ transaction, component }, args);
          const valueText = JSON.stringify(value);
          hooks?.after(transaction, valueText, []);
          return { ok: true, valueText, logLines: [], ts: null };
        },
      );
      return result.ok ? { ...result, ts: result.ts ?? ts } : result;
    } catch (error) {
      await database.whenDurable(readTs);
      return { ok: false, failure: failureOf(error), logLines: [], ts: null };
    }
  }
}

function find<Found>(
  functions: ReadonlyMap<string, Found>,
  { caller, path }: FunctionCall,
): Found | null {
  if (caller.kind !== "admin") return null;
  return functions.get(canonicalPath(path)) ?? null;
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

/**
 * @returns path of the component that a call is about: the argument
 *   `componentId` takes precedence over the call's own, which the data browser
 *   cannot set
 */
function addressedComponent(app: App, named: string, args: Value): string {
  const { componentId } = addressSchema.parse(args);
  return findComponent(app, componentId ?? named).path;
}

function argumentsOf({ args }: FunctionCall): Value {
  const [given = {}] = args;
  try {
    if (JSON.stringify(given).includes(PROTOTYPE)) {
      throw new TypeError("a field cannot be called __proto__");
    }
    return jsonToConvex(given);
  } catch (error) {
    throw new UserError(messageOf(error));
  }
}

/** Unredacted in production too, because the caller is an administrator. */
function failureOf(error: unknown): FunctionFailure {
  if (error instanceof CalledFunctionError) {
    const { message, data } = error;
    return data === undefined ? { message } : { message, data };
  }
  const message = refusalOf(error);
  return { message: `Uncaught ConvexError: ${message}`, data: { message } };
}

function refusalOf(error: unknown): string {
  if (error instanceof UserError) return error.message;
  if (!(error instanceof z.ZodError)) throw error;
  return `ArgumentValidationError: ${z.prettifyError(error)}`;
}
