import type { Clock } from "../base/clock";
import { RequestError, UserError } from "../base/errors";
import { clientError } from "../functions/execution/client-error";
import type {
  ActionOutcome,
  Caller,
  FunctionCall,
  FunctionResult,
  MutationOutcome,
  QueryOutcome,
} from "../functions/execution/function-call";
import { newRequestId } from "../functions/execution/request-id";
import type { FunctionKind } from "../functions/execution/execution";
import { decodeTimestamp, encodeTimestamp } from "../protocol/timestamps";
import type { Snapshot } from "../transaction/snapshot";
import { type ApiCall, type JsonObject, parseApiCall } from "./api-calls";
import { RecentSnapshots } from "./recent-snapshots";
import { formatValueText } from "./value-format";

/** What the API needs of the layers below. */
export type ApiServices = {
  clock: Clock;
  isProduction: boolean;
  database: { snapshot(): Snapshot };
  functions: {
    runQuery(
      call: FunctionCall,
      options: { snapshot: Snapshot; journal: string | null },
    ): Promise<QueryOutcome>;
    runMutation(call: FunctionCall): Promise<MutationOutcome>;
    runAction(call: FunctionCall): Promise<ActionOutcome>;
    /** Null when there is no such function. */
    findFunction(
      component: string,
      path: string,
    ): { kind: FunctionKind } | null;
    /** Throws UserError for a module that is no query. */
    runInlineQuery(source: string, call: FunctionCall): Promise<QueryOutcome>;
  };
};

/** Functions by request and response. Every method returns the answer's JSON. */
export class ApiFunctions {
  readonly #services: ApiServices;
  readonly #snapshots: RecentSnapshots;

  constructor(services: ApiServices) {
    this.#services = services;
    this.#snapshots = new RecentSnapshots(services.clock);
  }

  query(call: ApiCall, caller: Caller): Promise<string> {
    return this.#query(call, caller, this.#services.database.snapshot());
  }

  async mutation(call: ApiCall, caller: Caller): Promise<string> {
    const full = functionCall(call, caller);
    const outcome = await this.#services.functions.runMutation(full);
    return this.#answer(full, call, outcome);
  }

  async action(call: ApiCall, caller: Caller): Promise<string> {
    const full = functionCall(call, caller);
    const outcome = await this.#services.functions.runAction(full);
    return this.#answer(full, call, outcome);
  }

  /** Runs a function of any kind. */
  async any(call: ApiCall, caller: Caller): Promise<string> {
    const { functions } = this.#services;
    const found = functions.findFunction(call.component, call.path);
    // What does not exist fails in the same words whichever kind is tried.
    return this[found?.kind ?? "query"](call, caller);
  }

  /** Names the newest state, for `queryAt`. */
  async newestTimestamp(): Promise<string> {
    const snapshot = this.#services.database.snapshot();
    this.#snapshots.keep(snapshot);
    return JSON.stringify({ ts: encodeTimestamp(snapshot.ts) });
  }

  /** Queries a state named a moment ago; throws RequestError if it is gone. */
  async queryAt(body: JsonObject, caller: Caller): Promise<string> {
    const ts = typeof body.ts === "string" ? decodeTimestamp(body.ts) : null;
    const snapshot = ts === null ? null : this.#snapshots.find(ts);
    if (snapshot === null) {
      throw new RequestError(
        400,
        "InvalidTimestamp",
        "ts is not a timestamp that query_ts returned in the last minute",
      );
    }
    return this.#query(parseApiCall(body), caller, snapshot);
  }

  /** Several queries of one state. */
  async batch(body: JsonObject, caller: Caller): Promise<string> {
    if (!Array.isArray(body.queries)) {
      throw new RequestError(400, "BadJsonBody", "queries is not an array");
    }
    const snapshot = this.#services.database.snapshot();
    const calls = body.queries.map((query) => parseApiCall(Object(query)));
    const results = await Promise.all(
      calls.map((call) => this.#query(call, caller, snapshot)),
    );
    return `{"results":[${results.join(",")}]}`;
  }

  /** Runs a query that comes as a module; for administrators alone. */
  async inlineQuery(body: JsonObject): Promise<string> {
    const { path, source } = Object(body.bundle) as JsonObject;
    const component = body.componentId ?? "";
    if (typeof path !== "string" || typeof source !== "string") {
      throw new RequestError(400, "BadJsonBody", "bundle is not a module");
    }
    const call = parseApiCall({ ...body, path, componentPath: component });
    const full = functionCall(call, { kind: "admin" });
    const { functions } = this.#services;
    try {
      const outcome = await functions.runInlineQuery(source, full);
      return this.#answer(full, call, outcome);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      throw new RequestError(400, error.code, error.message);
    }
  }

  async #query(
    call: ApiCall,
    caller: Caller,
    snapshot: Snapshot,
  ): Promise<string> {
    const full = functionCall(call, caller);
    const options = { snapshot, journal: null };
    const outcome = await this.#services.functions.runQuery(full, options);
    return this.#answer(full, call, outcome);
  }

  #answer(
    full: FunctionCall,
    { format }: ApiCall,
    outcome: FunctionResult & { logLines: string[] },
  ): string {
    // Who has the admin key may read the log anyway.
    const isProduction =
      this.#services.isProduction && full.caller.kind !== "admin";
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

function functionCall(call: ApiCall, caller: Caller): FunctionCall {
  const { component, path, args } = call;
  return { component, path, args, caller, requestId: newRequestId() };
}
