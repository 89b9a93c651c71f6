import type { JSONValue, Value } from "convex/values";
import { z } from "zod";
import { UserError } from "../base/errors";
import type { Component, Deployment } from "../functions/deployment";
import type { RegisteredFunction } from "../functions/registered-function";
import type { Transaction } from "../transaction/transaction";
import { parseId } from "../values/ids";
import { WHOLE_RANGE } from "../values/keys";
import { httpRoutes, udfType } from "./analysis";
import { ENVIRONMENT_VARIABLES, EXPORTS, IMPORTS } from "./system-tables";
import { systemRows } from "./system-rows";
import { tablePage } from "./table-page";

/** What a built-in query may look at; what it reads makes it live. */
export type SystemQueryContext = {
  transaction: Transaction;
  deployment: Deployment;
  /** The component that the query is about. */
  component: string;
  environment: Readonly<Record<string, string>>;
};

type SystemQuery = (context: SystemQueryContext, args: Value) => JSONValue;

/**
 * The queries that Convex's own tools ask of a deployment, by their canonical
 * paths. They answer with encoded values, and only to who has the admin key.
 */
export const systemQueries: ReadonlyMap<string, SystemQuery> = new Map<
  string,
  SystemQuery
>([
  ["_system/cli/tables.js:default", tables],
  ["_system/cli/tableData.js:default", tablePage],
  ["_system/cli/tableSize.js:default", tableSize],
  ["_system/cli/queryTable.js:default", watchTable],
  ["_system/cli/queryEnvironmentVariables.js:default", environmentVariables],
  ["_system/cli/queryEnvironmentVariables.js:get", environmentVariable],
  ["_system/cli/modules.js:apiSpec", apiSpec],
  ["_system/cli/convexUrl.js:cloudUrl", address("CONVEX_CLOUD_URL")],
  ["_system/cli/convexUrl.js:siteUrl", address("CONVEX_SITE_URL")],
  ["_system/cli/exports.js:getLatest", latestExport],
  ["_system/cli/queryImport.js:default", importById],
  ["_system/cli/queryImport.js:list", imports],
  ["_system/frontend/components.js:list", components],
]);

const tableArgs = z.object({ tableName: z.string() });
const nameArgs = z.object({ name: z.string() });
const importArgs = z.object({ importId: z.string() });

function tables({ transaction, component }: SystemQueryContext): JSONValue {
  const rows = transaction.scan(
    component,
    "_tables",
    "by_creation_time",
    WHOLE_RANGE,
    "asc",
  );
  const page = [...rows].flatMap(({ document }): JSONValue[] => {
    const { name } = document.json() as { name: string };
    return name.startsWith("_") ? [] : [{ name }];
  });
  return { page, isDone: true, continueCursor: "" };
}

function tableSize(
  { transaction, component }: SystemQueryContext,
  args: Value,
): JSONValue {
  const { tableName } = tableArgs.parse(args);
  return transaction.count(component, tableName);
}

/** Its result says nothing but that something has changed. */
function watchTable(context: SystemQueryContext, args: Value): JSONValue {
  tableSize(context, args);
  return context.transaction.beginTs.toString();
}

function environmentVariables({ transaction }: SystemQueryContext): JSONValue {
  const rows = systemRows(transaction, ENVIRONMENT_VARIABLES);
  return rows.map((document) => document.json());
}

function environmentVariable(
  { transaction }: SystemQueryContext,
  args: Value,
): JSONValue {
  const { name } = nameArgs.parse(args);
  const rows = systemRows(transaction, ENVIRONMENT_VARIABLES);
  const jsons = rows.map((document) => document.json());
  return jsons.find((json) => json.name === name) ?? null;
}

function apiSpec({ deployment, component }: SystemQueryContext): JSONValue {
  const found = findComponent(deployment, component);
  const routes = httpRoutes(found) ?? [];
  return [
    ...found.functions().map(functionSpec),
    ...routes.map((route) => ({ functionType: "HttpAction", ...route })),
  ];
}

function functionSpec(fn: RegisteredFunction): JSONValue {
  return {
    identifier: `${fn.path.module}:${fn.path.name}`,
    functionType: udfType(fn),
    visibility: { kind: fn.visibility },
    args: JSON.parse(fn.argsJson) as JSONValue,
    returns: JSON.parse(fn.returnsJson ?? '{"type":"any"}') as JSONValue,
  };
}

function address(variable: string): SystemQuery {
  return ({ environment }) => environment[variable] ?? null;
}

function latestExport({ transaction }: SystemQueryContext): JSONValue {
  return systemRows(transaction, EXPORTS).at(-1)?.json() ?? null;
}

function importById(
  { transaction }: SystemQueryContext,
  args: Value,
): JSONValue {
  const id = parseId(importArgs.parse(args).importId);
  const table = id && transaction.tableOfId("", id);
  if (id === null || table?.name !== IMPORTS) return null;
  return transaction.get("", id)?.json() ?? null;
}

function imports({ transaction }: SystemQueryContext): JSONValue {
  return systemRows(transaction, IMPORTS).map((document) => document.json());
}

function components({ deployment }: SystemQueryContext): JSONValue {
  return [...deployment.components.values()].map(({ path }) => ({
    id: path,
    path,
    name: path === "" ? null : path.slice(path.lastIndexOf("/") + 1),
    args: {},
    state: "active",
  }));
}

function findComponent(deployment: Deployment, path: string): Component {
  const component = deployment.components.get(path);
  if (component !== undefined) return component;
  throw new UserError("ComponentNotFound", `There is no component ${path}`);
}
