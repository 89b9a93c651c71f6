import { MAX_NODE_ACTION_MS } from "../../base/limits";
import type { TableLookup } from "../../values/validators";
import { ActionExecution } from "./action-execution";
import type { CallContext } from "./call-context";
import { callFunction } from "./call-function";
import { currentExecution } from "./current-execution";
import type { Component } from "../definitions/deployment";
import type { ActionOutcome, FunctionResult } from "./function-call";
import { describeFailure } from "./function-failure";
import type { FunctionPath } from "../definitions/function-path";
import type { HostServices } from "./host-services";
import type { HttpEndpoint } from "../loading/http-router";
import {
  actionCall,
  actionSyscalls,
  resultText,
} from "../syscalls/action-syscalls";
import type { TargetCall, TransactionRunner } from "./transaction-runner";

const HTTP_PATH: FunctionPath = { module: "http.js", name: "default" };

/** What an HTTP action came to. */
export type HttpActionOutcome = { logLines: string[] } & (
  { ok: true; response: Response } | { ok: false; failure: { message: string } }
);

/** Runs actions and HTTP actions. */
export class ActionRunner {
  readonly #services: HostServices;
  readonly #transactions: TransactionRunner;

  constructor(services: HostServices, transactions: TransactionRunner) {
    this.#services = services;
    this.#transactions = transactions;
  }

  /** Runs an action; never rejects for what user code does. */
  async runAction({
    target,
    args,
    context,
  }: TargetCall): Promise<ActionOutcome> {
    const { component, fn } = target;
    const action = this.#newExecution(context, component, fn.path);
    const result = await this.#guard(action, async () => {
      const tables = this.#tables(component);
      return callFunction(action, fn, args, tables);
    });
    const logLines = action.logLines.toArray();
    return result.ok
      ? { ok: true, valueText: result.value, logLines }
      : { ...result, logLines };
  }

  /** Runs the handler of a route. */
  async runHttpAction(
    endpoint: HttpEndpoint,
    request: Request,
    component: Component,
    context: CallContext,
  ): Promise<HttpActionOutcome> {
    const action = this.#newExecution(context, component, HTTP_PATH);
    const result = await this.#guard(action, () =>
      currentExecution.run(action, async () => {
        const response = await endpoint.invokeHttpAction(request);
        if (response instanceof Response) return response;
        throw new Error("An HTTP action must return a Response");
      }),
    );
    const logLines = action.logLines.toArray();
    return result.ok
      ? { ok: true, response: result.value, logLines }
      : { ...result, logLines };
  }

  #newExecution(
    context: CallContext,
    component: Component,
    path: FunctionPath,
  ): ActionExecution {
    return new ActionExecution({
      syscalls: actionSyscalls,
      services: this.#services,
      transactions: this.#transactions,
      context,
      component,
      path,
      runAction: async (action, args) => {
        const call = actionCall(action, args, "action");
        return resultText(action, await this.runAction(call));
      },
    });
  }

  /** Tables as they are when asked: an action holds no transaction open. */
  #tables({ path }: Component): TableLookup {
    return {
      nameOfTable: (number) => {
        const transaction = this.#services.database.beginRead();
        try {
          return transaction.tableLookup(path).nameOfTable(number);
        } finally {
          transaction.close();
        }
      },
    };
  }

  async #guard<Value>(
    action: ActionExecution,
    work: () => Promise<Value>,
  ): Promise<
    { ok: true; value: Value } | Extract<FunctionResult, { ok: false }>
  > {
    try {
      return { ok: true, value: await this.#withinTime(work()) };
    } catch (error) {
      const { sourceMaps } = action.context.deployment;
      return { ok: false, failure: describeFailure(error, sourceMaps) };
    } finally {
      action.close();
    }
  }

  #withinTime<Value>(work: Promise<Value>): Promise<Value> {
    return new Promise((resolve, reject) => {
      const cancel = this.#services.timers.schedule(MAX_NODE_ACTION_MS, () => {
        const seconds = MAX_NODE_ACTION_MS / 1000;
        reject(
          new Error(
            `Action execution timed out (maximum duration: ${seconds}s)`,
          ),
        );
      });
      work.then(resolve, reject).finally(cancel);
    });
  }
}
