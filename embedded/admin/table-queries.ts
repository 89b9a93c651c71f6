import type { JSONValue } from "convex/values";
import { z } from "zod";
import { requireReadable } from "../functions/reading/database-query";
import {
  NO_SCHEMA,
  schemaTextOf,
  SCHEMAS_TABLE,
  TABLES_TABLE,
} from "../transaction/system-tables";
import { systemRows } from "./system-rows";
import type { SystemQuery } from "./system-context";

const tableArgs = z.object({ tableName: z.string() });

/** All tables of users, with how many documents they hold. */
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

/** How many documents a table holds; none if there is no such table. */
export const tableSize: SystemQuery = ({ transaction, component }, args) => {
  const { tableName } = tableArgs.parse(args);
  return transaction.count(component, requireReadable(tableName));
};

/** The schema that documents are checked against, as it was exported. */
export const getSchemas: SystemQuery = ({ transaction, component }) => {
  const [stored] = systemRows(transaction, SCHEMAS_TABLE, component);
  const active = stored ? schemaTextOf(stored.json()) : NO_SCHEMA;
  const schemas: JSONValue = active === NO_SCHEMA ? {} : { active };
  return schemas;
};
