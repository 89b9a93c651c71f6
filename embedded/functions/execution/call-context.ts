import type { Component, Deployment } from "../definitions/deployment";
import type { Caller, FunctionCall } from "./function-call";
import type { FunctionKind } from "./execution";
import type { FunctionTarget } from "../definitions/function-address";
import type { RegisteredFunction } from "../definitions/registered-function";
import { RefusedCallError } from "./function-failure";
import { displayPath, parseFunctionPath } from "../definitions/function-path";

/** What a call takes over from where it came from. */
export type CallContext = {
  deployment: Deployment;
  caller: Caller;
  requestId: string;
  /** Milliseconds since the epoch. */
  startedAtMs: number;
  /** The scheduled function on whose behalf it runs, if any. */
  jobId?: string | null;
};

/**
 * Finds the function that a client calls. Unknown functions, internal ones and
 * those of components all look the same to those who may not call them.
 *
 * @throws RefusedCallError
 */
export function findCallable(
  deployment: Deployment,
  { component: componentPath, path, caller }: FunctionCall,
  kind: FunctionKind,
): FunctionTarget {
  const isTrusted = caller.kind !== "user";
  const component = deployment.components.get(componentPath);
  const fn = component?.find(path);
  const isVisible = isTrusted || (component && fn && isPublic(component, fn));
  if (!component || !fn || !isVisible) {
    const text = displayPath(parseFunctionPath(path));
    throw new RefusedCallError(
      isTrusted
        ? `Could not find function for '${text}'. Is it saved in the functions folder?`
        : `Could not find public function for '${text}'.`,
    );
  }
  if (fn.kind === kind) return { component, fn };
  const { module, name } = fn.path;
  throw new RefusedCallError(
    `Trying to execute ${module}:${name} as ${capitalised(kind)}, but it is defined as ${capitalised(fn.kind)}.`,
  );
}

/** Whether anybody may call the function. */
export function isPublic(
  component: Component,
  fn: RegisteredFunction,
): boolean {
  return component.path === "" && fn.visibility === "public";
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
