import type { JSONValue } from "convex/values";
import { BusyError, UserError } from "../../base/errors";
import { turns } from "../../base/turns";
import type { TransactionLimits } from "../../transaction/metrics";
import type { Savepoint } from "../../transaction/transaction";
import type { Frame, LogLevel } from "../calls/frame";
import {
  CalledFunctionError,
  describeFailure,
} from "../calls/function-failure";
import { slowWork } from "../calls/slow-work";
import { parseSyscallArguments } from "../calls/syscall-arguments";
import type { Component } from "../app/app";
import type { FunctionTarget } from "../app/function-address";
import type { RegisteredFunction } from "../app/registered-function";
import type { DocumentStream } from "../syscalls/database-query";
import type {
  TransactionContext,
  TransactionSyscalls,
} from "../syscalls/transaction-context";
import { transactionSyscalls } from "../syscalls/transaction-syscalls";
import { invokeChecked } from "./checked-invocation";
import { reportStray } from "./execution-report";
import { areRejectionsNoted, rejectionsAreTold } from "./pending-rejections";
import type { TransactionExecution } from "../syscalls/transaction-execution";

/** Some tenths of a millisecond. */
const SYSCALLS_BETWEEN_CHECKS = 64;

/**
 * One call of a query or mutation, top-level or nested.
 *
 * Its syscalls run one at a time, in the order in which they were made. Nearly
 * all finish synchronously. During a nested call the syscalls of its caller
 * wait, so that rolling back the nested call undoes nothing else.
 */
export class TransactionFrame implements Frame, TransactionContext {
  readonly isDeterministic = true;
  readonly component: Component;
  readonly fn: RegisteredFunction;
  readonly streams: (DocumentStream | null)[] = [];
  hasPaginated = false;
  readonly #syscalls: TransactionSyscalls;
  #queue: Promise<unknown> | null = null;
  #nested: { frame: TransactionFrame; savepoint: Savepoint } | null = null;
  #isClosed = false;
  /** Whether a promise was rejected that had no handler then. */
  #hasNotedRejection = false;
  /** Fails this call alone, if it is a nested one. */
  #failNested: ((error: unknown) => void) | null = null;

  constructor(
    readonly execution: TransactionExecution,
    target: FunctionTarget,
    readonly depth: number,
  ) {
    this.component = target.component;
    this.fn = target.fn;
    const isMutation = target.fn.kind === "mutation";
    this.#syscalls = transactionSyscalls[isMutation ? "mutation" : "query"];
  }

  now(): number {
    return this.execution.now();
  }

  random(): number {
    return this.execution.random();
  }

  log(level: LogLevel, text: string): void {
    this.execution.log.add(level, text);
  }

  syscall(operation: string, args: string): string {
    const serve = this.#syscalls.sync.get(operation);
    if (serve === undefined) throw new Error(`Unknown operation ${operation}`);
    this.#requireOpen();
    return serve(this, parseSyscallArguments(args));
  }

  asyncSyscall(operation: string, args: string): Promise<string> {
    this.execution.activity++;
    if (this.#hasNotedRejection) {
      return this.#enqueue(this.#serveAfterRejection(operation, args));
    }
    if (this.#isTurnOver()) {
      return this.#enqueue(this.#serveInTurn(operation, args));
    }
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

  #reportStray(error: unknown): void {
    const { services, context } = this.execution;
    reportStray(services.logger, context, this.fn.path, error);
  }

  fail(error: unknown): void {
    const { onFail } = this.execution;
    if (onFail !== null) onFail(error);
    else this.#reportStray(error);
  }

  noteRejection(): void {
    this.#hasNotedRejection = true;
  }

  failUnhandled(error: unknown): void {
    if (this.#isClosed) this.#reportStray(error);
    else if (this.#failNested !== null) this.#failNested(error);
    else this.fail(error);
  }

  /** Looks when all code that was ready to run has run. */
  settled(): Promise<void> {
    return new Promise((resolve) => {
      process.nextTick(() => {
        if (this.#isStill()) resolve();
        else void this.#becomeStill().then(resolve);
      });
    });
  }

  #isStill(): boolean {
    if (this.#isClosed) return true;
    if (this.#hasNotedRejection || this.#queue !== null) return false;
    return this.execution.pendingWork === 0 && areRejectionsNoted();
  }

  async #becomeStill(): Promise<void> {
    if (this.#hasNotedRejection || !areRejectionsNoted()) {
      this.#hasNotedRejection = false;
      await rejectionsAreTold();
    }
    if (this.#queue !== null) await this.#queue;
    else if (this.execution.pendingWork > 0) {
      await this.execution.whenWorkDone();
    } else return;
    await this.settled();
  }

  get isQuery(): boolean {
    return this.fn.kind === "query";
  }

  track<T>(work: Promise<T>): Promise<T> {
    return this.execution.track(work);
  }

  trackTurn<T>(turn: Promise<T>): Promise<T> {
    return this.execution.trackWait(turn);
  }

  /**
   * Refreshes the transaction before and after: a long wait may have made its
   * snapshot old, or its commit impossible.
   */
  async trackSlow<T>(work: () => Promise<T>): Promise<T> {
    try {
      const result = await this.execution.trackWait(
        slowWork.run(() => {
          this.#catchUp();
          return work();
        }, this.execution.context.asker),
      );
      this.#catchUp();
      return result;
    } catch (error) {
      // If user code could catch this, it might count it as a wrong password
      // and lock the account.
      throw error instanceof BusyError ? this.#noteSystemError(error) : error;
    }
  }

  /** Rolls back the nested call if it fails or this frame closes before it. */
  async callNested(
    target: FunctionTarget,
    args: Record<string, JSONValue>,
    budget: Partial<TransactionLimits>,
  ): Promise<string> {
    const { transaction } = this.execution;
    const { metrics } = transaction;
    const { limits } = metrics;
    metrics.limits = metrics.limitsFor(budget);
    const frame = new TransactionFrame(this.execution, target, this.depth + 1);
    const nested = { frame, savepoint: transaction.savepoint() };
    this.#nested = nested;
    try {
      return await frame.#call(args);
    } catch (error) {
      if (this.#nested === nested) transaction.rollback(nested.savepoint);
      throw error;
    } finally {
      if (this.#nested === nested) this.#nested = null;
      frame.close();
      metrics.limits = limits;
    }
  }

  async callOnSnapshot(
    target: FunctionTarget,
    args: Record<string, JSONValue>,
    budget: Partial<TransactionLimits>,
  ): Promise<string> {
    const transaction = this.execution.services.database.beginRead();
    transaction.metrics.limits = transaction.metrics.limitsFor(budget);
    const execution = this.execution.on(transaction);
    const frame = new TransactionFrame(execution, target, this.depth + 1);
    try {
      return await frame.#call(args);
    } finally {
      frame.close();
      transaction.close();
    }
  }

  /** Refuses all later syscalls. */
  close(): void {
    this.#isClosed = true;
    if (this.#nested === null) return;
    const { frame, savepoint } = this.#nested;
    this.#nested = null;
    frame.close();
    this.execution.transaction.rollback(savepoint);
  }

  async #call(args: Record<string, JSONValue>): Promise<string> {
    const { transaction, context } = this.execution;
    const tables = transaction.tableLookup(this.component.path);
    try {
      return await new Promise<string>((resolve, reject) => {
        this.#failNested = reject;
        invokeChecked(this, this.fn, [args], tables).then(resolve, reject);
      });
    } catch (error) {
      throw new CalledFunctionError(
        describeFailure(error, context.app.sourceMaps),
      );
    }
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

  /** Whether a query that reads much must let others go on. */
  #isTurnOver(): boolean {
    const { activity, transaction } = this.execution;
    const isChecked = activity % SYSCALLS_BETWEEN_CHECKS === 0;
    return isChecked && transaction.isReadOnly && turns.isRoundOver;
  }

  /** Convex fails a call whose rejection is unhandled when it waits. */
  async #serveAfterRejection(operation: string, args: string): Promise<string> {
    const before = this.#queue;
    await rejectionsAreTold();
    this.#hasNotedRejection = false;
    if (before !== null) await before;
    return this.#serve(operation, args);
  }

  async #serveInTurn(operation: string, args: string): Promise<string> {
    const before = this.#queue;
    await this.trackTurn(turns.long(this.execution.context.asker));
    if (before !== null) await before;
    return this.#serve(operation, args);
  }

  #catchUp(): void {
    this.#requireOpen();
    const { services, transaction } = this.execution;
    try {
      services.database.refresh(transaction);
    } catch (error) {
      throw this.#noteSystemError(error);
    }
  }

  /** Keeps errors of the backend, so that user code cannot swallow them. */
  #noteSystemError(error: unknown): unknown {
    const isCatchable =
      error instanceof UserError || error instanceof CalledFunctionError;
    if (!isCatchable && error instanceof Error)
      this.execution.systemError ??= error;
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
      "The function's context was used after the function had returned. Did it forget to await a promise?",
    );
  }
}
