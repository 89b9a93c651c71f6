import type { ValidatorJSON, Value } from "convex/values";
import { membersOf } from "./validator";

/** An id inside a value, with the table that its validator names. */
type LinkedId = { table: string; id: string };

/** The distinct ids inside a value, according to its validator. */
export function linkedIds(
  validator: ValidatorJSON,
  value: Value | undefined,
): LinkedId[] {
  const found = membersOf(validator).flatMap((member) => find(member, value));
  return [...new Map(found.map((link) => [link.id, link])).values()];
}

function find(validator: ValidatorJSON, value: Value | undefined): LinkedId[] {
  if (validator.type === "id") {
    const isId = typeof value === "string" && value !== "";
    return isId ? [{ table: validator.tableName, id: value }] : [];
  }
  if (validator.type === "array" && Array.isArray(value)) {
    return value.flatMap((element) => linkedIds(validator.value, element));
  }
  const isObject = typeof value === "object" && value !== null;
  if (!isObject || value instanceof ArrayBuffer || Array.isArray(value)) {
    return [];
  }
  if (validator.type === "object") {
    const parts = new Map<string, Value | undefined>(Object.entries(value));
    return Object.entries(validator.value).flatMap(([name, { fieldType }]) =>
      linkedIds(fieldType, parts.get(name)),
    );
  }
  if (validator.type === "record") {
    const { fieldType } = validator.values;
    return Object.values(value).flatMap((part) => linkedIds(fieldType, part));
  }
  return [];
}
