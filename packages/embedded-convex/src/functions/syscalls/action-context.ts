import type { CallContext, TargetCall } from "../calls/call-context";
import type { SyscallArguments } from "../calls/syscall-arguments";
import type { Component } from "../definitions/app";
import type { FunctionPath } from "../definitions/function-path";
import type { SyscallServices } from "./syscall-services";

/** The syscalls of actions, by name. */
export type ActionSyscalls = {
  async: ReadonlyMap<string, ActionSyscall>;
  js: ReadonlyMap<string, ActionJsSyscall>;
};

/** Serves one syscall; returns JSON text. */
export type ActionSyscall = (
  context: ActionContext,
  args: SyscallArguments,
) => string | Promise<string>;

/** Serves one syscall whose values JSON cannot represent. */
export type ActionJsSyscall = (
  context: ActionContext,
  args: SyscallArguments,
) => Promise<unknown>;

/** The action or HTTP action that makes a syscall. */
export type ActionContext = {
  readonly services: SyscallServices;
  readonly component: Component;
  readonly path: FunctionPath;
  /** Inherited by the calls that the action makes. */
  readonly context: CallContext;
  /**
   * Calls a function and adds its log lines to the action's.
   *
   * @returns JSON text of its result
   * @throws CalledFunctionError when it fails
   */
  call(call: TargetCall): Promise<string>;
};
