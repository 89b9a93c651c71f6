import type { JSONValue } from "convex/values";
import type { RegisteredFunction } from "../functions/definitions/registered-function";
import { httpRoutes, udfType } from "./analysis";
import {
  findComponent,
  type SystemQuery,
} from "../functions/runner/system-functions";

const ANY = '{"type":"any"}';

/** Every function of a component, as `convex function-spec` shows it. */
export const apiSpec: SystemQuery = ({ app, component }) => {
  const found = findComponent(app, component);
  const routes = httpRoutes(found) ?? [];
  return [
    ...found.functions().map(functionSpec),
    ...routes.map((route) => ({ functionType: "HttpAction", ...route })),
  ];
};

/** Every file of a component's functions folder, with what it exports. */
export const listModules: SystemQuery = ({ app, component }) => {
  const found = findComponent(app, component);
  const modules = new Map<string, JSONValue[]>();
  const add = (path: string, fn: JSONValue): void => {
    modules.set(path, [...(modules.get(path) ?? []), fn]);
  };
  for (const fn of found.functions()) add(fn.path.module, moduleFunction(fn));
  for (const [path, method] of found.httpRouter?.getRoutes() ?? []) {
    add("http.js", routeFunction(`${method} ${path}`));
  }
  return [...modules]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, functions]): JSONValue => [path, { functions }]);
};

function functionSpec(fn: RegisteredFunction): JSONValue {
  return {
    identifier: `${fn.path.module}:${fn.path.name}`,
    functionType: udfType(fn),
    visibility: { kind: fn.visibility },
    args: JSON.parse(fn.argsJson) as JSONValue,
    returns: JSON.parse(fn.returnsJson ?? ANY) as JSONValue,
  };
}

function moduleFunction(fn: RegisteredFunction): JSONValue {
  return {
    name: fn.path.name,
    udfType: udfType(fn),
    visibility: { kind: fn.visibility },
    argsValidator: fn.argsJson,
    returnsValidator: fn.returnsJson ?? "null",
  };
}

function routeFunction(name: string): JSONValue {
  return {
    name,
    udfType: "HttpAction",
    visibility: { kind: "public" },
    argsValidator: ANY,
    returnsValidator: "null",
  };
}
