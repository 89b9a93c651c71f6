import { UserError } from "../../base/errors";
import type { Component, App } from "./app";
import { notFoundText, parseFunctionPath } from "./function-path";
import type { RegisteredFunction } from "./registered-function";

/** How code names a function: by one of these fields, not validated yet. */
type FunctionAddress = {
  /** `module:function` in the same component. */
  readonly name?: unknown;
  /** A path into this component, or into one that is mounted in it. */
  readonly reference?: unknown;
  readonly functionHandle?: unknown;
};

/** A function and the component instance that it runs in. */
export type FunctionTarget = {
  component: Component;
  fn: RegisteredFunction;
};

const HANDLE = /^function:\/\/([^#]*)#(.+)$/;
const CHILD = "_reference/childComponent/";
const OWN = "_reference/function/";

/**
 * Resolves the function that code in `component` names by name, reference or
 * handle.
 *
 * @throws UserError when it does not exist, or is internal to another component
 */
export function resolveAddress(
  app: App,
  component: Component,
  address: FunctionAddress,
): FunctionTarget {
  const { name, reference, functionHandle } = address;
  if (typeof functionHandle === "string") {
    return resolveHandle(app, functionHandle);
  }
  if (typeof reference === "string") {
    return resolveReference(component, reference);
  }
  if (typeof name === "string") return requireFunction(component, name);
  throw new UserError(`Invalid reference ${JSON.stringify(address)}`);
}

/** @returns text that names a function in any component and survives loads */
export function functionHandle({ component, fn }: FunctionTarget): string {
  return `function://${component.path}#${fn.path.module}:${fn.path.name}`;
}

function resolveHandle(app: App, handle: string): FunctionTarget {
  const [, path = "", functionPath] = HANDLE.exec(handle) ?? [];
  const component = app.components.get(path);
  if (functionPath === undefined) {
    throw new UserError(`Invalid function handle ${handle}`);
  }
  if (component === undefined) {
    throw new UserError("Function handle not found");
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
  if (!reference.startsWith(CHILD)) {
    throw new UserError(`Invalid reference ${reference}`);
  }
  const [mount = "", ...parts] = reference.slice(CHILD.length).split("/");
  const child = component.children.get(mount);
  // Convex prints its own types here, and people search for these words.
  const name = `ComponentName(Identifier(${JSON.stringify(mount)}))`;
  if (child === undefined) {
    throw new UserError(`Child component ${name} not found`);
  }
  const fn = child.find(pathOf(parts));
  if (fn?.visibility === "public") return { component: child, fn };
  const attributes = parts.map((part) => `PathComponent("${part}")`).join(", ");
  throw new UserError(
    `Child component ${name} does not export [${attributes}]`,
  );
}

/** `["folder", "file", "fn"]` as `folder/file:fn`. */
function pathOf(parts: string[]): string {
  return `${parts.slice(0, -1).join("/")}:${parts.at(-1) ?? ""}`;
}

function requireFunction(component: Component, path: string): FunctionTarget {
  const fn = component.find(path);
  if (fn !== null) return { component, fn };
  const text = notFoundText(parseFunctionPath(path), component.path);
  throw new UserError(text);
}
