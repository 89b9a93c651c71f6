import { convexToJson, type JSONValue, type Value } from "convex/values";
import type { TableFilters } from "./table-filters";

/** What a value can be; `unset` is a field that is not there. */
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

/** What a value can be. */
export type ValueType = (typeof VALUE_TYPES)[number];

/** Stands for a field that is not there, where a value is compared with. */
export const UNSET: JSONValue = { $undefined: null };

/** A value as the conditions of a filter hold it. */
export function filterValue(value: Value | undefined): JSONValue {
  return value === undefined ? UNSET : convexToJson(value);
}

/** Filters as `adminApi.documents` takes them: JSON in base64. */
export function encodeFilters(filters: TableFilters): string {
  const bytes = new TextEncoder().encode(JSON.stringify(filters));
  const chars = Array.from(bytes, (byte) => String.fromCharCode(byte));
  return btoa(chars.join(""));
}
