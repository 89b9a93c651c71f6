import type { CallContext } from "./call-context";
import type { Component } from "../definitions/deployment";
import type { Execution, LogLevel } from "./execution";
import { reportStray } from "./failure-report";
import { describeFailure } from "./function-failure";
import type { FunctionPath } from "../definitions/function-path";
import type { HostServices } from "./host-services";
import { LogLines } from "./log-lines";
import { slowWork } from "./slow-work";
import {
  parseSyscallArguments,
  type SyscallArguments,
} from "../syscall-arguments";
import type { TransactionRunner } from "./transaction-runner";

/** The operations that actions may perform, by name. */
export type ActionSyscalls = {
  async: ReadonlyMap<string, ActionSyscall>;
  js: ReadonlyMap<string, ActionJsSyscall>;
};

/** Serves one operation; gives JSON text. */
export type ActionSyscall = (
  action: ActionExecution,
  args: SyscallArguments,
) => string | Promise<string>;

/** Serves one operation whose values JSON cannot hold. */
export type ActionJsSyscall = (
  action: ActionExecution,
  args: SyscallArguments,
) => Promise<unknown>;

type Options = {
  syscalls: ActionSyscalls;
  services: HostServices;
  transactions: TransactionRunner;
  context: CallContext;
  component: Component;
  path: FunctionPath;
  /** Runs another action on behalf of this one. */
  runAction: ActionExecution["runAction"];
};

/**
 * One running action or HTTP action. It has no transaction: every query or
 * mutation that it calls is one of its own, and its calls may overlap.
 */
export class ActionExecution implements Execution {
  readonly isDeterministic = false;
  readonly services: HostServices;
  readonly transactions: TransactionRunner;
  readonly component: Component;
  readonly path: FunctionPath;
  /** What the calls that it makes take over. */
  readonly context: CallContext;
  readonly logLines = new LogLines();
  /** Runs an action found by `resolveAddress`; gives its result's JSON text. */
  readonly runAction: (
    action: ActionExecution,
    args: SyscallArguments,
  ) => Promise<string>;
  readonly #syscalls: ActionSyscalls;
  #isClosed = false;

  constructor(options: Options) {
    this.#syscalls = options.syscalls;
    this.services = options.services;
    this.transactions = options.transactions;
    this.component = options.component;
    this.path = options.path;
    this.runAction = options.runAction;
    this.context = options.context;
  }

  now(): number {
    return Math.floor(this.services.clock.now());
  }

  random(): number {
    return Math.random();
  }

  log(level: LogLevel, values: readonly unknown[]): void {
    this.logLines.add(level, values);
  }

  syscall(operation: string): string {
    if (operation === "1.0/componentArgument") return "{}";
    throw new Error(`Unknown operation ${operation}`);
  }

  async asyncSyscall(operation: string, args: string): Promise<string> {
    const serve = this.#syscalls.async.get(operation);
    if (serve === undefined) {
      throw new Error(`Unknown async operation ${operation}`);
    }
    this.#requireOpen();
    return serve(this, parseSyscallArguments(args));
  }

  async jsSyscall(operation: string, args: SyscallArguments): Promise<unknown> {
    const serve = this.#syscalls.js.get(operation);
    if (serve === undefined) throw new Error(`Unknown operation ${operation}`);
    this.#requireOpen();
    return serve(this, args);
  }

  reportStray(error: unknown): void {
    const { deployment, requestId } = this.context;
    const { message } = describeFailure(error, deployment.sourceMaps);
    reportStray(this.services.logger, requestId, this.path, message);
  }

  track<T>(work: Promise<T>): Promise<T> {
    return work;
  }

  trackSlow<T>(work: () => Promise<T>): Promise<T> {
    return slowWork.run(() => {
      this.#requireOpen();
      return work();
    });
  }

  /** Refuses all further syscalls. */
  close(): void {
    this.#isClosed = true;
  }

  #requireOpen(): void {
    if (!this.#isClosed) return;
    throw new Error(
      "The action's context was used after the action had returned. Did it forget to await a promise?",
    );
  }
}
