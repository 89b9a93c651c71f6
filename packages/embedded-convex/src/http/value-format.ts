import { jsonToConvex, type JSONValue, type Value } from "convex/values";
import { RequestError } from "../base/errors";

/** The encoding of values in an API answer. */
export type ValueFormat = "convex_encoded_json" | "json";

/**
 * Parses a request's `format`; plain JSON by default.
 *
 * @throws RequestError 400 when it is unknown
 */
export function parseFormat(value: JSONValue | undefined): ValueFormat {
  if (value === undefined || value === null || value === "json") return "json";
  if (value === "convex_encoded_json") return value;
  throw new RequestError(
    400,
    "UnknownFormat",
    'format must be "json" or "convex_encoded_json"',
  );
}

/** Converts the JSON text of an encoded value to another format. */
export function formatValueText(
  valueText: string,
  format: ValueFormat,
): string {
  if (format === "convex_encoded_json") return valueText;
  const value = jsonToConvex(JSON.parse(valueText) as JSONValue);
  return JSON.stringify(toPlainJson(value));
}

/** Drops Convex's encodings of special values. This loses their types. */
function toPlainJson(value: Value): JSONValue {
  if (typeof value === "bigint") return value.toString();
  if (typeof value === "number") {
    return Number.isFinite(value) ? value : String(value);
  }
  if (value instanceof ArrayBuffer) {
    return Buffer.from(value).toString("base64");
  }
  if (Array.isArray(value)) return value.map(toPlainJson);
  if (value === null || typeof value !== "object") return value;
  const fields = Object.entries(value).flatMap(([name, field]) =>
    field === undefined ? [] : [[name, toPlainJson(field)] as const],
  );
  return Object.fromEntries(fields);
}
