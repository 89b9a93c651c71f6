import { UserError } from "../../base/errors";
import { parseId } from "../../values/ids";
import {
  DocumentStream,
  planScan,
  type QueryJson,
} from "../reading/database-query";
import { requireReadable } from "../reading/database-query";
import {
  invalidArgument,
  requireNumber,
  requireText,
} from "../syscall-arguments";
import type { AsyncSyscall, SyncSyscall } from "../execution/transaction-frame";
import { requireTable } from "./table-check";

const NO_MORE_ROWS = '{"value":null,"done":true}';

/** `1.0/get` */
export const get: AsyncSyscall = (frame, args) => {
  const { component, run } = frame;
  const text = requireText(args, "id", "db.get");
  const id = parseId(text);
  if (id === null) {
    throw invalidArgument(
      "id",
      "db.get",
      `Unable to decode ID: Invalid ID "${text}"`,
    );
  }
  const table = run.transaction.tableOfId(component.path, id);
  if (table === null) return "null";
  requireTable(args, table.name, id, "db.get");
  requireReadable(table.name);
  if (table.isSystem !== (args.isSystem === true)) {
    throw new UserError(
      "WrongReader",
      table.isSystem
        ? "System tables can only be accessed from db.system.get()."
        : "User tables can only be accessed from db.get().",
    );
  }
  return run.transaction.get(component.path, id)?.text ?? "null";
};

/** `1.0/queryStream` */
export const queryStream: SyncSyscall = (frame, { query }) => {
  const { transaction } = frame.run;
  const json = query as QueryJson;
  const component = frame.component.path;
  const scan = planScan(transaction, component, json);
  const rows = transaction.scan(
    component,
    scan.table,
    scan.index,
    scan.range,
    scan.order,
  );
  const queryId = frame.streams.length;
  frame.streams.push(new DocumentStream(rows, json.operators));
  return `{"queryId":${queryId}}`;
};

/** `1.0/queryStreamNext` */
export const queryStreamNext: AsyncSyscall = (frame, args) => {
  const queryId = requireNumber(args, "queryId", "queryStreamNext");
  const stream = frame.streams[queryId] ?? null;
  if (stream === null) {
    throw new UserError("QueryNotFound", "in-progress query not found");
  }
  const document = stream.next();
  return document === null
    ? NO_MORE_ROWS
    : `{"value":${document.text},"done":false}`;
};

/** `1.0/queryCleanup` */
export const queryCleanup: SyncSyscall = (frame, args) => {
  const queryId = requireNumber(args, "queryId", "queryCleanup");
  const isOpen = (frame.streams[queryId] ?? null) !== null;
  if (isOpen) frame.streams[queryId] = null;
  return String(isOpen);
};

/** `1.0/count` */
export const count: AsyncSyscall = ({ component, run }, args) => {
  const table = requireReadable(requireText(args, "table", "count"));
  return String(run.transaction.count(component.path, table));
};

/** `1.0/db/normalizeId` */
export const normalizeId: SyncSyscall = ({ component, run }, args) => {
  const table = requireText(args, "table", "db.normalizeId");
  const text = requireText(args, "idString", "db.normalizeId");
  const id = run.transaction.normalizeId(component.path, table, text);
  return JSON.stringify({ id });
};
