import { UserError } from "../../base/errors";
import { MAX_CALL_DEPTH } from "../../base/limits";
import type { TransactionLimits } from "../../transaction/metrics";
import {
  invalidArgument,
  requireObject,
  type SyscallArguments,
} from "../calls/syscall-arguments";
import {
  functionHandle,
  resolveAddress,
  type FunctionTarget,
} from "../app/function-address";
import { requireKind } from "../app/registered-function";
import type {
  AsyncSyscall,
  SharedContext,
  SharedSyscall,
  TransactionContext,
} from "./transaction-context";

/**
 * `1.0/runUdf`: calls a query or mutation inside the caller's transaction, or a
 * query on a snapshot.
 */
export const runUdf: AsyncSyscall = (caller, args) => {
  const target = resolveTarget(caller, args);
  requireCallable(caller, target, args.udfType);
  const functionArgs = requireObject(args, "args", "runUdf");
  const budget = limitsIn(args);
  return args.udfType === "snapshotQuery"
    ? caller.callOnSnapshot(target, functionArgs, budget)
    : caller.callNested(target, functionArgs, budget);
};

export const createFunctionHandle: SharedSyscall = (caller, args) =>
  JSON.stringify(functionHandle(resolveTarget(caller, args)));

/** @returns the limits that the caller has set, by Convex's names */
function limitsIn({
  transactionLimits = {},
}: SyscallArguments): Partial<TransactionLimits> {
  const limits = Object.entries(Object(transactionLimits) as object);
  for (const [, limit] of limits) {
    if (Number.isSafeInteger(limit) && Number(limit) >= 0) continue;
    throw invalidArgument(
      "transactionLimits",
      "runUdf",
      `invalid value: ${String(limit)}, expected usize`,
    );
  }
  return Object.fromEntries(limits) as Partial<TransactionLimits>;
}

function resolveTarget(
  { execution, component }: SharedContext,
  args: SyscallArguments,
): FunctionTarget {
  return resolveAddress(execution.context.app, component, args);
}

function requireCallable(
  { fn: caller, depth }: TransactionContext,
  target: FunctionTarget,
  udfType: unknown,
): void {
  const expected = udfType === "mutation" ? "mutation" : "query";
  if (caller.kind === "query" && udfType !== "query") {
    const called = udfType === "mutation" ? "Mutation" : "SnapshotQuery";
    throw new UserError(
      `Cannot call a ${called} function from a Query function`,
    );
  }
  requireKind(target, expected);
  if (depth < MAX_CALL_DEPTH) return;
  throw new UserError(
    "Cross component call depth limit exceeded. Do you have an infinite loop in your app?",
  );
}
