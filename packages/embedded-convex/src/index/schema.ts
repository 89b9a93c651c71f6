import type { ValidatorJSON } from "convex/values";
import { UserError } from "../base/errors";
import {
  MAX_FIELDS_PER_INDEX,
  MAX_INDEXES_PER_TABLE,
  MAX_TABLES,
} from "../base/limits";

/** A declared index: its name and the field paths it orders by. */
export type IndexDefinition = {
  readonly name: string;
  readonly fields: readonly string[];
};

/** A table as a schema declares it. */
export type TableSchema = {
  readonly name: string;
  readonly indexes: readonly IndexDefinition[];
  /** Names of indexes that queries may not use yet. */
  readonly stagedIndexes?: readonly string[];
  /** Validator of its documents as JSON; null when they are not checked. */
  readonly documentType: ValidatorJSON | null;
};

/** A table of the backend's own, which no schema declares. */
export type SystemTableSchema = TableSchema & {
  /** The number in its documents' ids, unless another table already has it. */
  readonly number?: number;
};

/** The part of `JSON.parse(schema.export())` that is used here. */
export type SchemaJson = {
  tables: {
    tableName: string;
    indexes: { indexDescriptor: string; fields: string[] }[];
    /** Declared, but not to be used yet. */
    stagedDbIndexes?: { indexDescriptor: string; fields: string[] }[];
    documentType: ValidatorJSON | null;
    /** Absent in schemas of old versions of `convex`. */
    searchIndexes?: UnsupportedIndex[];
    stagedSearchIndexes?: UnsupportedIndex[];
    vectorIndexes?: UnsupportedIndex[];
    stagedVectorIndexes?: UnsupportedIndex[];
  }[];
  schemaValidation: boolean;
};

type UnsupportedIndex = { indexDescriptor: string };

const IDENTIFIER = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;
const FIELD_PATH = /^[A-Za-z][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)*$/;
const BUILT_IN_INDEXES = new Set(["by_id", "by_creation_time"]);

/**
 * @param json an exported schema, or null for none
 * @returns its tables; without validators if `schemaValidation` is off
 * @throws UserError when a table or an index breaks Convex's rules
 */
export function parseSchema(json: SchemaJson | null): TableSchema[] {
  if (json === null) return [];
  if (json.tables.length > MAX_TABLES) {
    throw invalid(`a schema has at most ${MAX_TABLES} tables`);
  }
  const names = json.tables.map((table) => table.tableName);
  refuseRepeated(names, (name) => `table "${name}" is defined twice`);
  return json.tables.map((table) => ({
    name: checkTableName(table.tableName),
    indexes: parseIndexes(table.tableName, table.indexes),
    stagedIndexes: table.stagedDbIndexes?.map((index) => index.indexDescriptor),
    documentType: json.schemaValidation ? table.documentType : null,
  }));
}

/**
 * Refuses what this backend does not have, before a function needs it. Schemas
 * that are stored already may still have it.
 *
 * @throws UserError naming the first table with a search or vector index
 */
export function refuseSearchIndexes(json: SchemaJson | null): void {
  for (const table of json?.tables ?? []) {
    const { searchIndexes = [], stagedSearchIndexes = [] } = table;
    const { vectorIndexes = [], stagedVectorIndexes = [] } = table;
    const [search] = [...searchIndexes, ...stagedSearchIndexes];
    const [vector] = [...vectorIndexes, ...stagedVectorIndexes];
    const index = search ?? vector;
    if (index === undefined) continue;
    throw new UserError(
      "SearchNotSupported",
      `Table "${table.tableName}" has the ${search ? "search" : "vector"} index "${index.indexDescriptor}", which works on Convex Cloud and self-hosted Convex only: this backend has no search.`,
    );
  }
}

/**
 * @returns `name`
 * @throws UserError when a user's table cannot have that name
 */
export function checkTableName(name: string): string {
  if (IDENTIFIER.test(name)) return name;
  throw new UserError(
    "InvalidTableName",
    `Invalid table name "${name}": names start with a letter and hold at most 64 letters, digits and underscores`,
  );
}

function parseIndexes(
  table: string,
  json: SchemaJson["tables"][number]["indexes"],
): IndexDefinition[] {
  if (json.length > MAX_INDEXES_PER_TABLE) {
    throw invalid(`table "${table}" has over ${MAX_INDEXES_PER_TABLE} indexes`);
  }
  const names = json.map((index) => index.indexDescriptor);
  refuseRepeated(names, (name) => `index "${table}.${name}" is defined twice`);
  return json.map(({ indexDescriptor: name, fields }) => {
    checkIndex(`index "${table}.${name}"`, name, fields);
    return { name, fields: [...fields] };
  });
}

function checkIndex(what: string, name: string, fields: string[]): void {
  if (!IDENTIFIER.test(name) || BUILT_IN_INDEXES.has(name)) {
    throw invalid(`${what} has a name that is not allowed`);
  }
  if (fields.length === 0 || fields.length > MAX_FIELDS_PER_INDEX) {
    throw invalid(`${what} needs 1 to ${MAX_FIELDS_PER_INDEX} fields`);
  }
  refuseRepeated(fields, (field) => `${what} repeats the field "${field}"`);
  for (const field of fields) {
    if (field === "_creationTime") {
      throw invalid(`${what} names _creationTime, which every index ends with`);
    }
    if (!FIELD_PATH.test(field)) {
      throw invalid(`${what} has the invalid field "${field}"`);
    }
  }
}

function refuseRepeated(
  names: readonly string[],
  message: (name: string) => string,
): void {
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) throw invalid(message(name));
    seen.add(name);
  }
}

function invalid(message: string): UserError {
  return new UserError("SchemaDefinitionError", `Invalid schema: ${message}`);
}
