import { UserError } from "../../base/errors";
import {
  planScan,
  queryFingerprint,
  type QueryJson,
} from "../reading/database-query";
import { readQueryPage, type QueryPage } from "../reading/query-page";
import { requireNumber } from "../syscall-arguments";
import type {
  AsyncSyscall,
  TransactionFrame,
} from "../execution/transaction-frame";

/** `1.0/queryPage` */
export const queryPage: AsyncSyscall = (frame, args) => {
  requireFirstPage(frame);
  const { transaction, services, journal } = frame.run;
  const component = frame.component.path;
  const query = args.query as QueryJson;
  const scan = planScan(transaction, component, query);
  const fields = transaction.indexFields(component, scan.table, scan.index);
  const page = readQueryPage(transaction, {
    component,
    scan,
    operators: query.operators,
    cursors: services.cursors,
    fingerprint: queryFingerprint(query, fields),
    cursor: args.cursor,
    endCursor: args.endCursor,
    journal: isTopLevelQuery(frame) ? journal : null,
    maxRows: requireNumber(args, "pageSize", "paginate"),
    maxRowsRead: optionalLimit(args.maximumRowsRead),
    maxBytesRead: optionalLimit(args.maximumBytesRead),
  });
  if (isTopLevelQuery(frame)) frame.run.journal = page.continueCursor;
  return pageText(page);
};

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

function isTopLevelQuery({ depth, fn }: TransactionFrame): boolean {
  return depth === 1 && fn.kind === "query";
}

function optionalLimit(value: unknown): number {
  return typeof value === "number" ? value : Infinity;
}

/** The documents' own text goes out as it is. */
function pageText({ rows, ...rest }: QueryPage): string {
  const page = rows.map(({ document }) => document.text).join(",");
  return `{"page":[${page}],${JSON.stringify(rest).slice(1)}`;
}
