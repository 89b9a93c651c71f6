import {
  CommitTsPlaceholder,
  type ValidatorJSON,
  type Value,
} from "convex/values";

/** Longer values are cut in messages: nobody reads a megabyte. */
const MAX_VALUE_TEXT = 1024;

/** @returns `json` as the `v.…` expression that makes it */
export function validatorText(json: ValidatorJSON): string {
  switch (json.type) {
    case "number":
      return "v.float64()";
    case "bigint":
      return "v.int64()";
    case "literal":
      return `v.literal(${JSON.stringify(json.value)})`;
    case "id":
      return `v.id(${JSON.stringify(json.tableName)})`;
    case "array":
      return `v.array(${validatorText(json.value)})`;
    case "record":
      return `v.record(${validatorText(json.keys)}, ${validatorText(json.values.fieldType)})`;
    case "object":
      return `v.object(${fieldsText(json.value)})`;
    case "union":
      return `v.union(${json.value.map(validatorText).join(", ")})`;
    default:
      return `v.${json.type}()`;
  }
}

/** @returns `value` as a person would write it, cut when long */
export function valueText(value: Value): string {
  const text = printValue(value);
  return text.length > MAX_VALUE_TEXT
    ? `${text.slice(0, MAX_VALUE_TEXT)}…`
    : text;
}

function fieldsText(
  fields: Record<string, { fieldType: ValidatorJSON; optional: boolean }>,
): string {
  const members = Object.entries(fields).map(([name, field]) => {
    const type = validatorText(field.fieldType);
    return `${name}: ${field.optional ? `v.optional(${type})` : type}`;
  });
  return `{${members.join(", ")}}`;
}

function printValue(value: Value): string {
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value === "number") {
    return Number.isInteger(value) && !Object.is(value, -0)
      ? value.toFixed(1)
      : Object.is(value, -0)
        ? "-0.0"
        : String(value);
  }
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (value instanceof ArrayBuffer) return `<${value.byteLength} bytes>`;
  if (value instanceof CommitTsPlaceholder) return String(value);
  if (Array.isArray(value)) return `[${value.map(printValue).join(", ")}]`;
  const members = Object.entries(value).flatMap(([name, member]) =>
    member === undefined ? [] : [`${name}: ${printValue(member)}`],
  );
  return `{${members.join(", ")}}`;
}
