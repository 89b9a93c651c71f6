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

/**
 * Converts the JSON text of an encoded value to another format. Plain JSON has no
 * encodings of special values, and so loses their types.
 */
export function formatValueText(
  valueText: string,
  format: ValueFormat,
): string {
  if (format === "convex_encoded_json") return valueText;
  const value = jsonToConvex(JSON.parse(valueText) as JSONValue);
  return JSON.stringify(value, (_name, member: Value) => {
    if (member instanceof ArrayBuffer) {
      return Buffer.from(member).toString("base64");
    }
    const isSpecial =
      typeof member === "bigint" ||
      (typeof member === "number" && !Number.isFinite(member));
    return isSpecial ? String(member) : member;
  });
}
