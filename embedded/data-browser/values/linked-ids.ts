import type { Value } from "convex/values";
import { membersOf, type ValidatorJSON } from "./validator";

/** An id within a value, and the table that its validator names. */
export type LinkedId = { table: string; id: string };

/** Every id in a value that its validator knows as one, each once. */
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
