import type { Row } from "../../transaction/scan";
import type { Transaction } from "../../transaction/transaction";
import type { IndexScan, Operator } from "./database-query";
import { CalledFunctionError } from "../calls/function-failure";
import type { PageCursors, PagePosition } from "./page-cursor";
import { readPage, type Page } from "./page-reader";

/** A request for one page, with encoded cursors. */
type QueryPageRequest = {
  component: string;
  scan: IndexScan;
  operators: readonly Operator[];
  cursors: PageCursors;
  /** Identifies the query; cursors of other queries are rejected. */
  fingerprint: string;
  /** Null or undefined for the first page. */
  cursor: unknown;
  /** Null or undefined when the page has no fixed end. */
  endCursor: unknown;
  /**
   * Cursor at which the page ended in the query's last run, so that the page
   * keeps its bounds; null on the first run.
   */
  journal: string | null;
  maxRows: number;
  maxRowsRead: number;
  maxBytesRead: number;
};

/** A page in the client's format, except for the documents. */
export type QueryPage = {
  rows: readonly Row[];
  isDone: boolean;
  continueCursor: string;
  splitCursor: string | null;
  pageStatus: Page["status"];
};

/**
 * Reads a page. Its bounds are stable when it is read again, so that it stays
 * adjacent to the pages before and after it.
 *
 * @throws CalledFunctionError for a cursor of another query; clients then
 *   restart
 * @throws UserError for an invalid page size
 */
export function readQueryPage(
  transaction: Transaction,
  request: QueryPageRequest,
): QueryPage {
  const { component, scan, operators } = request;
  const { maxRows, maxRowsRead, maxBytesRead } = request;
  const cursors = new QueryCursors(request.cursors, request.fingerprint);
  const { rows, end, middle, status } = readPage(transaction, {
    component,
    scan,
    operators,
    start: cursors.read(request.cursor),
    end: cursors.read(request.endCursor) ?? cursors.find(request.journal),
    maxRows,
    maxRowsRead,
    maxBytesRead,
  });
  return {
    rows,
    isDone: "end" in end,
    continueCursor: cursors.write(end),
    splitCursor: middle && cursors.write(middle),
    pageStatus: status,
  };
}

/** The cursors of one query. */
class QueryCursors {
  readonly #cursors: PageCursors;
  readonly #fingerprint: string;

  constructor(cursors: PageCursors, fingerprint: string) {
    this.#cursors = cursors;
    this.#fingerprint = fingerprint;
  }

  /**
   * Null for no cursor; for an invalid one throws the error that makes clients
   * restart.
   */
  read(cursor: unknown): PagePosition | null {
    if (cursor === null || cursor === undefined) return null;
    const position = typeof cursor === "string" ? this.find(cursor) : null;
    if (position !== null) return position;
    throw new CalledFunctionError({
      message: "InvalidCursor: the cursor belongs to another query",
      data: { isConvexSystemError: true, paginationError: "InvalidCursor" },
    });
  }

  /** Null unless `cursor` belongs to this query. */
  find(cursor: string | null): PagePosition | null {
    return cursor === null
      ? null
      : this.#cursors.decode(cursor, this.#fingerprint);
  }

  write(position: PagePosition): string {
    return this.#cursors.encode(position, this.#fingerprint);
  }
}
