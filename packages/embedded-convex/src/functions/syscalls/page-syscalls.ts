import { UserError } from "../../base/errors";
import { planScan, queryFingerprint, type QueryJson } from "./database-query";
import { readQueryPage, type QueryPage } from "./query-page";
import { requireNumber } from "../calls/syscall-arguments";
import type { AsyncSyscall, TransactionContext } from "./transaction-context";

export const queryPage: AsyncSyscall = (context, args) => {
  requireFirstPage(context);
  const { transaction, services, journal } = context.execution;
  const component = context.component.path;
  const query = args.query as QueryJson;
  const scan = planScan(transaction, component, query);
  const { table, index, search } = scan;
  const fields = transaction.indexFields(
    component,
    table,
    index,
    search !== undefined,
  );
  const page = readQueryPage(transaction, {
    component,
    scan,
    operators: query.operators,
    cursors: services.cursors,
    fingerprint: queryFingerprint(query, fields),
    cursor: args.cursor,
    endCursor: args.endCursor,
    journal: isTopLevelQuery(context) ? journal : null,
    maxRows: requireNumber(args, "pageSize", "paginate"),
    maxRowsRead: optionalLimit(args.maximumRowsRead),
    maxBytesRead: optionalLimit(args.maximumBytesRead),
  });
  if (isTopLevelQuery(context)) context.execution.journal = page.continueCursor;
  return pageText(page);
};

function requireFirstPage(context: TransactionContext): void {
  if (context.component.path !== "") {
    throw new UserError(
      "paginate() is only supported in the app. Learn more at https://docs.convex.dev/components/authoring#pagination",
    );
  }
  if (context.hasPaginated) {
    throw new UserError(
      "This query or mutation function ran multiple paginated queries. Convex only supports a single paginated query in each function.",
    );
  }
  context.hasPaginated = true;
}

function isTopLevelQuery({ depth, fn }: TransactionContext): boolean {
  return depth === 1 && fn.kind === "query";
}

function optionalLimit(value: unknown): number {
  return typeof value === "number" ? value : Infinity;
}

/** Concatenates the documents' JSON texts, without decoding them. */
function pageText({ rows, ...rest }: QueryPage): string {
  const page = rows.map(({ document }) => document.text).join(",");
  return `{"page":[${page}],${JSON.stringify(rest).slice(1)}`;
}
