import type { TableDocument } from "../../admin/admin-api";
import { ANY_FIELD, type FieldRule, membersOf } from "../values/validator";
import { CREATION_TIME, type TableSchema } from "./table-schema";

/** How wide a column is; the width follows from what it may hold. */
export type ColumnWidth = "narrow" | "medium" | "wide" | "widest";

/** A field as a column. */
export type Column = { field: string; rule: FieldRule; width: ColumnWidth };

const SYSTEM = new Set(["_id", CREATION_TIME]);
const TIME_FIELD: FieldRule = {
  validator: { type: "number" },
  isOptional: false,
};

/**
 * The columns after `_id`: the schema's fields in its order, then
 * `_creationTime`, then fields that the schema does not know.
 */
export function columnsOf(
  schema: TableSchema,
  documents: readonly TableDocument[],
): Column[] {
  const known = [...schema.fields].map(([field, rule]) => column(field, rule));
  const unknown = schema.isEnforced ? [] : unknownFields(schema, documents);
  return [
    ...known,
    column(CREATION_TIME, TIME_FIELD),
    ...unknown.map((field) => column(field, ANY_FIELD)),
  ];
}

function unknownFields(
  schema: TableSchema,
  documents: readonly TableDocument[],
): string[] {
  const found = new Set<string>();
  for (const document of documents) {
    for (const field of Object.keys(document)) found.add(field);
  }
  return [...found].filter(
    (field) => !SYSTEM.has(field) && !schema.fields.has(field),
  );
}

function column(field: string, rule: FieldRule): Column {
  return { field, rule, width: widthOf(rule, field) };
}

function widthOf({ validator }: FieldRule, field: string): ColumnWidth {
  const types = membersOf(validator).map(({ type }) => type);
  const isShort = types.every((type) =>
    ["boolean", "null", "literal"].includes(type),
  );
  // Its name has to fit too.
  if (isShort) return field.length > 10 ? "medium" : "narrow";
  const holdsParts = types.some((type) =>
    ["array", "object", "record"].includes(type),
  );
  if (holdsParts) return "widest";
  return types.some((type) => type === "string" || type === "any")
    ? "wide"
    : "medium";
}
