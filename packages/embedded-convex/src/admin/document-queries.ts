import type { JSONValue } from "convex/values";
import * as z from "zod";
import { UserError } from "../base/errors";
import {
  planScan,
  queryFingerprint,
  requireReadable,
  shownDocument,
} from "../functions/syscalls/database-query";
import type { RangeExpression } from "../functions/syscalls/index-range";
import { readQueryPage } from "../functions/syscalls/query-page";
import { parseId } from "../values/ids";
import type { Filter } from "../functions/syscalls/filter";
import { filterOf, rangeOf } from "./filter-predicate";
import type {
  SystemQuery,
  SystemQueryContext,
} from "../functions/dispatch/system-functions";
import { requireTable } from "./require-table";
import { decodeFilters, type TableFilters } from "./table-filters";

/**
 * Limits for one page, so that it does not block other requests for long. They
 * do not apply to a page with a fixed end: it must reach that, or the documents
 * before the next page would be missing.
 */
const MAX_ROWS_READ = 4096;
const MAX_BYTES_READ = 4 * 1024 * 1024;

const paginationOptsSchema = z.object({
  numItems: z.number(),
  cursor: z.string().nullable(),
  endCursor: z.string().nullish(),
});

/** The index range that a page reads, and a filter for its rows. */
type PageSource = {
  table: string;
  index: string;
  range: RangeExpression[];
  order: "asc" | "desc";
  filter: Filter | null;
  /** Distinguishes the cursors of sources with different filters. */
  key: JSONValue;
};

const pageArgs = z.object({
  table: z.string(),
  filters: z.string().nullable(),
  paginationOpts: paginationOptsSchema,
});
const dataArgs = z.object({
  table: z.string(),
  order: z.enum(["asc", "desc"]).default("desc"),
  paginationOpts: paginationOptsSchema,
});
const idArgs = z.object({ id: z.string() });

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

/** Returns a page of a table's documents in the order of creation. */
export const tableData: SystemQuery = (context, args) => {
  const { table, order, paginationOpts } = dataArgs.parse(args);
  requireTable(context, table);
  const numItems = Math.min(paginationOpts.numItems, MAX_ROWS_READ);
  const index = "by_creation_time";
  const source = { table, index, range: [], order, filter: null, key: null };
  return readPage(context, source, { ...paginationOpts, numItems });
};

export const getById: SystemQuery = ({ transaction, component }, args) => {
  const id = parseId(idArgs.parse(args).id);
  const table = id && transaction.tableOfId(component, id);
  if (id === null || table === null) return null;
  requireReadable(table.name);
  const found = transaction.get(component, id);
  const document = found && shownDocument(table.name, found).json();
  return document && { tableName: table.name, document };
};

/** Reads a page, which keeps its bounds when the query runs again. */
function readPage(
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
    // A page without a fixed end may stop at a limit; clients continue from
    // there.
    pageStatus: isPinned ? page.pageStatus : null,
  };
}

/** A filter for one id uses `by_id`, which saves a scan. */
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
    // Invalid base64 or JSON, or JSON that is nested too deeply.
    throw new UserError("The filters cannot be read");
  }
}
