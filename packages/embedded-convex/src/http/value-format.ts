import { jsonToConvex, type JSONValue, type Value } from "convex/values";
import { badRequest } from "../base/errors";

/** The encoding of values in an API answer. */
export type ValueFormat = "convex_encoded_json" | "json";

const FORMATS = new Map<JSONValue | undefined, ValueFormat>([
  [undefined, "json"],
  [null, "json"],
  ["json", "json"],
  ["convex_clean_json", "json"],
  ["convex_encoded_json", "convex_encoded_json"],
  ["convex_json", "convex_encoded_json"],
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
  return jsonText(value);
}

function jsonText(value: Value): string {
  if (Array.isArray(value)) {
    return `[${value.map((element) => jsonText(element)).join(",")}]`;
  }
  const isLeaf = typeof value !== "object" || value === null;
  if (isLeaf || value instanceof ArrayBuffer) return leafText(value);
  const fields = Object.entries(value).flatMap(([name, field]) =>
    field === undefined ? [] : [`${JSON.stringify(name)}:${jsonText(field)}`],
  );
  return `{${fields.join(",")}}`;
}

/** Drops Convex's encodings of special values. This loses their types. */
function leafText(value: Value): string {
  if (value instanceof ArrayBuffer) {
    return JSON.stringify(Buffer.from(value).toString("base64"));
  }
  const isSpecial =
    typeof value === "bigint" ||
    (typeof value === "number" && !Number.isFinite(value));
  return JSON.stringify(isSpecial ? String(value) : value);
}
