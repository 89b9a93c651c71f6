import { jsonToConvex, type JSONValue, type Value } from "convex/values";
import { parseId, type Id } from "../../values/ids";
import {
  invalidArgument,
  requireObject,
  requireText,
  type SyscallArguments,
} from "../syscall-arguments";
import type {
  AsyncSyscall,
  TransactionFrame,
} from "../execution/transaction-frame";
import { requireTable } from "./table-check";

/**
 * Patch, replace and remove could answer with the document, but the client
 * library throws the answer away unread.
 */
const DONE = "null";

/** `1.0/insert` */
export const insert: AsyncSyscall = ({ component, run }, args) => {
  const table = requireText(args, "table", "db.insert");
  const fields = decodeFields(requireObject(args, "value", "db.insert"));
  const id = run.transaction.insert(component.path, table, fields);
  return `{"_id":"${id}"}`;
};

/** `1.0/shallowMerge` */
export const shallowMerge: AsyncSyscall = (frame, args) => {
  const id = requireDocumentId(frame, args, "db.patch");
  const fields = decodeFields(requireObject(args, "value", "db.patch"));
  frame.run.transaction.patch(frame.component.path, id, fields);
  return DONE;
};

/** `1.0/replace` */
export const replace: AsyncSyscall = (frame, args) => {
  const id = requireDocumentId(frame, args, "db.replace");
  const fields = decodeFields(requireObject(args, "value", "db.replace"));
  frame.run.transaction.replace(frame.component.path, id, fields);
  return DONE;
};

/** `1.0/remove` */
export const remove: AsyncSyscall = (frame, args) => {
  const id = requireDocumentId(frame, args, "db.delete");
  frame.run.transaction.remove(frame.component.path, id);
  return DONE;
};

/** Refuses text that is no id, and ids of another table than the one named. */
function requireDocumentId(
  { component, run }: TransactionFrame,
  args: SyscallArguments,
  call: string,
): Id {
  const text = requireText(args, "id", call);
  const id = parseId(text);
  if (id === null) {
    throw invalidArgument(
      "id",
      call,
      `Unable to decode ID: Invalid ID "${text}"`,
    );
  }
  const table = run.transaction.tableOfId(component.path, id);
  if (table !== null) requireTable(args, table.name, id, call);
  return id;
}

/** In patches, `{$undefined: null}` stands for a field that is to go away. */
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
