import { BusyError } from "../../base/errors";
import type { CallContext, TargetCall } from "../calls/call-context";
import { currentFrame } from "../calls/current-frame";
import type { Frame, LogLevel } from "../calls/frame";
import type { ActionOutcome } from "../calls/call-and-outcome";
import { CalledFunctionError } from "../calls/function-failure";
import { LogLines } from "../calls/log-lines";
import { slowWork } from "../calls/slow-work";
import {
  parseSyscallArguments,
  type SyscallArguments,
} from "../calls/syscall-arguments";
import type { Component } from "../app/app";
import type { FunctionPath } from "../app/function-path";
import type { FunctionKind } from "../app/registered-function";
import {
  actionSyscalls,
  type ActionContext,
} from "../syscalls/action-syscalls";
import type { ExecutionServices } from "../syscalls/execution-services";
import { reportStray } from "./execution-report";
import { rejectionsAreTold } from "./pending-rejections";

/** Runs the functions that an action calls, by kind. */
export type Executors = Readonly<
  Record<FunctionKind, (call: TargetCall) => Promise<ActionOutcome>>
>;

/**
 * The frame of one action or HTTP action. It has no transaction: every query or
 * mutation that it calls runs in its own, and the calls may overlap.
 */
export class ActionFrame implements Frame, ActionContext {
  readonly isDeterministic = false;
  readonly isQuery = false;
  readonly logLines = new LogLines();
  /** Ends the action with an error; null when it has ended. */
  onFail: ((error: unknown) => void) | null = null;
  /** Set when the server was busy; replaces the error that user code throws. */
  busyError: BusyError | null = null;
  #isClosed = false;
  /** Numbers of pending syscalls by name. */
  readonly #operations = new Map<string, number>();

  constructor(
    readonly services: ExecutionServices,
    private readonly execute: Executors,
    readonly context: CallContext,
    readonly component: Component,
    readonly path: FunctionPath,
  ) {}

  now(): number {
    return Math.floor(this.services.clock.now());
  }

  random(): number {
    return Math.random();
  }

  log(level: LogLevel, text: string): void {
    this.logLines.add(level, text);
  }

  syscall(operation: string): string {
    if (operation === "1.0/componentArgument") return "{}";
    throw new Error(`Unknown operation ${operation}`);
  }

  asyncSyscall(operation: string, args: string): Promise<string> {
    const serve = actionSyscalls.async.get(operation);
    return this.#serve(operation, serve, () => parseSyscallArguments(args));
  }

  jsSyscall(operation: string, args: SyscallArguments): Promise<unknown> {
    return this.#serve(operation, actionSyscalls.js.get(operation), () => args);
  }

  /**
   * Serves a syscall, which counts as pending until it has settled: outside the
   * action's asynchronous context, so that an uncaught error of the backend does not
   * count as the action's.
   */
  async #serve<Result>(
    operation: string,
    serve:
      | ((action: this, args: SyscallArguments) => Result | Promise<Result>)
      | undefined,
    parse: () => SyscallArguments,
  ): Promise<Result> {
    if (serve === undefined) {
      throw new Error(`Unknown async operation ${operation}`);
    }
    this.#requireOpen();
    const count = this.#operations.get(operation) ?? 0;
    this.#operations.set(operation, count + 1);
    try {
      return await currentFrame.exit(() => serve(this, parse()));
    } finally {
      const left = (this.#operations.get(operation) ?? 1) - 1;
      if (left > 0) this.#operations.set(operation, left);
      else this.#operations.delete(operation);
    }
  }

  async call(call: TargetCall): Promise<string> {
    const outcome = await this.execute[call.target.fn.kind](call);
    this.logLines.addLines(outcome.logLines);
    if (outcome.ok) return outcome.valueText;
    if (outcome.failure.isBusy) this.busyError = new BusyError();
    throw new CalledFunctionError(outcome.failure);
  }

  noteRejection(): void {
    // Actions always wait for Node's verdict.
  }

  failUnhandled(error: unknown): void {
    this.fail(error);
  }

  settled(): Promise<void> {
    return rejectionsAreTold();
  }

  fail(error: unknown): void {
    if (this.onFail !== null) this.onFail(error);
    else reportStray(this.services.logger, this.context, this.path, error);
  }

  track<T>(work: Promise<T>): Promise<T> {
    return work;
  }

  trackTurn<T>(turn: Promise<T>): Promise<T> {
    return turn;
  }

  async trackSlow<T>(work: () => Promise<T>): Promise<T> {
    const { asker, gate } = this.context;
    const inTurn = () =>
      slowWork.run(() => {
        this.#requireOpen();
        return work();
      }, asker);
    try {
      return await (gate?.lend(inTurn) ?? inTurn());
    } catch (error) {
      if (error instanceof BusyError) this.busyError = error;
      throw error;
    }
  }

  /** Refuses all later syscalls, and warns of those that nobody awaited. */
  close(): void {
    this.#isClosed = true;
    const count = [...this.#operations.values()].reduce((a, b) => a + b, 0);
    if (count === 0) return;
    const names = [...this.#operations.keys()].map(displayName).sort();
    this.logLines.add(
      "WARN",
      `${count} unawaited operation${count === 1 ? "" : "s"}: [${names.join(", ")}]. Async operations should be awaited or they might not run. See https://docs.convex.dev/functions/actions#dangling-promises for more information.`,
    );
  }

  #requireOpen(): void {
    if (!this.#isClosed) return;
    throw new Error(
      "The action's context was used after the action had returned. Did it forget to await a promise?",
    );
  }
}

/** @returns the name of a syscall as Convex writes it in warnings */
function displayName(operation: string): string {
  return operation
    .replace("1.0/", "")
    .replace("actions/", "")
    .replace("storage/storeBlob", "storage.store")
    .replace("storage/getBlob", "storage.get");
}
