import { createHash } from "node:crypto";
import type { JSONValue, Value } from "convex/values";
import { UserError } from "../../base/errors";
import { MAX_QUERY_OPERATORS } from "../../base/limits";
import { Document } from "../../index/document";
import type { Order, Row } from "../../transaction/scan";
import {
  READABLE_SYSTEM_TABLES,
  type Transaction,
} from "../../transaction/transaction";
import type { TextQuery } from "../../search/ranking";
import type { KeyRange } from "../../values/keys";
import { WHOLE_RANGE } from "../../values/keys";
import { type Quote, typeText, valueText } from "../../values/validator-text";
import { STORAGE } from "../app/function-tables";
import { compileFilter, type Filter } from "./filter";
import { toKeyRange, type RangeExpression } from "./index-range";
import { toTextQuery, type SearchFilter } from "./text-query";

type Source =
  | { type: "FullTableScan"; tableName: string; order: Order | null }
  | {
      type: "IndexRange";
      indexName: string;
      range: RangeExpression[];
      order: Order | null;
    }
  | { type: "Search"; indexName: string; filters: SearchFilter[] };

/** A query as the client library serialises it. */
export type QueryJson = {
  source: Source;
  operators: ({ filter: JSONValue } | { limit: number })[];
};

/** A filter or limit that rows pass after the scan. */
export type Operator = QueryJson["operators"][number] | { passes: Filter };

/** The index range that a query reads, before filters and limits. */
export type IndexScan = {
  table: string;
  index: string;
  range: KeyRange;
  order: Order;
  /** What is searched for in the range, which is one of the results' keys then. */
  search?: TextQuery;
};

/** @returns the rows of an index range, as functions see them */
export function scanRows(
  transaction: Transaction,
  component: string,
  { table, index, range, order, search }: IndexScan,
): IterableIterator<Row> {
  if (search !== undefined) {
    return transaction.search(component, table, index, search, range);
  }
  const rows = transaction.scan(component, table, index, range, order);
  return table === STORAGE ? shownRows(rows, table) : rows;
}

function* shownRows(rows: Iterable<Row>, table: string): IterableIterator<Row> {
  for (const { key, document } of rows) {
    yield { key, document: shownDocument(table, document) };
  }
}

/**
 * @returns a document as functions see it: a file's without what its address is
 *   made of
 */
export function shownDocument(table: string, document: Document): Document {
  if (table !== STORAGE) return document;
  const { id, creationTime } = document;
  const { storageId: _, ...json } = document.json();
  const shown = JSON.stringify({ contentType: null, ...json });
  return new Document(id, creationTime, shown, document.size);
}

/**
 * Determines the index range that a query reads. An unknown table is empty.
 *
 * @throws UserError for an unknown index, or a range that does not fit it
 */
export function planScan(
  transaction: Transaction,
  component: string,
  { source }: QueryJson,
): IndexScan {
  if (source.type === "FullTableScan") {
    const table = requireReadable(source.tableName);
    const order = source.order ?? "asc";
    return { table, index: "by_creation_time", range: WHOLE_RANGE, order };
  }
  const dot = source.indexName.indexOf(".");
  const table = requireReadable(source.indexName.slice(0, dot));
  const index = source.indexName.slice(dot + 1);
  if (source.type === "Search") {
    const fields = transaction.indexFields(component, table, index, true);
    const search = toTextQuery(source.filters, fields, source.indexName);
    return { table, index, range: WHOLE_RANGE, order: "asc", search };
  }
  const order = source.order ?? "asc";
  const fields = transaction.indexFields(component, table, index);
  const range = toKeyRange(
    source.range,
    fields,
    source.indexName,
    quoteIn(transaction),
  );
  return { table, index, range, order };
}

/** @returns how messages quote values: they may be secrets */
export function quoteIn(transaction: Transaction): Quote {
  return transaction.hidesValues ? typeText : valueText;
}

/**
 * @returns `table`
 * @throws UserError for a system table that functions may not read
 */
export function requireReadable(table: string): string {
  if (!table.startsWith("_") || READABLE_SYSTEM_TABLES.has(table)) return table;
  throw new UserError(`There is no system table "${table}"`);
}

/**
 * Identifies a query, so that cursors of other queries are rejected.
 *
 * @param query everything that determines its rows and their order
 * @param fields of the index
 */
export function queryFingerprint(
  query: unknown,
  fields: readonly string[],
): string {
  return createHash("sha256")
    .update(JSON.stringify([query, fields]))
    .digest("base64url")
    .slice(0, 16);
}

type Stage =
  { kind: "filter"; passes: Filter } | { kind: "limit"; left: number };

/**
 * The rows of a query after filters and limits. Lazy: rows that were not pulled
 * are not part of the read set.
 */
export class DocumentStream {
  readonly #stages: Stage[];
  #isDone = false;

  /** @param quote writes values in the messages of filters */
  constructor(
    private readonly rows: Iterator<Row>,
    operators: readonly Operator[],
    quote: Quote,
  ) {
    if (operators.length > MAX_QUERY_OPERATORS) {
      throw new UserError(
        `A query has at most ${MAX_QUERY_OPERATORS} operators`,
      );
    }
    this.#stages = operators.map((operator) => stageOf(operator, quote));
  }

  next(): Document | null {
    for (;;) {
      const row = this.pull();
      if (row === null) return null;
      if (this.admits(row.document)) return row.document;
    }
  }

  /** @returns the next row before filters and limits; null at the end */
  pull(): Row | null {
    if (this.#isDone || this.#isExhausted()) return null;
    const { value, done } = this.rows.next();
    if (done === true) this.#isDone = true;
    return done === true ? null : (value ?? null);
  }

  /** Whether a pulled row passes filters and limits; if so, counts it. */
  admits(document: Document): boolean {
    if (this.#stages.length === 0) return true;
    let value: Record<string, Value> | undefined;
    for (const stage of this.#stages) {
      if (stage.kind === "filter") {
        value ??= document.value;
        if (!stage.passes(value)) return false;
      } else if (stage.left-- <= 0) return false;
    }
    return true;
  }

  #isExhausted(): boolean {
    return this.#stages.some(
      (stage) => stage.kind === "limit" && stage.left <= 0,
    );
  }
}

function stageOf(operator: Operator, quote: Quote): Stage {
  if ("limit" in operator) return { kind: "limit", left: operator.limit };
  const passes =
    "passes" in operator
      ? operator.passes
      : compileFilter(operator.filter, quote);
  return { kind: "filter", passes };
}
