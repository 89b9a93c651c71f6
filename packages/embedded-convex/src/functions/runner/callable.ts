import type { FunctionCall } from "../calls/function-call";
import { RefusedCallError } from "../calls/function-failure";
import type { Component, App } from "../definitions/app";
import type { FunctionTarget } from "../definitions/function-address";
import { displayPath, parseFunctionPath } from "../definitions/function-path";
import type {
  FunctionKind,
  RegisteredFunction,
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

/** Whether every client may call the function. */
export function isPublic(
  component: Component,
  fn: RegisteredFunction,
): boolean {
  return component.path === "" && fn.visibility === "public";
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
