import type { JSONValue } from "convex/values";
import type { TransactionLimits } from "../../transaction/metrics";
import type { Transaction } from "../../transaction/transaction";
import type { CallContext } from "../calls/call-context";
import type { LogLines } from "../calls/log-lines";
import type { SyscallArguments } from "../calls/syscall-arguments";
import type { Component } from "../definitions/app";
import type { FunctionTarget } from "../definitions/function-address";
import type { RegisteredFunction } from "../definitions/registered-function";
import type { StoredFile } from "../files/file-storage";
import type { DocumentStream } from "../reading/database-query";
import type { SyscallServices } from "./syscall-services";

/** The syscalls of queries or mutations, by name. */
export type TransactionSyscalls = {
  sync: ReadonlyMap<string, SyncSyscall>;
  async: ReadonlyMap<string, AsyncSyscall>;
};

/** Serves one syscall; returns JSON text. */
export type SyncSyscall = (
  context: TransactionContext,
  args: SyscallArguments,
) => string;

/** Serves one syscall, synchronously unless it calls functions. */
export type AsyncSyscall = (
  context: TransactionContext,
  args: SyscallArguments,
) => string | Promise<string>;

/** The call of a query or mutation that makes a syscall. */
export type TransactionContext = {
  readonly execution: TransactionState;
  readonly component: Component;
  readonly fn: RegisteredFunction;
  /** 1 for the top-level call. */
  readonly depth: number;
  /** By query id; null once closed. */
  readonly streams: (DocumentStream | null)[];
  hasPaginated: boolean;
  /**
   * Calls a query or mutation in the same transaction.
   *
   * @param budget what the call may use; the caller's own limits by default
   * @returns JSON text of its result
   * @throws CalledFunctionError when it fails; its writes are rolled back
   */
  callNested(
    target: FunctionTarget,
    args: Record<string, JSONValue>,
    budget: Partial<TransactionLimits>,
  ): Promise<string>;
  /**
   * Calls a query on the newest durable snapshot. What it reads does not enter
   * the transaction's read set.
   *
   * @param budget what the call may use; Convex's limits by default
   * @returns JSON text of its result
   * @throws CalledFunctionError when it fails
   */
  callOnSnapshot(
    target: FunctionTarget,
    args: Record<string, JSONValue>,
    budget: Partial<TransactionLimits>,
  ): Promise<string>;
};

/** State that a top-level query or mutation shares with its nested calls. */
export type TransactionState = {
  readonly log: LogLines;
  readonly services: SyscallServices;
  readonly context: CallContext;
  readonly transaction: Transaction;
  /**
   * The time that the functions see throughout, in whole milliseconds since the
   * epoch.
   */
  readonly startedAtMs: number;
  /** Where the page ended in the last run, then where it ends in this one. */
  journal: string | null;
  usedIdentity: boolean;
  /** Files whose bodies are deleted after the commit. */
  deletedFiles: readonly StoredFile[];
};
