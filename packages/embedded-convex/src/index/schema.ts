import type { ValidatorJSON } from "convex/values";
import { SchemaError } from "../base/errors";
import {
  MAX_FIELDS_PER_INDEX,
  MAX_INDEXES_PER_TABLE,
  MAX_TABLES,
} from "../base/limits";
import {
  checkFieldPath,
  checkSearchIndexes,
  parseSearchIndexes,
  type SearchIndexDefinition,
  type SearchIndexesJson,
} from "../search/declarations";
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
  readonly searchIndexes?: readonly SearchIndexDefinition[];
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
  tables: (SearchIndexesJson & {
    tableName: string;
    indexes: { indexDescriptor: string; fields: string[] }[];
    /** Declared, but not usable yet (staged). */
    stagedDbIndexes?: { indexDescriptor: string; fields: string[] }[];
    documentType: ValidatorJSON | null;
  })[];
  schemaValidation: boolean;
};

const IDENTIFIER = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;
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
  return json.tables.map((table) => {
    const search = parseSearchIndexes(table);
    const staged = search.filter(({ isStaged }) => isStaged);
    const stagedDb = table.stagedDbIndexes ?? [];
    return {
      name: checkTableName(table.tableName),
      indexes: parseIndexes(table, search),
      searchIndexes: search.filter(({ isStaged }) => !isStaged),
      stagedIndexes: [...stagedDb.map(nameOf), ...staged.map(nameOf)],
      documentType: json.schemaValidation ? table.documentType : null,
    };
  });
}

function nameOf(index: { indexDescriptor: string } | { name: string }): string {
  return "name" in index ? index.name : index.indexDescriptor;
}

/**
 * Checks rules for new schemas. A stored one may break them.
 *
 * @throws UserError in Convex's words
 */
export function checkNewSchema(json: SchemaJson | null): void {
  for (const table of json?.tables ?? []) {
    const { tableName, indexes, documentType } = table;
    requireObjects(documentType);
    const searchIndexes = parseSearchIndexes(table);
    checkSearchIndexes(tableName, searchIndexes);
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
    }
    if (json?.schemaValidation !== true || documentType === null) continue;
    checkReferences(table, documentType, searchIndexes);
  }
}

/** Refuses an index of a field that no document can have, or that holds no vector. */
function checkReferences(
  { tableName, indexes }: SchemaJson["tables"][number],
  documentType: ValidatorJSON,
  searchIndexes: readonly SearchIndexDefinition[],
): void {
  const typesOf = (field: string) => typesAt(documentType, field.split("."));
  for (const index of [...indexes, ...searchIndexes]) {
    const unknown = index.fields.find(
      (field) => !/^_[^.]*$/.test(field) && typesOf(field).length === 0,
    );
    if (unknown === undefined) continue;
    throw new SchemaError(
      "SchemaDefinitionError",
      `In table "${tableName}" the index "${nameOf(index)}" is invalid because it references the field "${unknown}" that does not exist.`,
    );
  }
  for (const { name, kind, fields } of searchIndexes) {
    const [field = ""] = fields;
    if (kind === "search" || typesOf(field).some(canBeVector)) continue;
    throw new SchemaError(
      "SchemaDefinitionError",
      `In table "${tableName}" the vector index "${name}" is invalid because it references the field "${field}" that is neither an array of float64 or optional array of float64.`,
    );
  }
}

function canBeVector(json: ValidatorJSON): boolean {
  if (json.type === "any") return true;
  return json.type === "array" && /^(number|any)$/.test(json.value.type);
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

/** @returns what values at `path` may be, by a validator; nothing if there can be none */
function typesAt(
  json: ValidatorJSON,
  path: readonly string[],
): ValidatorJSON[] {
  if (json.type === "union") {
    return json.value.flatMap((member) => typesAt(member, path));
  }
  const [first, ...rest] = path;
  if (first === undefined || json.type === "any") return [json];
  if (json.type !== "object") return [];
  const field = Object.hasOwn(json.value, first) ? json.value[first] : null;
  return field ? typesAt(field.fieldType, rest) : [];
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
  { tableName: table, indexes, stagedDbIndexes }: SchemaJson["tables"][number],
  searchIndexes: readonly SearchIndexDefinition[],
): IndexDefinition[] {
  const all = [...indexes, ...(stagedDbIndexes ?? []), ...searchIndexes];
  if (all.length > MAX_INDEXES_PER_TABLE) {
    throw new SchemaError(
      "TooManyIndexes",
      `Table "${table}" cannot have more than ${MAX_INDEXES_PER_TABLE} indexes.`,
    );
  }
  const names = all.map(nameOf);
  for (const name of names) checkIndexName(table, name);
  refuseRepeated(
    names,
    "IndexNamesNotUnique",
    (name) =>
      `Table "${table}" has two or more definitions of index "${name}".`,
  );
  return indexes.map(({ indexDescriptor: name, fields }) => {
    checkIndex(table, name, fields);
    return { name, fields: [...fields] };
  });
}

function checkIndexName(table: string, name: string): void {
  if (BUILT_IN_INDEXES.has(name) || name.startsWith("_")) {
    throw new SchemaError(
      "IndexNameReserved",
      `In table "${table}" cannot name an index "${name}" because the name is reserved. Indexes may not start with an underscore or be named "by_id" or "by_creation_time".`,
    );
  }
  if (IDENTIFIER.test(name)) return;
  throw new SchemaError(
    "InvalidIndexName",
    `Invalid index name: "${name}". Identifiers must be 64 characters or less, start with a letter, and only contain letters, digits, underscores.`,
  );
}

function checkIndex(table: string, name: string, fields: string[]): void {
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
      `Duplicate field "${field}". Index fields must be unique within an index.`,
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
  checkFieldPath(index, field);
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
