import type { ValidatorJSON } from "convex/values";
import { SchemaError } from "../base/errors";
import {
  MAX_FIELDS_PER_INDEX,
  MAX_INDEXES_PER_TABLE,
  MAX_TABLES,
} from "../base/limits";
import { validatorText } from "../values/validator-text";

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
    /** Declared, but not usable yet (staged). */
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
 * @throws UserError in Convex's words when a table or an index breaks its rules
 */
export function parseSchema(json: SchemaJson | null): TableSchema[] {
  if (json === null) return [];
  if (json.tables.length > MAX_TABLES) {
    throw new SchemaError(
      "TooManyTables",
      `Number of tables cannot exceed ${MAX_TABLES}.`,
    );
  }
  const names = json.tables.map((table) => table.tableName);
  refuseRepeated(
    names,
    "TableNamesNotUnique",
    (name) => `Table "${name}" is defined two or more times.`,
  );
  return json.tables.map((table) => ({
    name: checkTableName(table.tableName),
    indexes: parseIndexes(table.tableName, table.indexes),
    stagedIndexes: table.stagedDbIndexes?.map((index) => index.indexDescriptor),
    documentType: json.schemaValidation ? table.documentType : null,
  }));
}

/**
 * Checks rules for new schemas. A stored one may break them.
 *
 * @throws UserError in Convex's words, and for features that this backend lacks
 */
export function checkNewSchema(json: SchemaJson | null): void {
  refuseSearchIndexes(json);
  for (const table of json?.tables ?? []) {
    const { tableName, indexes, documentType } = table;
    requireObjects(documentType);
    const byFields = new Map<string, string>();
    for (const { indexDescriptor: name, fields } of indexes) {
      const first = byFields.get(String(fields));
      if (first !== undefined) {
        throw new SchemaError(
          "IndexNotUnique",
          `In table "${tableName}" index "${first}" and index "${name}" have the same fields. Indexes must be unique within a table.`,
        );
      }
      byFields.set(String(fields), name);
      if (json?.schemaValidation !== true || documentType === null) continue;
      const unknown = fields.find(
        (field) => !canContain(documentType, field.split(".")),
      );
      if (unknown === undefined) continue;
      throw new SchemaError(
        "SchemaDefinitionError",
        `In table "${tableName}" the index "${name}" is invalid because it references the field ${unknown} that does not exist.`,
      );
    }
  }
}

/** Refuses a validator of documents that accepts something else. */
function requireObjects(json: ValidatorJSON | null): void {
  if (json === null || json.type === "any") return;
  const members = json.type === "union" ? json.value : [json];
  const wrong = members.find((member) => member.type !== "object");
  if (wrong === undefined) return;
  throw new SchemaError(
    "InvalidTopLevelTypeInSchemaError",
    `The document validator in a schema must be an object, a union of objects, or \`v.any()\`. Found ${validatorText(wrong)}. To learn more, see the schema documentation at https://docs.convex.dev/database/schemas.`,
  );
}

/** Whether a value that a validator accepts may have a field at `path`. */
function canContain(json: ValidatorJSON, path: readonly string[]): boolean {
  const [first, ...rest] = path;
  if (first === undefined || json.type === "any") return true;
  if (json.type === "union") {
    return json.value.some((member) => canContain(member, path));
  }
  if (json.type !== "object") return false;
  const field = Object.hasOwn(json.value, first) ? json.value[first] : null;
  return field ? canContain(field.fieldType, rest) : false;
}

/** Refuses features that this backend lacks, before a function needs them. */
function refuseSearchIndexes(json: SchemaJson | null): void {
  for (const table of json?.tables ?? []) {
    const { searchIndexes = [], stagedSearchIndexes = [] } = table;
    const { vectorIndexes = [], stagedVectorIndexes = [] } = table;
    const [search] = [...searchIndexes, ...stagedSearchIndexes];
    const [vector] = [...vectorIndexes, ...stagedVectorIndexes];
    const index = search ?? vector;
    if (index === undefined) continue;
    throw new SchemaError(
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
  if (name.startsWith("_")) {
    throw new SchemaError(
      "TableNameReserved",
      `${name} is a reserved table name.`,
    );
  }
  throw new SchemaError(
    "InvalidTableName",
    `Invalid table name: "${name}". Identifiers must start with a letter and can only contain letters, digits, and underscores.`,
  );
}

function parseIndexes(
  table: string,
  json: SchemaJson["tables"][number]["indexes"],
): IndexDefinition[] {
  if (json.length > MAX_INDEXES_PER_TABLE) {
    throw new SchemaError(
      "TooManyIndexes",
      `Table "${table}" cannot have more than ${MAX_INDEXES_PER_TABLE} indexes.`,
    );
  }
  const names = json.map((index) => index.indexDescriptor);
  refuseRepeated(
    names,
    "IndexNamesNotUnique",
    (name) =>
      `Table "${table}" has two or more definitions of index "${name}".`,
  );
  return json.map(({ indexDescriptor: name, fields }) => {
    checkIndex(table, name, fields);
    return { name, fields: [...fields] };
  });
}

function checkIndex(table: string, name: string, fields: string[]): void {
  if (BUILT_IN_INDEXES.has(name) || name.startsWith("_")) {
    throw new SchemaError(
      "IndexNameReserved",
      `In table "${table}" cannot name an index "${name}" because the name is reserved. Indexes may not start with an underscore or be named "by_id" or "by_creation_time".`,
    );
  }
  if (!IDENTIFIER.test(name)) {
    throw new SchemaError(
      "InvalidIndexName",
      `Invalid index name: "${name}". Identifiers must be 64 characters or less, start with a letter, and only contain letters, digits, underscores.`,
    );
  }
  if (fields.length === 0) {
    throw new SchemaError(
      "EmptyIndex",
      `In table "${table}" index "${name}" must have at least one field.`,
    );
  }
  if (fields.length > MAX_FIELDS_PER_INDEX) {
    throw new SchemaError(
      "IndexTooManyFields",
      `Indexes may have up to ${MAX_FIELDS_PER_INDEX} fields.`,
    );
  }
  refuseRepeated(
    fields,
    "FieldsNotUniqueWithinIndex",
    (field) =>
      `Duplicate field ${field}. Index fields must be unique within an index.`,
  );
  for (const field of fields) checkIndexField(name, field);
}

function checkIndexField(index: string, field: string): void {
  if (field === "_id") {
    throw new SchemaError(
      "IndexFieldsContainId",
      "`_id` is not a valid index field. To load documents by ID, use `db.get(id)`.",
    );
  }
  if (field === "_creationTime") {
    throw new SchemaError(
      "IndexFieldsContainCreationTime",
      "`_creationTime` is automatically added to the end of each index. It should not be added explicitly in the index definition. See https://docs.convex.dev/using/indexes for more details.",
    );
  }
  if (field.startsWith("_")) {
    throw new SchemaError(
      "IndexFieldNameReserved",
      "Reserved fields (starting with `_`) are not allowed in indexes.",
    );
  }
  if (FIELD_PATH.test(field)) return;
  throw new SchemaError(
    "InvalidIndexField",
    `In index "${index}": Invalid index field: "${field}"`,
  );
}

function refuseRepeated(
  names: readonly string[],
  code: string,
  messageFor: (name: string) => string,
): void {
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) throw new SchemaError(code, messageFor(name));
    seen.add(name);
  }
}
