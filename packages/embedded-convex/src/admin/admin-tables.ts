import type { SystemTableSchema } from "../index/schema";

/** Variables that `convex env set` has set: `{name, value}`. */
export const ENVIRONMENT_VARIABLES = "_environment_variables";
/** The functions that were pushed last, split into rows `{part, data}`. */
export const PUSHED_FUNCTIONS = "_pushed_functions";
/** The newest backup and its state. */
export const EXPORTS = "_exports";
export const IMPORTS = "_snapshot_imports";

/** System tables of this layer, for `Database.open`. */
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
