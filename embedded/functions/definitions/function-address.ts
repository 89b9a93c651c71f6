import { UserError } from "../../base/errors";
import type { Component, Deployment } from "./deployment";
import { displayPath, parseFunctionPath } from "./function-path";
import type { RegisteredFunction } from "./registered-function";
import type { SyscallArguments } from "../syscall-arguments";

/** A function together with the component instance that it runs in. */
export type FunctionTarget = {
  component: Component;
  fn: RegisteredFunction;
};

const HANDLE = /^function:\/\/([^#]*)#(.+)$/;
const CHILD = "_reference/childComponent/";
const OWN = "_reference/function/";

/**
 * Finds the function that code in `component` addresses by name, reference or
 * handle. Throws a UserError when there is none, or none that it may call.
 */
export function resolveAddress(
  deployment: Deployment,
  component: Component,
  address: SyscallArguments,
): FunctionTarget {
  const { name, reference, functionHandle } = address;
  if (typeof functionHandle === "string") {
    return resolveHandle(deployment, functionHandle);
  }
  if (typeof reference === "string") {
    return resolveReference(component, reference);
  }
  if (typeof name === "string") return requireFunction(component, name);
  throw notFound(JSON.stringify(address));
}

/** Text that names a function from any component, and outlives loads. */
export function functionHandle({ component, fn }: FunctionTarget): string {
  return `function://${component.path}#${fn.path.module}:${fn.path.name}`;
}

function resolveHandle(deployment: Deployment, handle: string): FunctionTarget {
  const [, path = "", functionPath] = HANDLE.exec(handle) ?? [];
  const component = deployment.components.get(path);
  if (functionPath === undefined || component === undefined) {
    throw notFound(handle);
  }
  return requireFunction(component, functionPath);
}

function resolveReference(
  component: Component,
  reference: string,
): FunctionTarget {
  if (reference.startsWith(OWN)) {
    const parts = reference.slice(OWN.length).split("/");
    return requireFunction(component, pathOf(parts));
  }
  if (!reference.startsWith(CHILD)) throw notFound(reference);
  const [mount = "", ...parts] = reference.slice(CHILD.length).split("/");
  const child = component.children.get(mount);
  if (child === undefined) {
    throw new UserError(
      "ComponentNotFound",
      `There is no component mounted as "${mount}". Is it in convex.config.ts?`,
    );
  }
  const target = requireFunction(child, pathOf(parts));
  if (target.fn.visibility === "internal") throw notFound(reference);
  return target;
}

/** `["folder", "file", "fn"]` as `folder/file:fn`. */
function pathOf(parts: string[]): string {
  return `${parts.slice(0, -1).join("/")}:${parts.at(-1) ?? ""}`;
}

function requireFunction(component: Component, path: string): FunctionTarget {
  const fn = component.find(path);
  if (fn !== null) return { component, fn };
  throw notFound(displayPath(parseFunctionPath(path)));
}

function notFound(what: string): UserError {
  return new UserError(
    "FunctionNotFound",
    `Could not find function for '${what}'.`,
  );
}
