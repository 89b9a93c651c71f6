import {
  convexToJson,
  jsonToConvex,
  type JSONValue,
  type Value,
} from "convex/values";
import { badRequest } from "../base/errors";

/** The encoding of values in an API answer. */
export type ValueFormat = "convex_encoded_json" | "json" | "export_json";

const FORMATS = new Map<JSONValue | undefined, ValueFormat>([
  [undefined, "json"],
  [null, "json"],
  ["json", "json"],
  ["convex_clean_json", "json"],
  ["convex_encoded_json", "convex_encoded_json"],
  ["convex_json", "convex_encoded_json"],
  ["export_json", "export_json"],
]);

/**
 * Parses a request's `format`; plain JSON by default.
 *
 * @throws RequestError 400 when it is unknown
 */
export function parseFormat(value: JSONValue | undefined): ValueFormat {
  const format = FORMATS.get(value);
  if (format !== undefined) return format;
  throw badRequest(
    "BadFormat",
    `format param must be one of [\`json\`]. Got ${JSON.stringify(value).slice(0, 100)}`,
  );
}

/** Converts the JSON text of an encoded value to another format. */
export function formatValueText(
  valueText: string,
  format: ValueFormat,
): string {
  if (format === "convex_encoded_json") return valueText;
  const value = jsonToConvex(JSON.parse(valueText) as JSONValue);
  return jsonText(value, format === "json" ? plainText : exportText);
}

/** @param leafText writes what is neither an array nor an object */
function jsonText(value: Value, leafText: (leaf: Value) => string): string {
  if (Array.isArray(value)) {
    return `[${value.map((element) => jsonText(element, leafText)).join(",")}]`;
  }
  const isLeaf = typeof value !== "object" || value === null;
  if (isLeaf || value instanceof ArrayBuffer) return leafText(value);
  const fields = Object.entries(value).flatMap(([name, field]) =>
    field === undefined
      ? []
      : [`${JSON.stringify(name)}:${jsonText(field, leafText)}`],
  );
  return `{${fields.join(",")}}`;
}

/** Drops Convex's encodings of special values. This loses their types. */
function plainText(value: Value): string {
  if (value instanceof ArrayBuffer) {
    return JSON.stringify(Buffer.from(value).toString("base64"));
  }
  const isSpecial =
    typeof value === "bigint" ||
    (typeof value === "number" && !Number.isFinite(value));
  return JSON.stringify(isSpecial ? String(value) : value);
}

/** An int64 has no decimal point, a float64 has one or an exponent. */
function exportText(value: Value): string {
  if (typeof value === "bigint") return String(value);
  if (Object.is(value, -0)) return "-0.0";
  const text = JSON.stringify(convexToJson(value));
  return Number.isInteger(value) && !text.includes("e") ? `${text}.0` : text;
}
