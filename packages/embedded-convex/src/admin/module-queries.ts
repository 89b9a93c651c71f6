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

function functionSpec(fn: RegisteredFunction): JSONValue {
  return {
    identifier: `${fn.path.module}:${fn.path.name}`,
    functionType: udfType(fn),
    visibility: { kind: fn.visibility },
    args: JSON.parse(fn.argsJson) as JSONValue,
    returns: JSON.parse(fn.returnsJson ?? ANY) as JSONValue,
  };
}
