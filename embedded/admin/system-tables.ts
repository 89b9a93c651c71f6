import type { SystemTableSchema } from "../index/schema";

/** What `convex env set` has set: `{name, value}`. */
export const ENVIRONMENT_VARIABLES = "_environment_variables";
/** The functions that were pushed last, in parts: `{part, data}`. */
export const PUSHED_FUNCTIONS = "_pushed_functions";
/** Backups that were asked for, and how they stand. */
export const EXPORTS = "_exports";
/** Data that was sent to be imported, and how that stands. */
export const IMPORTS = "_snapshot_imports";

/** The tables of this layer; to be given to `Database.open`. */
export const adminTables: readonly SystemTableSchema[] = [
  {
    name: ENVIRONMENT_VARIABLES,
    number: 9006,
    indexes: [{ name: "by_name", fields: ["name"] }],
    documentType: null,
  },
  { name: PUSHED_FUNCTIONS, number: 9007, indexes: [], documentType: null },
  { name: EXPORTS, number: 9008, indexes: [], documentType: null },
  { name: IMPORTS, number: 9009, indexes: [], documentType: null },
];
