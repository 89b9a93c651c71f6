import { jsonToConvex, type JSONValue, type Value } from "convex/values";
import { parseId, type Id } from "../../values/ids";
import {
  requireObject,
  requireText,
  type SyscallArguments,
} from "../calls/syscall-arguments";
import { invalidId, requireTable } from "./table-check";
import type { AsyncSyscall, TransactionContext } from "./transaction-context";

/**
 * Result of patch, replace and delete. They could return the document, but the
 * client library discards it.
 */
const DONE = "null";

export const insert: AsyncSyscall = ({ component, execution }, args) => {
  const table = requireText(args, "table", "db.insert");
  const fields = decodeFields(requireObject(args, "value", "db.insert"));
  const id = execution.transaction.insert(component.path, table, fields);
  return `{"_id":"${id}"}`;
};

export const shallowMerge: AsyncSyscall = (context, args) => {
  const id = requireDocumentId(context, args, "db.patch");
  const fields = decodeFields(requireObject(args, "value", "db.patch"));
  context.execution.transaction.patch(context.component.path, id, fields);
  return DONE;
};

export const replace: AsyncSyscall = (context, args) => {
  const id = requireDocumentId(context, args, "db.replace");
  const fields = decodeFields(requireObject(args, "value", "db.replace"));
  context.execution.transaction.replace(context.component.path, id, fields);
  return DONE;
};

export const remove: AsyncSyscall = (context, args) => {
  const id = requireDocumentId(context, args, "db.delete");
  context.execution.transaction.remove(context.component.path, id);
  return DONE;
};

/** @throws UserError for an invalid id, or one of another table */
function requireDocumentId(
  { component, execution }: TransactionContext,
  args: SyscallArguments,
  call: string,
): Id {
  const text = requireText(args, "id", call);
  const id = parseId(text);
  if (id === null) throw invalidId(text, call);
  const table = execution.transaction.tableOfId(component.path, id);
  if (table !== null) requireTable(args, table.name, call);
  return id;
}

/** In patches, `{$undefined: null}` stands for a field to remove. */
function decodeFields(
  json: Record<string, JSONValue>,
): Record<string, Value | undefined> {
  const fields: Record<string, Value | undefined> = {};
  for (const name of Object.keys(json)) {
    const value = json[name];
    fields[name] =
      typeof value !== "object" || value === null
        ? value
        : "$undefined" in value
          ? undefined
          : jsonToConvex(value);
  }
  return fields;
}
