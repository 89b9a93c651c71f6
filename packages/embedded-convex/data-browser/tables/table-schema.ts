import { useQuery } from "convex/react";
import type { ValidatorJSON } from "convex/values";
import { useMemo } from "react";
import { adminApi } from "../../src/admin/admin-api";
import { documentFields, type FieldRule, membersOf } from "../values/validator";

/** An index; its fields include the final creation time. */
export type TableIndex = { name: string; fields: readonly string[] };

/** A table's part of the schema. */
export type TableSchema = {
  /** In the schema's order, without system fields. */
  fields: ReadonlyMap<string, FieldRule>;
  /** Built-in indexes first. */
  indexes: readonly TableIndex[];
  /** Whether validation rejects documents with other fields. */
  isEnforced: boolean;
};

/** The part of the exported schema that is used here. */
type ExportedSchema = {
  tables: {
    tableName: string;
    indexes: { indexDescriptor: string; fields: string[] }[];
    documentType: ValidatorJSON | null;
  }[];
  schemaValidation: boolean;
};

export const CREATION_TIME = "_creationTime";
export const BY_CREATION_TIME: TableIndex = {
  name: "by_creation_time",
  fields: [CREATION_TIME],
};
const BY_ID: TableIndex = { name: "by_id", fields: ["_id"] };

/** Live; undefined while loading. A table without a schema has no fields. */
export function useTableSchema(
  table: string,
  componentId: string | null,
): TableSchema | undefined {
  const text = useQuery(adminApi.schemas, { componentId });
  return useMemo(
    () => text && readTableSchema(text.active, table),
    [text, table],
  );
}

/** @param text the exported schema as JSON; undefined if there is none */
export function readTableSchema(
  text: string | undefined,
  table: string,
): TableSchema {
  const schema =
    text === undefined ? undefined : (JSON.parse(text) as ExportedSchema);
  const found = schema?.tables.find(({ tableName }) => tableName === table);
  const documentType = found?.documentType ?? null;
  const declared = (found?.indexes ?? []).map(
    ({ indexDescriptor, fields }) => ({
      name: indexDescriptor,
      fields: [...fields, CREATION_TIME],
    }),
  );
  return {
    fields: documentFields(documentType),
    indexes: [BY_CREATION_TIME, BY_ID, ...declared],
    isEnforced: schema?.schemaValidation === true && isClosed(documentType),
  };
}

/** Whether the type names every field that a document can have. */
function isClosed(documentType: ValidatorJSON | null): boolean {
  if (documentType === null) return false;
  return membersOf(documentType).every(({ type }) => type === "object");
}
