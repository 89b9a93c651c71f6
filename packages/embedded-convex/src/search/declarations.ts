import { SchemaError } from "../base/errors";

/** A declared index for searches. */
export type SearchIndexDefinition = {
  readonly name: string;
  readonly kind: "search" | "vector";
  /** The field that is searched, then those that searches filter by. */
  readonly fields: readonly string[];
  /** Of the vectors; 0 for a text index. */
  readonly dimensions: number;
  /** Whether queries may not use it yet. */
  readonly isStaged: boolean;
};

type IndexJson = {
  indexDescriptor: string;
  searchField?: string;
  vectorField?: string;
  dimensions?: number;
  filterFields: string[];
};

const LISTS = [
  "searchIndexes",
  "stagedSearchIndexes",
  "vectorIndexes",
  "stagedVectorIndexes",
] as const;

/** A table's indexes for searches in an exported schema; absent in old ones. */
export type SearchIndexesJson = {
  [List in (typeof LISTS)[number]]?: IndexJson[] | null;
};

const FIELD_PATH = /^[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)*$/;
const MAX_FILTER_FIELDS = 16;
const [MIN_DIMENSIONS, MAX_DIMENSIONS] = [2, 4096];

export function parseSearchIndexes(
  json: SearchIndexesJson,
): SearchIndexDefinition[] {
  return LISTS.flatMap((list) =>
    (json[list] ?? []).map((index) => ({
      name: index.indexDescriptor,
      kind: index.vectorField === undefined ? "search" : "vector",
      fields: [
        index.vectorField ?? index.searchField ?? "",
        ...index.filterFields,
      ],
      dimensions: index.dimensions ?? 0,
      isStaged: list.startsWith("staged"),
    })),
  );
}

/** @throws SchemaError in Convex's words when an index breaks its rules */
export function checkSearchIndexes(
  table: string,
  indexes: readonly SearchIndexDefinition[],
): void {
  const seen = new Map<string, string>();
  for (const index of indexes.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const { kind, name, fields, dimensions } = index;
    const [field, ...filters] = fields;
    for (const path of fields) {
      checkFieldPath(name, path, `In table "${table}": `);
    }
    if (new Set(filters).size > MAX_FILTER_FIELDS) {
      throw new SchemaError(
        "IndexTooManyFilterFields",
        `In table "${table}": Search indexes may have up to ${MAX_FILTER_FIELDS} filter fields.`,
      );
    }
    const isVector = kind === "vector";
    if (
      isVector &&
      !(MIN_DIMENSIONS <= dimensions && dimensions <= MAX_DIMENSIONS)
    ) {
      throw new SchemaError(
        "InvalidVectorDimensionError",
        `In table "${table}": Dimensions ${dimensions} must be between ${MIN_DIMENSIONS} and ${MAX_DIMENSIONS}.`,
      );
    }
    const key = String([kind, field, isVector ? dimensions : filters.sort()]);
    const other = seen.get(key);
    seen.set(key, name);
    if (other === undefined) continue;
    const Kind = isVector ? "Vector" : "Search";
    throw new SchemaError(
      `${Kind}IndexFieldNotUnique`,
      `In table "${table}" ${kind} index "${name}" and ${kind} index "${other}" have the same \`${kind}Field\`. ${Kind} index fields must be unique within a table. You should combine the indexes with the same \`${kind}Field\` into one index containing all \`filterField\`s and then use different subsets of the \`filterField\`s at query time.`,
    );
  }
}

/** @throws SchemaError for a path that no index can have */
export function checkFieldPath(index: string, field: string, where = ""): void {
  if (FIELD_PATH.test(field)) return;
  throw new SchemaError(
    "InvalidIndexField",
    `${where}In index "${index}": Invalid index field: "${field}"`,
  );
}
