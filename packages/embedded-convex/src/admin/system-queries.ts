import type { JSONValue, Value } from "convex/values";
import * as z from "zod";
import type { RegisteredFunction } from "../functions/app/registered-function";
import { requireReadable } from "../functions/syscalls/database-query";
import {
  NO_SCHEMA,
  schemaTextOf,
  SCHEMAS_TABLE,
  TABLES_TABLE,
} from "../transaction/fixed-tables";
import { parseId } from "../values/ids";
import { httpRoutes } from "./analysis";
import {
  getById,
  paginatedTableDocuments,
  tableData,
} from "./document-queries";
import { UDF_TYPES } from "./function-log";
import {
  findComponent,
  type SystemQuery,
  type SystemQueryContext,
} from "../functions/dispatch/system-functions";
import { BUILT_IN } from "./environment-variables";
import { systemRows } from "./system-rows";
import { ENVIRONMENT_VARIABLES, EXPORTS, IMPORTS } from "./admin-tables";

/**
 * Queries that Convex's tools call, by canonical path. They return encoded
 * values. Only administrators can call them.
 */
export const systemQueries = new Map<string, SystemQuery>(
  Object.entries({
    "_system/cli/tables.js:default": tables,
    "_system/cli/tableData.js:default": tableData,
    "_system/cli/tableSize.js:default": tableSize,
    "_system/cli/queryTable.js:default": watchTable,
    "_system/cli/queryEnvironmentVariables.js:default": rowsOf(
      ENVIRONMENT_VARIABLES,
    ),
    "_system/cli/queryEnvironmentVariables.js:get": environmentVariable,
    "_system/cli/modules.js:apiSpec": apiSpec,
    "_system/cli/convexUrl.js:cloudUrl": address("CONVEX_CLOUD_URL"),
    "_system/cli/convexUrl.js:siteUrl": address("CONVEX_SITE_URL"),
    "_system/cli/exports.js:getLatest": latestExport,
    "_system/cli/queryImport.js:default": importById,
    "_system/cli/queryImport.js:list": rowsOf(IMPORTS),
    "_system/frontend/components.js:list": components,
    "_system/frontend/getSchemas.js:default": getSchemas,
    "_system/frontend/tableSize.js:default": tableSize,
    "_system/frontend/paginatedTableDocuments.js:default":
      paginatedTableDocuments,
    "_system/frontend/getById.js:default": getById,
  }),
);

const ANY = '{"type":"any"}';
const tableArgs = z.object({ tableName: z.string() });
const nameArgs = z.object({ name: z.string() });
const importArgs = z.object({ importId: z.string() });

/**
 * Lets clients watch a table: the read set covers all of it, and the result is
 * the snapshot's timestamp.
 */
function watchTable(context: SystemQueryContext, args: Value): JSONValue {
  tableSize(context, args);
  return context.transaction.beginTs.toString();
}

/** Lists a system table of the app. */
function rowsOf(table: string): SystemQuery {
  return ({ transaction }) =>
    systemRows(transaction, table).map((document) => document.json());
}

function environmentVariable(
  { transaction, environment }: SystemQueryContext,
  args: Value,
): JSONValue {
  const { name } = nameArgs.parse(args);
  if (BUILT_IN.has(name)) return { name, value: environment[name] ?? "" };
  const rows = systemRows(transaction, ENVIRONMENT_VARIABLES);
  const jsons = rows.map((document) => document.json());
  return jsons.find((json) => json.name === name) ?? null;
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

function components({ app }: SystemQueryContext): JSONValue {
  return [...app.components.values()].map(({ path }) => ({
    id: path,
    path,
    name: path === "" ? null : path.slice(path.lastIndexOf("/") + 1),
    args: {},
    state: "active",
  }));
}

/** All tables of users, with their number of documents. */
function tables({ transaction, component }: SystemQueryContext): JSONValue {
  const page = systemRows(transaction, TABLES_TABLE, component).flatMap(
    (document): JSONValue[] => {
      const { name } = document.json() as { name: string };
      if (name.startsWith("_")) return [];
      return [{ name, count: transaction.count(component, name) }];
    },
  );
  return { page, isDone: true, continueCursor: "" };
}

/** A table's number of documents; 0 for an unknown table. */
function tableSize(
  { transaction, component }: SystemQueryContext,
  args: Value,
): JSONValue {
  const { tableName } = tableArgs.parse(args);
  return transaction.count(component, requireReadable(tableName));
}

function getSchemas({ transaction, component }: SystemQueryContext): JSONValue {
  const [stored] = systemRows(transaction, SCHEMAS_TABLE, component);
  const active = stored ? schemaTextOf(stored.json()) : NO_SCHEMA;
  return active === NO_SCHEMA ? {} : { active };
}

/** Every function of a component, as `convex function-spec` shows it. */
function apiSpec({ app, component }: SystemQueryContext): JSONValue {
  const found = findComponent(app, component);
  const routes = httpRoutes(found) ?? [];
  return [
    ...found.functions().map(functionSpec),
    ...routes.map((route) => ({ functionType: "HttpAction", ...route })),
  ];
}

function functionSpec(fn: RegisteredFunction): JSONValue {
  return {
    identifier: `${fn.path.module}:${fn.path.name}`,
    functionType: UDF_TYPES[fn.kind],
    visibility: { kind: fn.visibility },
    args: JSON.parse(fn.argsJson) as JSONValue,
    returns: JSON.parse(fn.returnsJson ?? ANY) as JSONValue,
  };
}
