import type { TableSchema } from "../index/schema";

/** What `convex env set` has set: `{name, value}`. */
export const ENVIRONMENT_VARIABLES = "_environment_variables";
/** The functions that were pushed last, in parts: `{part, data}`. */
export const PUSHED_FUNCTIONS = "_pushed_functions";
/** Backups that were asked for, and how they stand. */
export const EXPORTS = "_exports";
/** Data that was sent to be imported, and how that stands. */
export const IMPORTS = "_snapshot_imports";

/** The tables of this layer; to be given to `Database.open`. */
export const adminTables: readonly TableSchema[] = [
  {
    name: ENVIRONMENT_VARIABLES,
    indexes: [{ name: "by_name", fields: ["name"] }],
    documentType: null,
  },
  { name: PUSHED_FUNCTIONS, indexes: [], documentType: null },
  { name: EXPORTS, indexes: [], documentType: null },
  { name: IMPORTS, indexes: [], documentType: null },
];
