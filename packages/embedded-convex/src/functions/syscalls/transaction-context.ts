import type { JSONValue } from "convex/values";
import type { TransactionLimits } from "../../transaction/metrics";
import type { SyscallArguments } from "../calls/syscall-arguments";
import type { Component } from "../app/app";
import type { FunctionTarget } from "../app/function-address";
import type { RegisteredFunction } from "../app/registered-function";
import type { DocumentStream } from "./database-query";
import type { TransactionExecution } from "./transaction-execution";

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

/** Serves one syscall of actions too, in a transaction of its own. */
export type SharedSyscall = (
  context: SharedContext,
  args: SyscallArguments,
) => string;

/** Where a syscall finds its transaction, and the component that makes it. */
export type SharedContext = {
  readonly execution: TransactionExecution;
  readonly component: Component;
};

/** The call of a query or mutation that makes a syscall. */
export type TransactionContext = SharedContext & {
  readonly fn: RegisteredFunction;
  /** 1 for the top-level call. */
  readonly depth: number;
  /** By query id; null once closed. */
  readonly streams: (DocumentStream | null)[];
  hasPaginated: boolean;
  /**
   * Calls a query or mutation in the same transaction, with the caller's own limits
   * by default. If it fails, its writes are rolled back.
   */
  callNested: NestedCall;
  /**
   * Calls a query on the newest durable snapshot, with Convex's limits by default.
   * What it reads does not enter the transaction's read set.
   */
  callOnSnapshot: NestedCall;
};

/**
 * @param budget what the call may use
 * @returns JSON text of its result
 * @throws CalledFunctionError when it fails
 */
type NestedCall = (
  target: FunctionTarget,
  args: Record<string, JSONValue>,
  budget: Partial<TransactionLimits>,
) => Promise<string>;
