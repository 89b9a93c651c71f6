import { UserError } from "../../base/errors";
import type { Savepoint } from "../../transaction/transaction";
import type { DocumentStream } from "../reading/database-query";
import type { Component } from "../definitions/deployment";
import type { Execution, LogLevel } from "./execution";
import type { FunctionTarget } from "../definitions/function-address";
import { reportStray } from "./failure-report";
import { CalledFunctionError, describeFailure } from "./function-failure";
import type { RegisteredFunction } from "../definitions/registered-function";
import { slowWork } from "./slow-work";
import {
  parseSyscallArguments,
  type SyscallArguments,
} from "../syscall-arguments";
import type { TransactionRun } from "./transaction-run";

/** The operations that queries or mutations may perform, by name. */
export type TransactionSyscalls = {
  sync: ReadonlyMap<string, SyncSyscall>;
  async: ReadonlyMap<string, AsyncSyscall>;
};

/** Serves one operation; gives JSON text. */
export type SyncSyscall = (
  frame: TransactionFrame,
  args: SyscallArguments,
) => string;

/** Serves one operation, at once unless it calls functions. */
export type AsyncSyscall = (
  frame: TransactionFrame,
  args: SyscallArguments,
) => string | Promise<string>;

/**
 * One call of a query or mutation: the top-level one, or one nested in it.
 *
 * Its syscalls run one at a time in the order they were made. Nearly all finish
 * at once; while a nested call is under way, those of its caller wait, so that
 * rolling it back takes nothing else with it.
 */
export class TransactionFrame implements Execution {
  readonly isDeterministic = true;
  readonly run: TransactionRun;
  readonly component: Component;
  readonly fn: RegisteredFunction;
  /** 1 for the top-level call. */
  readonly depth: number;
  /** By query id; null once done with. */
  readonly streams: (DocumentStream | null)[] = [];
  hasPaginated = false;
  readonly #syscalls: TransactionSyscalls;
  #queue: Promise<unknown> | null = null;
  #nested: { frame: TransactionFrame; savepoint: Savepoint } | null = null;
  #isClosed = false;

  constructor(run: TransactionRun, target: FunctionTarget, depth: number) {
    this.run = run;
    this.component = target.component;
    this.fn = target.fn;
    this.depth = depth;
    this.#syscalls =
      target.fn.kind === "mutation"
        ? run.surroundings.syscalls.mutation
        : run.surroundings.syscalls.query;
  }

  now(): number {
    return this.run.now();
  }

  random(): number {
    return this.run.random();
  }

  log(level: LogLevel, values: readonly unknown[]): void {
    this.run.log.add(level, values);
  }

  syscall(operation: string, args: string): string {
    const serve = this.#syscalls.sync.get(operation);
    if (serve === undefined) throw new Error(`Unknown operation ${operation}`);
    this.#requireOpen();
    return serve(this, parseSyscallArguments(args));
  }

  asyncSyscall(operation: string, args: string): Promise<string> {
    this.run.activity++;
    if (this.#queue !== null) {
      return this.#enqueue(
        this.#queue.then(() => this.#serve(operation, args)),
      );
    }
    try {
      const result = this.#serve(operation, args);
      return typeof result === "string"
        ? Promise.resolve(result)
        : this.#enqueue(result);
    } catch (error) {
      return Promise.reject(error as Error);
    }
  }

  jsSyscall(operation: string): never {
    throw new Error(`Unknown operation ${operation}`);
  }

  reportStray(error: unknown): void {
    const { services, deployment, context } = this.run;
    const { message } = describeFailure(error, deployment.sourceMaps);
    reportStray(services.logger, context.requestId, this.fn.path, message);
  }

  async track<T>(work: Promise<T>): Promise<T> {
    this.run.pendingWork++;
    try {
      return await work;
    } finally {
      this.run.pendingWork--;
      this.run.activity++;
    }
  }

  /** A long wait may have made the transaction old, or have doomed it. */
  async trackSlow<T>(work: () => Promise<T>): Promise<T> {
    this.run.pendingSlowWork++;
    try {
      const result = await this.track(
        slowWork.run(() => {
          this.#catchUp();
          return work();
        }),
      );
      this.#catchUp();
      return result;
    } finally {
      this.run.pendingSlowWork--;
    }
  }

  /**
   * Runs a nested call, and takes back what it wrote if it throws or if this
   * call ends before it.
   */
  async runNested<Result>(
    frame: TransactionFrame,
    call: () => Promise<Result>,
  ): Promise<Result> {
    const { transaction } = this.run;
    const nested = { frame, savepoint: transaction.savepoint() };
    this.#nested = nested;
    try {
      return await call();
    } catch (error) {
      if (this.#nested === nested) transaction.rollback(nested.savepoint);
      throw error;
    } finally {
      if (this.#nested === nested) this.#nested = null;
      frame.close();
    }
  }

  /** Refuses all further syscalls. */
  close(): void {
    this.#isClosed = true;
    if (this.#nested === null) return;
    const { frame, savepoint } = this.#nested;
    this.#nested = null;
    frame.close();
    this.run.transaction.rollback(savepoint);
  }

  #serve(operation: string, args: string): string | Promise<string> {
    const serve = this.#syscalls.async.get(operation);
    if (serve === undefined) {
      throw new Error(`Unknown async operation ${operation}`);
    }
    this.#requireOpen();
    try {
      return serve(this, parseSyscallArguments(args));
    } catch (error) {
      throw this.#noteSystemError(error);
    }
  }

  #catchUp(): void {
    this.#requireOpen();
    const { services, transaction } = this.run;
    try {
      services.database.refresh(transaction);
    } catch (error) {
      throw this.#noteSystemError(error);
    }
  }

  /** What user code did not cause it shall not be able to hide. */
  #noteSystemError(error: unknown): unknown {
    const isCatchable =
      error instanceof UserError || error instanceof CalledFunctionError;
    if (!isCatchable && error instanceof Error) this.run.systemError ??= error;
    return error;
  }

  #enqueue(result: Promise<string>): Promise<string> {
    const settled = result.then(
      () => undefined,
      () => undefined,
    );
    this.#queue = settled;
    void settled.then(() => {
      if (this.#queue === settled) this.#queue = null;
    });
    return result;
  }

  #requireOpen(): void {
    if (!this.#isClosed) return;
    throw new UserError(
      "FunctionEnded",
      "The function's context was used after the function had returned. Did it forget to await a promise?",
    );
  }
}
