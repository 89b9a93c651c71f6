import type { Asker } from "../../base/fair-queue";
import { MAX_NODE_ACTION_MS } from "../../base/limits";
import type { TableLookup } from "../../values/validators";
import { ActionFrame, type Executors } from "./action-frame";
import type { CallContext, TargetCall } from "../calls/call-context";
import { invokeChecked } from "./checked-invocation";
import { currentFrame } from "../calls/current-frame";
import type { Component } from "../app/app";
import type {
  ActionOutcome,
  Caller,
  FunctionFailure,
  FunctionResult,
} from "../calls/call-and-outcome";
import { describeFailure, RefusedCallError } from "../calls/function-failure";
import type { FunctionPath } from "../app/function-path";
import type { ExecutionServices } from "../syscalls/execution-services";
import type { HttpEndpoint } from "../app/http-router";
import { LargeResults } from "./large-results";
import { streamBody, type StreamedResponse } from "./streamed-body";
import type { TransactionRunner } from "./transaction-runner";

/** An HTTP action runs for whoever sends the request. */
const NOBODY: Caller = { kind: "user", identity: null };

const HTTP_PATH: FunctionPath = { module: "http.js", name: "default" };

/** How an HTTP action ended, after its response was streamed. */
export type HttpActionOutcome = { logLines: string[] } & (
  { ok: true } | { ok: false; failure: FunctionFailure }
);

/** An HTTP action that has answered, or failed before it could. */
export type HttpActionRun = {
  /** Null when the handler failed. */
  response: Response | null;
  /** The action goes on until its response has been streamed. */
  ended: Promise<HttpActionOutcome>;
};

export class ActionRunner {
  readonly #execute: Executors;
  /** Of their own: an action's queries take turns while it has one. */
  readonly #largeResults: LargeResults;

  constructor(
    private readonly services: ExecutionServices,
    transactions: TransactionRunner,
  ) {
    this.#largeResults = new LargeResults(services.timers);
    this.#execute = {
      query: (call) => transactions.runQuery(call),
      mutation: (call) => transactions.runMutation(call),
      action: (call) => this.runAction(call),
    };
  }

  /**
   * Calls `run`, which runs an action for a caller outside, when it is its turn:
   * at once, unless it has large results.
   *
   * @throws BusyError when too many wait already
   */
  inTurn(
    call: TargetCall,
    run: () => Promise<ActionOutcome>,
  ): Promise<ActionOutcome> {
    return this.#largeResults.run(call.target.fn, call.context, run);
  }

  /**
   * Calls `run`, which runs an HTTP action until its response begins, when it is its
   * turn: at once, unless it has large responses.
   *
   * @throws BusyError when too many wait already
   * @throws AbandonedError when the client has left
   */
  httpInTurn(
    endpoint: HttpEndpoint,
    { signal }: Request,
    asker: Asker | undefined,
    run: () => Promise<Response | null>,
  ): Promise<Response | null> {
    const onTurn = () => !signal.aborted;
    const inquirer = { caller: NOBODY, asker, onTurn };
    return this.#largeResults.run(endpoint, inquirer, run);
  }

  /** Runs an action. Errors of user code become a failed outcome. */
  async runAction({
    target,
    args,
    context,
  }: TargetCall): Promise<ActionOutcome> {
    const { component, fn } = target;
    const action = new ActionFrame(
      this.services,
      this.#execute,
      context,
      component,
      fn.path,
    );
    const note = (length: number) => this.#largeResults.note(fn, length);
    const tables = this.#tables(component);
    const result = await this.#guard(action, () =>
      invokeChecked(action, fn, args, tables, note),
    );
    const logLines = action.logLines.toArray();
    return result.ok
      ? { ok: true, valueText: result.value, logLines }
      : { ...result, logLines };
  }

  /**
   * Runs a route's handler. Errors of user code become a failed outcome.
   *
   * @returns the response when it begins
   */
  async runHttpAction(
    endpoint: HttpEndpoint,
    request: Request,
    component: Component,
    context: CallContext,
  ): Promise<HttpActionRun> {
    const action = new ActionFrame(
      this.services,
      this.#execute,
      context,
      component,
      HTTP_PATH,
    );
    listenInFrame(request, action);
    let streamed: StreamedResponse | null = null;
    let answer = (_response: Response | null): void => undefined;
    const answered = new Promise<Response | null>((resolve) => {
      answer = resolve;
    });
    const handle = async (): Promise<void> => {
      const response = await endpoint.invokeHttpAction(request);
      await action.settled();
      if (!(response instanceof Response)) {
        throw new Error("An HTTP action must return a Response");
      }
      streamed = streamBody(response, action, (chunk) =>
        this.#largeResults.note(endpoint, chunk.byteLength),
      );
      answer(streamed?.response ?? response);
      await streamed?.ended;
      await action.settled();
    };
    const ended = this.#guard(action, () =>
      currentFrame.run(action, handle),
    ).then((result): HttpActionOutcome => {
      answer(null);
      if (!result.ok) streamed?.fail(new Error(result.failure.message));
      return { ...result, logLines: action.logLines.toArray() };
    });
    return { response: await answered, ended };
  }

  /** Reads the current tables on each look-up: an action has no transaction. */
  #tables({ path }: Component): TableLookup {
    return {
      hidesValues: this.services.database.hidesValues,
      nameOfTable: (number) =>
        this.services.database.read((transaction) =>
          transaction.nameOfTable(path, number),
        ),
    };
  }

  async #guard<Value>(
    action: ActionFrame,
    work: () => Promise<Value>,
  ): Promise<
    { ok: true; value: Value } | Extract<FunctionResult, { ok: false }>
  > {
    try {
      return { ok: true, value: await this.#withinTime(action, work) };
    } catch (thrown) {
      const { sourceMaps } = action.context.app;
      const error = action.busyError ?? thrown;
      return { ok: false, failure: describeFailure(error, sourceMaps) };
    } finally {
      action.onFail = null;
      action.close();
    }
  }

  #withinTime<Value>(
    action: ActionFrame,
    work: () => Promise<Value>,
  ): Promise<Value> {
    return new Promise((resolve, reject) => {
      action.onFail = reject;
      const cancel = this.services.timers.schedule(MAX_NODE_ACTION_MS, () => {
        const { name } = action.path;
        const seconds = MAX_NODE_ACTION_MS / 1000;
        // As Convex says it of an action that has no stack any more.
        reject(
          new RefusedCallError(
            `Action \`${name}\` execution timed out (maximum duration ${seconds}s)`,
          ),
        );
      });
      work().then(resolve, reject).finally(cancel);
    });
  }
}

/**
 * Replaces the request's signal with one whose listeners run in the action's frame.
 * Node calls listeners where the signal is aborted, not where they were added.
 */
function listenInFrame(request: Request, action: ActionFrame): void {
  const { signal } = request;
  const left = new AbortController();
  const abort = () => currentFrame.run(action, () => left.abort(signal.reason));
  if (signal.aborted) abort();
  else signal.addEventListener("abort", abort, { once: true });
  Object.defineProperty(request, "signal", { value: left.signal });
}
