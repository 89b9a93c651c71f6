import { UserError } from "../../base/errors";
import type { FileStorage, StoredFile } from "../files/file-storage";
import { requireText, type SyscallArguments } from "../syscall-arguments";
import type {
  AsyncSyscall,
  TransactionFrame,
} from "../execution/transaction-frame";

/** `1.0/storageGetUrl` */
export const getUrl: AsyncSyscall = (frame, args) => {
  const file = find(frame, args, "storage.getUrl");
  const url = file && storageOf(frame).urlOf(file, frame.component.path);
  return JSON.stringify(url);
};

/** `1.0/storageGetMetadata` */
export const getMetadata: AsyncSyscall = (frame, args) =>
  metadataText(find(frame, args, "storage.getMetadata"));

/** `1.0/storageGenerateUploadUrl` */
export const generateUploadUrl: AsyncSyscall = (frame) =>
  JSON.stringify(storageOf(frame).uploadUrl(frame.component.path));

/** `1.0/storageDelete`: the body goes after the mutation has committed. */
export const remove: AsyncSyscall = (frame, args) => {
  const file = find(frame, args, "storage.delete");
  const storage = storageOf(frame);
  if (file === null) throw notFound(args);
  const component = frame.component.path;
  storage.remove(frame.run.transaction, component, file);
  frame.run.deletedFiles = [...frame.run.deletedFiles, file];
  return "null";
};

/** JSON text of a file's metadata; the digest in hexadecimal. */
export function metadataText(file: StoredFile | null): string {
  if (file === null) return "null";
  const { storageId, sha256, size, contentType } = file;
  const hex = Buffer.from(sha256, "base64").toString("hex");
  return JSON.stringify({ storageId, sha256: hex, size, contentType });
}

/** The error for a file that is not there. */
export function notFound({ storageId }: SyscallArguments): UserError {
  return new UserError(
    "StorageNotFound",
    `Storage id ${String(storageId)} not found`,
  );
}

function find(
  frame: TransactionFrame,
  args: SyscallArguments,
  call: string,
): StoredFile | null {
  const id = requireText(args, "storageId", call);
  const { transaction } = frame.run;
  return storageOf(frame).find(transaction, frame.component.path, id);
}

function storageOf({ run }: TransactionFrame): FileStorage {
  return run.services.storage;
}
