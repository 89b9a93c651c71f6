import { UserError } from "../../base/errors";
import { parseId } from "../../values/ids";
import { isStorageId } from "./file-bodies";
import type { StoredFile } from "./file-storage";
import {
  invalidArgument,
  requireText,
  type SyscallArguments,
} from "../calls/syscall-arguments";
import { STORAGE } from "../app/function-tables";
import type { SharedContext, SharedSyscall } from "./transaction-context";

export const getUrl: SharedSyscall = (context, args) => {
  const file = findFile(context, args, "storage.getUrl");
  const { component, execution } = context;
  const { storage } = execution.services;
  return JSON.stringify(file && storage.urlOf(file, component.path));
};

/** JSON text of a file's metadata, with the digest in hexadecimal. */
export const getMetadata: SharedSyscall = (context, args) => {
  const file = findFile(context, args, "storage.getMetadata");
  if (file === null) return "null";
  const { storageId, sha256, size, contentType } = file;
  const hex = Buffer.from(sha256, "base64").toString("hex");
  return JSON.stringify({ storageId, sha256: hex, size, contentType });
};

export const generateUploadUrl: SharedSyscall = ({ component, execution }) =>
  JSON.stringify(execution.services.storage.uploadUrl(component.path));

/** `1.0/storageDelete`; the body is deleted after the commit. */
export const remove: SharedSyscall = (context, args) => {
  const file = findFile(context, args, "storage.delete");
  if (file === null) {
    throw new UserError(`storage id ${String(args.storageId)} not found`);
  }
  const { component, execution } = context;
  execution.transaction.remove(component.path, file.id, { system: true });
  execution.deletedFiles = [...execution.deletedFiles, file];
  return "null";
};

/**
 * @returns the file that `args` name, or null when it does not exist
 * @throws UserError, with the name of `call`, when it is not the id of a file
 */
export function findFile(
  { component: { path }, execution }: SharedContext,
  args: SyscallArguments,
  call: string,
): StoredFile | null {
  const { transaction, services } = execution;
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
    id !== null && transaction.tableOfId(path, id)?.name !== STORAGE;
  if (!isOther) return services.storage.find(transaction, path, text);
  throw new UserError(
    "Invalid storage ID. Storage ID cannot be an ID on any table other than '_storage'.",
  );
}
