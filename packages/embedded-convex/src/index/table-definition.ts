import type { ValidatorJSON } from "convex/values";
import { UserError } from "../base/errors";
import { VectorIndex } from "../search/vectors";
import { compileValidator, type Validate } from "../values/validators";
import { formatIndexKey, type IndexKey } from "./index-key";
import type { IndexDefinition, TableSchema } from "./schema";

export type IndexInfo = {
  readonly name: string;
  /** Paths of the fields that a range may constrain, in order. */
  readonly fields: readonly string[];
  readonly paths: readonly (readonly string[])[];
  readonly key: IndexKey;
  /** Whether it holds words: the first field's. The others are filtered by. */
  readonly isText: boolean;
};

/** A table's name, number, indexes and validator, without its documents. */
export type TableDefinition = {
  readonly component: string;
  readonly name: string;
  /** The number in its documents' ids; only an import may change it. */
  readonly number: number;
  readonly isSystem: boolean;
  /** `by_id`, `by_creation_time`, then the declared ones, of text last. */
  readonly indexes: readonly IndexInfo[];
  readonly vectorIndexes: readonly VectorIndex[];
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
  const info = (
    { name: index, fields }: IndexDefinition,
    isText = false,
  ): IndexInfo => ({
    name: index,
    fields,
    paths: fields.map((field) => field.split(".")),
    key: formatIndexKey(component, name, index),
    isText,
  });
  const declared = (schema?.indexes ?? []).map((index) => ({
    name: index.name,
    fields: [...index.fields, "_creationTime"],
  }));
  const search = schema?.searchIndexes ?? [];
  const texts = search.filter(({ kind }) => kind === "search");
  const vectors = search.filter(({ kind }) => kind === "vector");
  const documentType = schema?.documentType ?? null;
  return {
    component,
    name,
    number,
    isSystem: isSystemTable(name),
    indexes: [
      info({ name: "by_id", fields: ["_id"] }),
      info({ name: "by_creation_time", fields: ["_creationTime"] }),
      ...declared.map((index) => info(index)),
      ...texts.map((index) => info(index, true)),
    ],
    vectorIndexes: vectors.map((index) => new VectorIndex(index)),
    stagedIndexes: schema?.stagedIndexes ?? [],
    documentType,
    validate: documentType && compileValidator(documentType),
  };
}

/**
 * @param isText whether the index must be one of text
 * @returns the index's position in `indexes`
 * @throws UserError when the table has no such index
 */
export function indexPosition(
  definition: TableDefinition,
  name: string,
  isText = false,
): number {
  const position = definition.indexes.findIndex(
    (index) => index.name === name && index.isText === isText,
  );
  if (position >= 0) return position;
  throw missingIndex(definition, name);
}

/** @returns why an index cannot be used, in Convex's words */
export function missingIndex(
  {
    name: table,
    stagedIndexes,
  }: Pick<TableDefinition, "name" | "stagedIndexes">,
  name: string,
): UserError {
  const why = stagedIndexes.includes(name)
    ? "is currently staged and not available to query until it is enabled."
    : "not found.";
  return new UserError(`Index ${table}.${name} ${why}`);
}
