import type { TableSchema } from "../tables/table-schema";
import { ANY_FIELD, type FieldRule } from "../values/validator";

/** The fields to be edited: the schema's, then what else a document has or is to get. */
export function fieldsOf(
  schema: TableSchema,
  others: readonly string[],
): Map<string, FieldRule> {
  const fields = new Map(schema.fields);
  for (const name of others) {
    if (!name.startsWith("_") && !fields.has(name)) fields.set(name, ANY_FIELD);
  }
  return fields;
}
