import { UserError } from "../../base/errors";
import { parseId } from "../../values/ids";
import {
  DocumentStream,
  planScan,
  quoteIn,
  requireReadable,
  scanRows,
  shownDocument,
  type QueryJson,
} from "./database-query";
import { requireNumber, requireText } from "../calls/syscall-arguments";
import { invalidId, requireTable } from "./table-check";
import type { AsyncSyscall, SyncSyscall } from "./transaction-context";

const NO_MORE_ROWS = '{"value":null,"done":true}';

export const get: AsyncSyscall = (context, args) => {
  const { component, execution } = context;
  const isForSystem = args.isSystem === true;
  const call = isForSystem ? "db.system.get" : "db.get";
  const text = requireText(args, "id", "db.get");
  const id = parseId(text);
  if (id === null) throw invalidId(text, call);
  const table = execution.transaction.tableOfId(component.path, id);
  if (table === null) return "null";
  requireReadable(table.name);
  if (table.isSystem !== isForSystem) {
    throw new UserError(
      table.isSystem
        ? "System tables can only be accessed with db.system."
        : "User tables cannot be accessed with db.system.",
    );
  }
  requireTable(args, table.name, call);
  const document = execution.transaction.get(component.path, id);
  return document ? shownDocument(table.name, document).text : "null";
};

export const queryStream: SyncSyscall = (context, { query }) => {
  const { transaction } = context.execution;
  const json = query as QueryJson;
  const component = context.component.path;
  const scan = planScan(transaction, component, json);
  const rows = scanRows(transaction, component, scan);
  const queryId = context.streams.length;
  const quote = quoteIn(transaction);
  context.streams.push(new DocumentStream(rows, json.operators, quote));
  return `{"queryId":${queryId}}`;
};

export const queryStreamNext: AsyncSyscall = (context, args) => {
  const queryId = requireNumber(args, "queryId", "queryStreamNext");
  const stream = context.streams[queryId] ?? null;
  if (stream === null) {
    throw new UserError("in-progress query not found");
  }
  const document = stream.next();
  return document === null
    ? NO_MORE_ROWS
    : `{"value":${document.text},"done":false}`;
};

export const queryCleanup: SyncSyscall = (context, args) => {
  const queryId = requireNumber(args, "queryId", "queryCleanup");
  const isOpen = (context.streams[queryId] ?? null) !== null;
  if (isOpen) context.streams[queryId] = null;
  return String(isOpen);
};

export const count: AsyncSyscall = ({ component, execution }, args) => {
  const table = requireReadable(requireText(args, "table", "count"));
  return String(execution.transaction.count(component.path, table));
};

export const normalizeId: SyncSyscall = ({ component, execution }, args) => {
  const table = requireText(args, "table", "db.normalizeId");
  const text = requireText(args, "idString", "db.normalizeId");
  const id = execution.transaction.normalizeId(component.path, table, text);
  return JSON.stringify({ id });
};
