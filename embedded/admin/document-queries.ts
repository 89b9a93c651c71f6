import type { JSONValue } from "convex/values";
import { z } from "zod";
import { UserError } from "../base/errors";
import {
  planScan,
  queryFingerprint,
  requireReadable,
} from "../functions/reading/database-query";
import type { RangeExpression } from "../functions/reading/index-range";
import { readQueryPage } from "../functions/reading/query-page";
import { parseId } from "../values/ids";
import type { Filter } from "../functions/reading/filter";
import { filterOf, rangeOf } from "./filter-predicate";
import {
  requireTable,
  type SystemQuery,
  type SystemQueryContext,
} from "./system-context";
import { decodeFilters, type TableFilters } from "./table-filters";

/**
 * What one page may look at, so that it never holds up others for long. One that
 * runs again has to reach the end that it had, or documents would be missing
 * before the next one.
 */
const MAX_ROWS_READ = 4096;
const MAX_BYTES_READ = 4 * 1024 * 1024;

export const paginationOptsSchema = z.object({
  numItems: z.number(),
  cursor: z.string().nullable(),
  endCursor: z.string().nullish(),
});

/** What a page is of: part of an index, and which of its rows. */
export type PageSource = {
  table: string;
  index: string;
  range: RangeExpression[];
  order: "asc" | "desc";
  /** Null for all. */
  filter: Filter | null;
  /** Tells apart sources that differ in their filters. */
  key: JSONValue;
};

const pageArgs = z.object({
  table: z.string(),
  filters: z.string().nullable(),
  paginationOpts: paginationOptsSchema,
});
const idArgs = z.object({ id: z.string() });

/** A page of a table's documents. */
export const paginatedTableDocuments: SystemQuery = (context, args) => {
  const { table, filters, paginationOpts } = pageArgs.parse(args);
  requireTable(context, table);
  const wanted = parseFilters(filters);
  const { clauses = [], order = "desc" } = wanted;
  const index = wanted.index ?? indexFor(clauses);
  const { transaction, component } = context;
  const fields = transaction.indexFields(component, table, index.name);
  const source = {
    table,
    index: index.name,
    range: rangeOf(index.clauses, fields),
    order,
    filter: filterOf(clauses),
    key: filters,
  };
  return readPage(context, source, paginationOpts);
};

/** A document by its id, with the name of its table. */
export const getById: SystemQuery = ({ transaction, component }, args) => {
  const id = parseId(idArgs.parse(args).id);
  const table = id && transaction.tableOfId(component, id);
  if (id === null || table === null) return null;
  requireReadable(table.name);
  const document = transaction.get(component, id);
  return document && { tableName: table.name, document: document.json() };
};

/** Reads a page, and keeps its boundaries when it is read again. */
export function readPage(
  context: SystemQueryContext,
  { table, index, range, order, filter, key }: PageSource,
  { numItems, cursor, endCursor }: z.infer<typeof paginationOptsSchema>,
): JSONValue {
  const { transaction, component, cursors, journal } = context;
  const indexName = `${table}.${index}`;
  const source = { type: "IndexRange" as const, indexName, range, order };
  const scan = planScan(transaction, component, { source, operators: [] });
  const fields = transaction.indexFields(component, table, index);
  const isPinned = journal !== null || typeof endCursor === "string";
  const { rows, ...page } = readQueryPage(transaction, {
    component,
    scan,
    operators: filter === null ? [] : [{ passes: filter }],
    cursors,
    fingerprint: queryFingerprint([component, source, key], fields),
    cursor,
    endCursor,
    journal,
    maxRows: numItems,
    maxRowsRead: isPinned ? Infinity : MAX_ROWS_READ,
    maxBytesRead: isPinned ? Infinity : MAX_BYTES_READ,
  });
  context.journal = page.continueCursor;
  return {
    page: rows.map(({ document }) => document.json()),
    ...page,
    // One that ends where it has come to is whole, however little it found.
    pageStatus: isPinned ? page.pageStatus : null,
  };
}

/** Whoever asks for one document by its id shall not wait for a scan. */
function indexFor(
  clauses: NonNullable<TableFilters["clauses"]>,
): NonNullable<TableFilters["index"]> {
  const byId = clauses.find(
    ({ field, op, enabled = true }) =>
      enabled && field === "_id" && op === "eq",
  );
  if (typeof byId?.value !== "string") {
    return { name: "by_creation_time", clauses: [] };
  }
  const clause = { type: "indexEq", enabled: true, value: byId.value } as const;
  return { name: "by_id", clauses: [clause] };
}

function parseFilters(text: string | null): TableFilters {
  if (text === null || text === "") return {};
  try {
    return decodeFilters(text);
  } catch (error) {
    if (error instanceof z.ZodError) throw error;
    // No base64, no JSON, or nested too deeply to be looked at.
    throw new UserError("InvalidFilter", "The filters cannot be read");
  }
}
