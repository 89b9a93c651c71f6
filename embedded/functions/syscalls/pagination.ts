import { UserError } from "../../base/errors";
import { planScan, queryFingerprint, type QueryJson } from "../database-query";
import { CalledFunctionError } from "../function-failure";
import type { PageCursors, PagePosition } from "../page-cursor";
import { readPage, type Page } from "../page-reader";
import { requireNumber } from "../syscall-arguments";
import type { AsyncSyscall, TransactionFrame } from "../transaction-frame";

/** `1.0/queryPage` */
export const queryPage: AsyncSyscall = (frame, args) => {
  requireFirstPage(frame);
  const { transaction, services } = frame.run;
  const component = frame.component.path;
  const query = args.query as QueryJson;
  const scan = planScan(transaction, component, query);
  const fields = transaction.indexFields(component, scan.table, scan.index);
  const cursors = new QueryCursors(
    services.cursors,
    queryFingerprint(query, fields),
  );
  const page = readPage(transaction, {
    component,
    scan,
    operators: query.operators,
    start: cursors.read(args.cursor),
    end: cursors.read(args.endCursor) ?? journalledEnd(frame, cursors),
    maxRows: requireNumber(args, "pageSize", "paginate"),
    maxRowsRead: optionalLimit(args.maximumRowsRead),
    maxBytesRead: optionalLimit(args.maximumBytesRead),
  });
  const continueCursor = cursors.write(page.end);
  if (isTopLevelQuery(frame)) frame.run.journal = continueCursor;
  return pageText(page, continueCursor, cursors);
};

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

  find(cursor: string): PagePosition | null {
    return this.#cursors.decode(cursor, this.#fingerprint);
  }

  write(position: PagePosition): string {
    return this.#cursors.encode(position, this.#fingerprint);
  }
}

function requireFirstPage(frame: TransactionFrame): void {
  if (frame.component.path !== "") {
    throw new UserError(
      "PaginationInComponent",
      "paginate() is only supported in the app, not in components",
    );
  }
  if (frame.hasPaginated) {
    throw new UserError(
      "MultiplePaginatedQueries",
      "This query or mutation function ran multiple paginated queries. Convex only supports a single paginated query in each function.",
    );
  }
  frame.hasPaginated = true;
}

/** A query that runs again keeps the boundaries of its page. */
function journalledEnd(
  frame: TransactionFrame,
  cursors: QueryCursors,
): PagePosition | null {
  const { journal } = frame.run;
  return journal !== null && isTopLevelQuery(frame)
    ? cursors.find(journal)
    : null;
}

function isTopLevelQuery({ depth, fn }: TransactionFrame): boolean {
  return depth === 1 && fn.kind === "query";
}

function optionalLimit(value: unknown): number {
  return typeof value === "number" ? value : Infinity;
}

function pageText(
  { rows, end, middle, status }: Page,
  continueCursor: string,
  cursors: QueryCursors,
): string {
  const page = rows.map(({ document }) => document.text).join(",");
  const splitCursor = middle && cursors.write(middle);
  const rest = JSON.stringify({
    isDone: "end" in end,
    continueCursor,
    splitCursor,
    pageStatus: status,
  });
  return `{"page":[${page}],${rest.slice(1)}`;
}
