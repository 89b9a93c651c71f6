/**
 * The system tables that every component has. `_tables` stores the numbers of
 * all other tables, so its own number and that of `_schemas` are fixed. Numbers
 * of system tables are below those of users' tables.
 */
import type { JSONValue } from "convex/values";
import { defineTable, type TableDefinition } from "../index/table-definition";

/** One document `{name, number}` per table. */
export const TABLES_TABLE = "_tables";
export const TABLES_NUMBER = 1;

/** At most one document `{schema}`, the exported schema's JSON text. */
export const SCHEMAS_TABLE = "_schemas";
export const SCHEMAS_NUMBER = 2;

/** JSON text of the schema of a component without one. */
export const NO_SCHEMA = "null";

export const FIRST_SYSTEM_NUMBER = 3;
/** Gives ids of users' tables 32 characters, as in Convex. */
export const FIRST_USER_NUMBER = 10_001;

/** @returns the definitions of the tables without a document in `_tables` */
export function fixedTables(component: string): TableDefinition[] {
  return [
    defineTable(component, TABLES_TABLE, TABLES_NUMBER, null),
    defineTable(component, SCHEMAS_TABLE, SCHEMAS_NUMBER, null),
  ];
}

/** @returns the JSON text of the schema in a document of `_schemas` */
export function schemaTextOf(json: Record<string, JSONValue>): string {
  return typeof json.schema === "string" ? json.schema : NO_SCHEMA;
}
