import { useQuery } from "convex/react";
import { useMemo } from "react";
import { adminApi } from "../../admin/admin-api";
import {
  documentFields,
  type FieldRule,
  membersOf,
  type ValidatorJSON,
} from "../values/validator";

/** An index, with the creation time that ends it. */
export type TableIndex = { name: string; fields: readonly string[] };

/** What the schema says of a table. */
export type TableSchema = {
  /** In the schema's order; without the system fields. */
  fields: ReadonlyMap<string, FieldRule>;
  /** The built-in ones first. */
  indexes: readonly TableIndex[];
  /** Whether no document can hold anything else. */
  isEnforced: boolean;
};

/** The exported schema, as far as it is used here. */
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

/** Live; undefined while it loads. A table without a schema has no fields. */
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

/** @param text the JSON of an exported schema; undefined if there is none */
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

/** Does it name every field that a document can have? */
function isClosed(documentType: ValidatorJSON | null): boolean {
  if (documentType === null) return false;
  return membersOf(documentType).every(({ type }) => type === "object");
}
