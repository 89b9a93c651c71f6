import { UserError } from "../../base/errors";
import type { Transaction } from "../../transaction/transaction";
import { parseId } from "../../values/ids";
import { isStorageId } from "../files/file-bodies";
import type { FileStorage, StoredFile } from "../files/file-storage";
import {
  invalidArgument,
  requireText,
  type SyscallArguments,
} from "../calls/syscall-arguments";
import { STORAGE } from "../definitions/function-tables";
import type { AsyncSyscall, TransactionContext } from "./transaction-context";

export const getUrl: AsyncSyscall = (context, args) => {
  const file = find(context, args, "storage.getUrl");
  const url = file && storageOf(context).urlOf(file, context.component.path);
  return JSON.stringify(url);
};

export const getMetadata: AsyncSyscall = (context, args) =>
  metadataText(find(context, args, "storage.getMetadata"));

export const generateUploadUrl: AsyncSyscall = (context) =>
  JSON.stringify(storageOf(context).uploadUrl(context.component.path));

/** `1.0/storageDelete`; the body is deleted after the commit. */
export const remove: AsyncSyscall = (context, args) => {
  const file = find(context, args, "storage.delete");
  if (file === null) throw notFound(args);
  const { component, execution } = context;
  execution.transaction.remove(component.path, file.id, { system: true });
  execution.deletedFiles = [...execution.deletedFiles, file];
  return "null";
};

/** @returns JSON text of a file's metadata, with the digest in hexadecimal */
export function metadataText(file: StoredFile | null): string {
  if (file === null) return "null";
  const { storageId, sha256, size, contentType } = file;
  const hex = Buffer.from(sha256, "base64").toString("hex");
  return JSON.stringify({ storageId, sha256: hex, size, contentType });
}

export function notFound({ storageId }: SyscallArguments): UserError {
  return new UserError(`storage id ${String(storageId)} not found`);
}

function find(
  context: TransactionContext,
  args: SyscallArguments,
  call: string,
): StoredFile | null {
  const { transaction } = context.execution;
  const component = context.component.path;
  return findFile(storageOf(context), transaction, component, args, call);
}

/**
 * @returns the file that `args` name, or null when it does not exist
 * @throws UserError, with the name of `call`, when it is not the id of a file
 */
export function findFile(
  storage: FileStorage,
  transaction: Transaction,
  component: string,
  args: SyscallArguments,
  call: string,
): StoredFile | null {
  const text = requireText(args, "storageId", call);
  const id = parseId(text);
  if (id === null && !isStorageId(text)) {
    const which = transaction.hidesValues ? "" : `: "${text}"`;
    throw invalidArgument(
      "storageId",
      call,
      `Invalid storage ID${which}. Storage ID should be an Id of '_storage' table, or a UUID string.`,
    );
  }
  const isOther =
    id !== null && transaction.tableOfId(component, id)?.name !== STORAGE;
  if (!isOther) return storage.find(transaction, component, text);
  throw new UserError(
    "Invalid storage ID. Storage ID cannot be an ID on any table other than '_storage'.",
  );
}

function storageOf({ execution }: TransactionContext): FileStorage {
  return execution.services.storage;
}
