import type { Row } from "../../transaction/scan";
import type { Transaction } from "../../transaction/transaction";
import type { IndexScan, Operator } from "./database-query";
import { CalledFunctionError } from "../execution/function-failure";
import type { PageCursors, PagePosition } from "./page-cursor";
import { readPage, type Page } from "./page-reader";

/** A question for one page, with cursors as clients hold them. */
export type QueryPageRequest = {
  component: string;
  scan: IndexScan;
  operators: readonly Operator[];
  cursors: PageCursors;
  /** Identifies the query: cursors of others are refused. */
  fingerprint: string;
  /** Null or undefined for the first page. */
  cursor: unknown;
  /** Null or undefined when the page may end where it wants. */
  endCursor: unknown;
  /**
   * Where the page ended when the query ran last: a query that runs again keeps
   * the boundaries of its page. Null when it has not.
   */
  journal: string | null;
  maxRows: number;
  maxRowsRead: number;
  maxBytesRead: number;
};

/** A page as clients get it, but for its documents' form. */
export type QueryPage = {
  rows: readonly Row[];
  isDone: boolean;
  continueCursor: string;
  splitCursor: string | null;
  pageStatus: Page["status"];
};

/**
 * Reads a page that fits seamlessly between those before and after it, however
 * often it is read again.
 *
 * @throws CalledFunctionError for a cursor of another query: clients start over
 * @throws UserError for a size that makes no sense
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

  /** Null for no cursor; throws what makes clients start over for a wrong one. */
  read(cursor: unknown): PagePosition | null {
    if (cursor === null || cursor === undefined) return null;
    const position = typeof cursor === "string" ? this.find(cursor) : null;
    if (position !== null) return position;
    throw new CalledFunctionError({
      message: "InvalidCursor: the cursor belongs to another query",
      data: { isConvexSystemError: true, paginationError: "InvalidCursor" },
    });
  }

  /** Null for no cursor of this query. */
  find(cursor: string | null): PagePosition | null {
    return cursor === null
      ? null
      : this.#cursors.decode(cursor, this.#fingerprint);
  }

  write(position: PagePosition): string {
    return this.#cursors.encode(position, this.#fingerprint);
  }
}
