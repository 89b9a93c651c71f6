import { UserError } from "../../base/errors";
import {
  MAX_ARRAY_ELEMENTS,
  MAX_BYTES_READ,
  MAX_DOCUMENTS_READ,
  MAX_PAGE_SIZE,
} from "../../base/limits";
import { ReadLimitError } from "../../transaction/metrics";
import type { Row } from "../../transaction/scan";
import type { Transaction } from "../../transaction/transaction";
import { afterKey, type Key, type KeyRange } from "../../values/keys";
import {
  DocumentStream,
  quoteIn,
  scanRows,
  type IndexScan,
  type Operator,
} from "./database-query";
import { CalledFunctionError } from "../calls/function-failure";
import type { PageCursors, PagePosition } from "./page-cursor";

type PageRequest = {
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
  /** A position halfway, at which clients may split the page. */
  splitCursor: string | null;
  /** The page read very many rows, or stopped at a limit before it was full. */
  pageStatus: "SplitRecommended" | "SplitRequired" | null;
};

/** The part of a limit above which the client should split the page. */
const SPLIT_PART = 3 / 4;
const SPLIT_ROWS = MAX_ARRAY_ELEMENTS * SPLIT_PART;
const MIN_SPLIT_ROWS = 3;

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
  request: PageRequest,
): QueryPage {
  const { component, scan, operators, cursors, fingerprint } = request;
  const start = positionOf(request.cursor, request);
  const end =
    positionOf(request.endCursor, request) ??
    cursors.decode(request.journal ?? "", fingerprint);
  requirePageSize(request.maxRows);
  const range = rangeBetween(scan, start, end);
  const source = scanRows(transaction, component, { ...scan, range });
  const stream = new DocumentStream(source, operators, quoteIn(transaction));
  // A page with a fixed end must reach it, however much it reads.
  const isPinned = end !== null;
  const maxRows = isPinned ? Infinity : request.maxRows;
  const maxRowsRead = isPinned ? Infinity : request.maxRowsRead;
  const maxBytesRead = isPinned ? Infinity : request.maxBytesRead;
  const rows: Row[] = [];
  const read: Key[] = [];
  let bytesRead = 0;
  const toPage = (position: PagePosition, isFull: boolean): QueryPage => {
    const isLarge =
      rows.length > SPLIT_ROWS ||
      read.length >
        SPLIT_PART * Math.min(request.maxRowsRead, MAX_DOCUMENTS_READ) ||
      bytesRead > SPLIT_PART * Math.min(request.maxBytesRead, MAX_BYTES_READ);
    const status = isLarge ? "SplitRecommended" : null;
    const middle = scan.search === undefined ? middleOf(read) : null;
    return {
      rows,
      isDone: "end" in position,
      continueCursor: cursors.encode(position, fingerprint),
      splitCursor: middle && cursors.encode(middle, fingerprint),
      pageStatus: isFull ? status : "SplitRequired",
    };
  };
  if (start !== null && "end" in start) return toPage(start, true);
  const pull = (): Row | "limit" | null => {
    try {
      return stream.pull();
    } catch (error) {
      const isLimit = error instanceof ReadLimitError;
      if (isLimit && read.length > 0) return "limit";
      throw error;
    }
  };
  while (
    rows.length < maxRows &&
    read.length < maxRowsRead &&
    bytesRead < maxBytesRead
  ) {
    const row = pull();
    if (row === "limit") break;
    if (row === null) return toPage(end ?? { end: true }, true);
    read.push(row.key);
    bytesRead += row.document.size;
    if (stream.admits(row.document)) rows.push(row);
  }
  const last = read.at(-1);
  const position =
    last === undefined ? { end: true as const } : { after: last };
  return toPage(end ?? position, rows.length >= maxRows);
}

/** @param read keys of all rows read, including those that filters rejected */
function middleOf(read: readonly Key[]): PagePosition | null {
  const middle = read[Math.floor(read.length / 2)];
  const canSplit = middle !== undefined && read.length >= MIN_SPLIT_ROWS;
  return canSplit ? { after: middle } : null;
}

/**
 * @returns the position of a cursor, or null if there is none
 * @throws CalledFunctionError for a cursor of another query
 */
function positionOf(
  cursor: unknown,
  { cursors, fingerprint }: PageRequest,
): PagePosition | null {
  if (cursor === null || cursor === undefined) return null;
  const position =
    typeof cursor === "string" ? cursors.decode(cursor, fingerprint) : null;
  if (position !== null) return position;
  throw new CalledFunctionError({
    message: "InvalidCursor: the cursor belongs to another query",
    data: { isConvexSystemError: true, paginationError: "InvalidCursor" },
  });
}

function requirePageSize(size: number): void {
  if (Number.isInteger(size) && size > 0 && size <= MAX_PAGE_SIZE) return;
  throw size > MAX_PAGE_SIZE
    ? new UserError(`Requested too many items: ${size}`)
    : new UserError("Must request at least 1 document while paginating");
}

/** @returns the part of a scan's range after `start` and up to `end` */
function rangeBetween(
  { range, order }: IndexScan,
  start: PagePosition | null,
  end: PagePosition | null,
): KeyRange {
  const first = start !== null && "after" in start ? start.after : null;
  const last = end !== null && "after" in end ? end.after : null;
  return order === "asc"
    ? {
        lo: larger(range.lo, first && afterKey(first)),
        hi: smaller(range.hi, last && afterKey(last)),
      }
    : { lo: larger(range.lo, last), hi: smaller(range.hi, first) };
}

function larger(bound: Key, other: Key | null): Key {
  return other === null || other < bound ? bound : other;
}

function smaller(bound: Key | null, other: Key | null): Key | null {
  if (bound === null || other === null) return bound ?? other;
  return other < bound ? other : bound;
}
