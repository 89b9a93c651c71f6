import { jsonToConvex, type JSONValue, type Value } from "convex/values";

/**
 * @param json an encoded document
 * @returns the value at a path of fields; undefined when a step is missing
 */
export function valueAt(
  json: JSONValue,
  path: readonly string[],
): Value | undefined {
  let value: JSONValue | undefined = json;
  for (const field of path) {
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      return undefined;
    }
    value = Object.hasOwn(value, field) ? value[field] : undefined;
  }
  return typeof value === "object" ? jsonToConvex(value) : value;
}
