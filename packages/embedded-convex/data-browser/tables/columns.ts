import type { TableDocument } from "../../src/admin/admin-api";
import { fieldNamesOf } from "../export/formats";
import { ANY_FIELD, type FieldRule, membersOf } from "../values/validator";
import { CREATION_TIME, type TableSchema } from "./table-schema";

/** A column for a field; its width follows from the field's validator. */
export type Column = { field: string; rule: FieldRule; widthRem: number };

const NARROW_REM = 6.5;
const MEDIUM_REM = 12;
const WIDE_REM = 15;
const WIDEST_REM = 22;

const TIME_FIELD: FieldRule = {
  validator: { type: "number" },
  isOptional: false,
};

/**
 * The columns after `_id`: the schema's fields in its order, then
 * `_creationTime`, then fields that only the documents have.
 */
export function columnsOf(
  schema: TableSchema,
  documents: readonly TableDocument[],
): Column[] {
  const rules = new Map(schema.fields).set(CREATION_TIME, TIME_FIELD);
  const present = schema.isEnforced ? [] : fieldNamesOf(documents, []);
  for (const field of present) {
    if (field !== "_id" && !rules.has(field)) rules.set(field, ANY_FIELD);
  }
  return [...rules].map(([field, rule]) => ({
    field,
    rule,
    widthRem: widthOf(rule, field),
  }));
}

function widthOf({ validator }: FieldRule, field: string): number {
  const types = membersOf(validator).map(({ type }) => type);
  const isShort = types.every((type) =>
    ["boolean", "null", "literal"].includes(type),
  );
  // The header needs room for the field's name.
  if (isShort) return field.length > 10 ? MEDIUM_REM : NARROW_REM;
  const holdsParts = types.some((type) =>
    ["array", "object", "record"].includes(type),
  );
  if (holdsParts) return WIDEST_REM;
  // A number may be an instant, which is shown with its time zone.
  return types.some((type) => ["string", "any", "number"].includes(type))
    ? WIDE_REM
    : MEDIUM_REM;
}
