import {
  MAX_BATCH_RESULT_BYTES,
  MAX_BATCHED_QUERIES,
} from "../base/client-limits";
import {
  badRequest,
  BusyError,
  RequestError,
  tooLarge,
  UserError,
} from "../base/errors";
import type { Timers } from "../base/timers";
import type { JsonObject } from "../base/parse-json";
import { turns } from "../base/turns";
import type { Asker } from "../base/fair-queue";
import { clientError } from "../functions/calls/client-error";
import type {
  Caller,
  FunctionCall,
  FunctionResult,
} from "../functions/calls/call-and-outcome";
import { newRequestId } from "../functions/calls/request-id";
import type { Gateway } from "../functions/dispatch/gateway";
import { decodeTimestamp, encodeTimestamp } from "../protocol/timestamps";
import type { Database, Snapshot } from "../transaction/database";
import { type ApiCall, parseApiCall } from "./api-calls";
import { RecentSnapshots } from "./recent-snapshots";
import { formatValueText } from "./value-format";

/** What the API requires of the layers below. */
export type ApiServices = {
  timers: Timers;
  isProduction: boolean;
  database: Pick<Database, "snapshot">;
  functions: Gateway;
};

/** The sender of a request. */
export type ApiVisit = {
  caller: Caller;
  asker?: Asker;
  /** Whether the client still waits for the answer. */
  isWaiting?(): boolean;
  /** Sets the memory held for it; throws RequestError when there is no room. */
  hold(bytes: number): void;
};

/**
 * Calls functions for the HTTP API. Every method returns the JSON text of the
 * answer, also when the function fails, and throws BusyError when the server
 * is too busy to run it.
 */
export class ApiFunctions {
  readonly #snapshots: RecentSnapshots;

  constructor(private readonly services: ApiServices) {
    this.#snapshots = new RecentSnapshots(services.timers);
  }

  query(call: ApiCall, visit: ApiVisit): Promise<string> {
    return this.#query(call, visit, this.services.database.snapshot());
  }

  async mutation(call: ApiCall, visit: ApiVisit): Promise<string> {
    const full = functionCall(call, visit);
    const outcome = await this.services.functions.runMutation(full);
    return this.#answer(full, call, outcome);
  }

  /** @throws AbandonedError when the client leaves before it begins */
  async action(call: ApiCall, visit: ApiVisit): Promise<string> {
    const onTurn = () => visit.isWaiting?.() ?? true;
    const full = { ...functionCall(call, visit), onTurn };
    const outcome = await this.services.functions.runAction(full);
    return this.#answer(full, call, outcome);
  }

  async any(call: ApiCall, visit: ApiVisit): Promise<string> {
    const { functions } = this.services;
    const found = functions.findFunction(call.component, call.path);
    // An unknown function gives the same error with any kind.
    return this[found?.kind ?? "query"](call, visit);
  }

  /** Returns the newest timestamp and keeps its snapshot for `queryAt`. */
  async newestTimestamp(): Promise<string> {
    const snapshot = this.services.database.snapshot();
    this.#snapshots.keep(snapshot);
    return JSON.stringify({ ts: encodeTimestamp(snapshot.ts) });
  }

  /**
   * Runs a query at a timestamp that `newestTimestamp` returned.
   *
   * @throws RequestError 400 when its snapshot is not kept any more
   */
  async queryAt(body: JsonObject, visit: ApiVisit): Promise<string> {
    const ts = typeof body.ts === "string" ? decodeTimestamp(body.ts) : null;
    const snapshot = ts === null ? null : this.#snapshots.find(ts);
    if (snapshot === null) {
      throw badRequest(
        "InvalidTimestamp",
        "ts is not a timestamp that query_ts returned in the last minute",
      );
    }
    return this.#query(parseApiCall(body), visit, snapshot);
  }

  /**
   * Runs several queries on one snapshot.
   *
   * @throws RequestError 400 when malformed, 413 for too many queries or too
   *   large results
   */
  async batch(body: JsonObject, visit: ApiVisit): Promise<string> {
    if (!Array.isArray(body.queries)) {
      throw badRequest("BadJsonBody", "queries is not an array");
    }
    if (body.queries.length > MAX_BATCHED_QUERIES) {
      throw tooLarge(`A batch has at most ${MAX_BATCHED_QUERIES} queries`);
    }
    const snapshot = this.services.database.snapshot();
    const calls = body.queries.map((query) => parseApiCall(Object(query)));
    const results: string[] = [];
    let bytes = 0;
    for (const call of calls) {
      const result = await this.#query(call, visit, snapshot);
      bytes += result.length;
      if (bytes > MAX_BATCH_RESULT_BYTES) {
        throw tooLarge(
          `The results of a batch exceed ${MAX_BATCH_RESULT_BYTES} bytes`,
        );
      }
      visit.hold(bytes);
      results.push(result);
      await turns.long(visit.asker);
    }
    return `{"results":[${results.join(",")}]}`;
  }

  /**
   * Runs a query whose module is part of the request, as an administrator. The
   * caller must check the admin key.
   *
   * @throws RequestError 400 when the module is not a query
   */
  async inlineQuery(body: JsonObject): Promise<string> {
    const { path, source } = Object(body.bundle) as JsonObject;
    const component = body.componentId ?? "";
    if (typeof path !== "string" || typeof source !== "string") {
      throw badRequest("BadJsonBody", "bundle is not a module");
    }
    const call = parseApiCall({ ...body, path, componentPath: component });
    const full = functionCall(call, { caller: { kind: "admin" } });
    const { functions } = this.services;
    try {
      const outcome = await functions.runInlineQuery(source, full);
      return this.#answer(full, call, outcome);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      throw badRequest("InvalidModules", error.message);
    }
  }

  async #query(
    call: ApiCall,
    visit: ApiVisit,
    snapshot: Snapshot,
  ): Promise<string> {
    const full = functionCall(call, visit);
    const options = { snapshot, journal: null };
    const outcome = await this.services.functions.runQuery(full, options);
    return this.#answer(full, call, outcome);
  }

  #answer(
    full: FunctionCall,
    { format }: ApiCall,
    outcome: FunctionResult & { logLines: string[] },
  ): string {
    if (!outcome.ok && outcome.failure.isBusy) throw new BusyError();
    if (!outcome.ok && outcome.failure.isConflict) {
      const { message } = outcome.failure;
      throw new RequestError(
        503,
        "OptimisticConcurrencyControlFailure",
        message,
      );
    }
    // Administrators can read the log, which has the same details.
    const isProduction =
      this.services.isProduction && full.caller.kind !== "admin";
    const logLines = JSON.stringify(isProduction ? [] : outcome.logLines);
    if (outcome.ok) {
      const valueText = formatValueText(outcome.valueText, format);
      return `{"status":"success","value":${valueText},"logLines":${logLines}}`;
    }
    const error = clientError(outcome.failure, full.requestId, isProduction);
    const errorMessage = JSON.stringify(error.errorMessage);
    const errorData =
      error.errorData === undefined
        ? ""
        : `,"errorData":${formatValueText(JSON.stringify(error.errorData), format)}`;
    return `{"status":"error","errorMessage":${errorMessage}${errorData},"logLines":${logLines}}`;
  }
}

function functionCall(
  { component, path, args }: ApiCall,
  { caller, asker }: Pick<ApiVisit, "caller" | "asker">,
): FunctionCall {
  const requestId = newRequestId();
  return { component, path, args, caller, requestId, asker };
}
