import type { JSONValue } from "convex/values";
import * as z from "zod";
import { requireReadable } from "../functions/reading/database-query";
import {
  NO_SCHEMA,
  schemaTextOf,
  SCHEMAS_TABLE,
  TABLES_TABLE,
} from "../transaction/fixed-tables";
import { systemRows } from "./system-rows";
import type { SystemQuery } from "../functions/runner/system-functions";

const tableArgs = z.object({ tableName: z.string() });

/** Returns all tables of users, with their number of documents. */
export const tables: SystemQuery = ({ transaction, component }) => {
  const page = systemRows(transaction, TABLES_TABLE, component).flatMap(
    (document): JSONValue[] => {
      const { name } = document.json() as { name: string };
      if (name.startsWith("_")) return [];
      return [{ name, count: transaction.count(component, name) }];
    },
  );
  return { page, isDone: true, continueCursor: "" };
};

/** Returns a table's number of documents; 0 for an unknown table. */
export const tableSize: SystemQuery = ({ transaction, component }, args) => {
  const { tableName } = tableArgs.parse(args);
  return transaction.count(component, requireReadable(tableName));
};

/** Returns the current schema as it was exported. */
export const getSchemas: SystemQuery = ({ transaction, component }) => {
  const [stored] = systemRows(transaction, SCHEMAS_TABLE, component);
  const active = stored ? schemaTextOf(stored.json()) : NO_SCHEMA;
  const schemas: JSONValue = active === NO_SCHEMA ? {} : { active };
  return schemas;
};
