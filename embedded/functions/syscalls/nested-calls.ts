import type { JSONValue } from "convex/values";
import { UserError } from "../../base/errors";
import { MAX_CALL_DEPTH } from "../../base/limits";
import { callFunction } from "../execution/call-function";
import {
  functionHandle,
  resolveAddress,
  type FunctionTarget,
} from "../definitions/function-address";
import {
  CalledFunctionError,
  describeFailure,
} from "../execution/function-failure";
import { displayPath } from "../definitions/function-path";
import { requireObject, type SyscallArguments } from "../syscall-arguments";
import {
  TransactionFrame,
  type AsyncSyscall,
} from "../execution/transaction-frame";

/** `1.0/runUdf`: calls a query or mutation inside the caller's transaction. */
export const runUdf: AsyncSyscall = (frame, args) => {
  const target = resolveTarget(frame, args);
  requireCallable(frame, target, args.udfType);
  const functionArgs = requireObject(args, "args", "runUdf");
  if (args.udfType === "snapshotQuery") {
    return runOnSnapshot(frame, target, functionArgs);
  }
  const nested = new TransactionFrame(frame.run, target, frame.depth + 1);
  return frame.runNested(nested, () => call(nested, functionArgs));
};

/** `1.0/createFunctionHandle` */
export const createFunctionHandle: AsyncSyscall = (frame, args) =>
  JSON.stringify(functionHandle(resolveTarget(frame, args)));

function resolveTarget(
  { run, component }: TransactionFrame,
  args: SyscallArguments,
): FunctionTarget {
  return resolveAddress(run.deployment, component, args);
}

function requireCallable(
  { fn: caller, depth }: TransactionFrame,
  { fn }: FunctionTarget,
  udfType: unknown,
): void {
  const expected = udfType === "mutation" ? "mutation" : "query";
  if (fn.kind !== expected) {
    throw new UserError(
      "WrongFunctionType",
      `Trying to execute ${displayPath(fn.path)} as ${expected}, but it is defined as ${fn.kind}.`,
    );
  }
  if (caller.kind === "query" && fn.kind === "mutation") {
    throw new UserError(
      "WrongFunctionType",
      "Cannot call a mutation function from a query function",
    );
  }
  if (depth < MAX_CALL_DEPTH) return;
  throw new UserError(
    "CallDepthExceeded",
    `Cross component call depth limit exceeded. Limit: ${MAX_CALL_DEPTH}`,
  );
}

/** Reads what was durable when the mutation ran, without depending on it. */
async function runOnSnapshot(
  frame: TransactionFrame,
  target: FunctionTarget,
  args: Record<string, JSONValue>,
): Promise<string> {
  const transaction = frame.run.services.database.beginRead();
  const run = frame.run.on(transaction);
  const nested = new TransactionFrame(run, target, frame.depth + 1);
  try {
    return await call(nested, args);
  } finally {
    nested.close();
    transaction.close();
  }
}

async function call(
  frame: TransactionFrame,
  args: Record<string, JSONValue>,
): Promise<string> {
  const { run, component, fn } = frame;
  const tables = run.transaction.tableLookup(component.path);
  try {
    return await callFunction(frame, fn, [args], tables);
  } catch (error) {
    throw new CalledFunctionError(
      describeFailure(error, run.deployment.sourceMaps),
    );
  }
}
