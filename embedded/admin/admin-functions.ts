import { jsonToConvex, type Value } from "convex/values";
import { z } from "zod";
import { UserError } from "../base/errors";
import type { FunctionCall, QueryOutcome } from "../functions/function-call";
import type { FileStorage } from "../functions/file-storage";
import type { FunctionHost } from "../functions/function-host";
import { canonicalPath } from "../functions/function-path";
import type { Database } from "../transaction/database";
import type { Snapshot } from "../transaction/snapshot";
import { systemQueries } from "./system-queries";

type Options = { host: FunctionHost; database: Database };
type RunOptions = { snapshot: Snapshot; journal: string | null };

/** Runs the app's queries, and for administrators the built-in ones. */
export class AdminFunctions {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Runs a query at a snapshot. Never rejects for what a caller can cause. */
  runQuery(call: FunctionCall, run: RunOptions): Promise<QueryOutcome> {
    const { host } = this.#options;
    // To everybody else these do not exist, like any function that does not.
    if (call.caller.kind !== "admin") return host.runQuery(call, run);
    const query = systemQueries.get(canonicalPath(call.path));
    if (query === undefined) return host.runQuery(call, run);
    return Promise.resolve(this.#run(query, call, run));
  }

  runMutation: FunctionHost["runMutation"] = (call, options) =>
    this.#options.host.runMutation(call, options);

  runAction: FunctionHost["runAction"] = (call) =>
    this.#options.host.runAction(call);

  runInlineQuery: FunctionHost["runInlineQuery"] = (source, call) =>
    this.#options.host.runInlineQuery(source, call);

  runHttpAction: FunctionHost["runHttpAction"] = (request) =>
    this.#options.host.runHttpAction(request);

  findFunction: FunctionHost["findFunction"] = (component, path) =>
    this.#options.host.findFunction(component, path);

  get storage(): FileStorage {
    return this.#options.host.storage;
  }

  #run(
    query: NonNullable<ReturnType<typeof systemQueries.get>>,
    { component, args }: FunctionCall,
    { snapshot }: RunOptions,
  ): QueryOutcome {
    const { host, database } = this.#options;
    const transaction = database.beginRead(snapshot);
    const outcome = {
      logLines: [],
      readSet: transaction.reads,
      ts: snapshot.ts,
      journal: null,
      usedIdentity: true,
      usedTimeOrRandom: false,
    };
    const { deployment, environment } = host;
    const context = { transaction, deployment, component, environment };
    try {
      const given: Value = jsonToConvex(args[0] ?? {});
      const valueText = JSON.stringify(query(context, given));
      return { ok: true, valueText, ...outcome };
    } catch (error) {
      const message = explain(error);
      return { ok: false, failure: { message }, ...outcome };
    } finally {
      transaction.close();
    }
  }
}

function explain(error: unknown): string {
  if (error instanceof z.ZodError) {
    return `ArgumentValidationError: ${z.prettifyError(error)}`;
  }
  if (error instanceof UserError) return error.message;
  throw error;
}
