import { convexToJson, type JSONValue, type Value } from "convex/values";

/** Types of values; `unset` is a missing field. */
export const VALUE_TYPES = [
  "string",
  "boolean",
  "number",
  "bigint",
  "null",
  "id",
  "array",
  "object",
  "bytes",
  "unset",
] as const;

export type ValueType = (typeof VALUE_TYPES)[number];

/** Stands for a missing field in comparisons. */
export const UNSET: JSONValue = { $undefined: null };

/** @returns a value as the conditions of a filter encode it */
export function filterValue(value: Value | undefined): JSONValue {
  return value === undefined ? UNSET : convexToJson(value);
}
