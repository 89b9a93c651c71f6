import type { FunctionCall } from "../calls/function-call";
import { RefusedCallError } from "../calls/function-failure";
import type { Component, App } from "../definitions/app";
import type { FunctionTarget } from "../definitions/function-address";
import { notFoundText, parseFunctionPath } from "../definitions/function-path";
import {
  type FunctionKind,
  type RegisteredFunction,
  wrongKindText,
} from "../definitions/registered-function";

/**
 * Finds the function that a client calls. Users cannot tell unknown functions,
 * internal functions and functions of components from each other.
 *
 * @throws RefusedCallError
 */
export function findCallable(
  app: App,
  { component: componentPath, path, caller }: FunctionCall,
  kind: FunctionKind,
): FunctionTarget {
  const isTrusted = caller.kind !== "user";
  const component = app.components.get(componentPath);
  const fn = component?.find(path);
  const isVisible = isTrusted || (component && fn && isPublic(component, fn));
  if (!component || !fn || !isVisible) {
    const what = isTrusted ? "function" : "public function";
    throw new RefusedCallError(
      notFoundText(parseFunctionPath(path), componentPath, what),
    );
  }
  if (fn.kind === kind) return { component, fn };
  throw new RefusedCallError(wrongKindText(fn, component.path, kind));
}

/** Whether every client may call the function. */
export function isPublic(
  component: Component,
  fn: RegisteredFunction,
): boolean {
  return component.path === "" && fn.visibility === "public";
}
