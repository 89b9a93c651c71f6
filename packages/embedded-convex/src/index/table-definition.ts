import type { ValidatorJSON } from "convex/values";
import { UserError } from "../base/errors";
import { compileValidator, type Validate } from "../values/validators";
import { formatIndexKey, type IndexKey } from "./index-key";
import type { IndexDefinition, TableSchema } from "./schema";

export type IndexInfo = {
  readonly name: string;
  /** Paths of the fields that a range may constrain, in order. */
  readonly fields: readonly string[];
  readonly paths: readonly (readonly string[])[];
  readonly key: IndexKey;
};

/** A table's name, number, indexes and validator, without its documents. */
export type TableDefinition = {
  readonly component: string;
  readonly name: string;
  /** The number in its documents' ids; only an import may change it. */
  readonly number: number;
  readonly isSystem: boolean;
  /** `by_id`, `by_creation_time`, then the declared ones. */
  readonly indexes: readonly IndexInfo[];
  /** Names of declared indexes that queries may not use yet. */
  readonly stagedIndexes: readonly string[];
  readonly documentType: ValidatorJSON | null;
  /** Checks the user's fields of a document; null when nothing is checked. */
  readonly validate: Validate | null;
};

/** Position of `by_id` among a table's indexes. */
export const BY_ID = 0;
export const BY_CREATION_TIME = 1;
export const FIRST_DECLARED = 2;

export function isSystemTable(name: string): boolean {
  return name.startsWith("_");
}

/** @param schema the table's declaration, or null if it has none */
export function defineTable(
  component: string,
  name: string,
  number: number,
  schema: TableSchema | null,
): TableDefinition {
  const info = ({ name: index, fields }: IndexDefinition): IndexInfo => ({
    name: index,
    fields,
    paths: fields.map((field) => field.split(".")),
    key: formatIndexKey(component, name, index),
  });
  const declared = (schema?.indexes ?? []).map((index) => ({
    name: index.name,
    fields: [...index.fields, "_creationTime"],
  }));
  const documentType = schema?.documentType ?? null;
  return {
    component,
    name,
    number,
    isSystem: isSystemTable(name),
    indexes: [
      info({ name: "by_id", fields: ["_id"] }),
      info({ name: "by_creation_time", fields: ["_creationTime"] }),
      ...declared.map(info),
    ],
    stagedIndexes: schema?.stagedIndexes ?? [],
    documentType,
    validate: documentType && compileValidator(documentType),
  };
}

/**
 * @returns the index's position in `indexes`
 * @throws UserError when the table has no index of that name
 */
export function indexPosition(
  { name: table, indexes, stagedIndexes }: TableDefinition,
  name: string,
): number {
  const position = indexes.findIndex((index) => index.name === name);
  if (position >= 0) return position;
  if (stagedIndexes.includes(name)) {
    throw new UserError(
      `Index ${table}.${name} is currently staged and not available to query until it is enabled.`,
    );
  }
  throw new UserError(`Index ${table}.${name} not found.`);
}
