import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { inspect } from "node:util";
import { codeOf, isSystemError } from "../base/error-code";
import { RequestError, UserError } from "../base/errors";
import { BundleError } from "../functions/loading/bundle-error";
import { LoadError } from "../functions/loading/load-error";
import {
  DamagedDataError,
  OtherVersionError,
  StoreLockedError,
} from "../storage/store-errors";

type Settings = { host: string; port: number; dataDir: string };

/** Why the server cannot start: one line for its operator. */
export class StartError extends Error {
  override readonly name = "StartError";
}

/**
 * Returns a StartError if the operator can fix the cause of `error`, otherwise
 * `error` itself.
 */
export function explainStartError(error: unknown, settings: Settings): unknown {
  return startError(explain(error, settings.dataDir), error);
}

/** Like `explainStartError`, for an error of listening on the port. */
export function explainListenError(
  error: unknown,
  settings: Settings,
): unknown {
  return startError(explainListening(error, settings), error);
}

/** What an operator cannot mend. */
const BUGS = [TypeError, RangeError, ReferenceError];

/** Returns why a running server cannot keep its data: in one line, but a bug with its stack. */
export function explainLoss(error: unknown): string {
  const cause = error instanceof Error ? deepest(error) : error;
  const isBug = BUGS.some((kind) => cause instanceof kind);
  const reason =
    cause instanceof Error && !isBug ? cause.message : inspect(error);
  return `Stopping, because data cannot be kept: ${reason}`;
}

function startError(reason: string | null, cause: unknown): unknown {
  if (reason === null) return cause;
  return new StartError(reason.replace(/\s*\n\s*/g, " | "), { cause });
}

function explainListening(
  error: unknown,
  { host, port }: Settings,
): string | null {
  switch (codeOf(error)) {
    case "EADDRINUSE":
      return `Port ${port} is in use: stop the process that uses it, or set PORT to another number`;
    case "EACCES":
    case "EPERM":
      return `This user may not listen on port ${port}: set PORT to a number above 1023`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return `HOST ${host} is not an address of this machine`;
    default:
      return isSystemError(error)
        ? `HOST ${host} cannot be used: ${error.message}`
        : null;
  }
}

function explain(error: unknown, dataDir: string): string | null {
  if (error instanceof StartError) return error.message;
  if (error instanceof RequestError) {
    return `The data cannot be filled from the seed: ${error.message}`;
  }
  if (error instanceof StoreLockedError) {
    return `Another process is using the data directory ${dataDir}`;
  }
  if (error instanceof OtherVersionError) {
    return `The data directory ${dataDir} cannot be used: ${error.message}. Nothing in it was changed`;
  }
  if (error instanceof DamagedDataError) return explainDamage(error, dataDir);
  if (
    error instanceof BundleError ||
    error instanceof LoadError ||
    error instanceof UserError
  ) {
    return `The functions cannot be loaded: ${error.message}`;
  }
  if (isLevelError(error)) {
    return `The data directory ${dataDir} cannot be used: ${deepest(error).message}`;
  }
  return explainDisk(error, dataDir);
}

/** Says what is damaged and how to restore the data. */
function explainDamage(
  { file, problem }: DamagedDataError,
  dataDir: string,
): string {
  const what = file === null ? problem : `${file} ${problem}`;
  const backup = findNewestBackup(dataDir);
  const wayOut =
    backup === null
      ? "It holds no backup: restore a copy of the whole directory"
      : `Restore a copy of the whole directory, or move it away, start with a new one, and run "npx convex import --replace-all ${backup}", which is its newest backup (at the path where it is then)`;
  return `The data directory ${dataDir} is damaged: ${what}. Nothing in it was changed. ${wayOut}`;
}

function findNewestBackup(dataDir: string): string | null {
  const folder = join(dataDir, "exports");
  try {
    const names = readdirSync(folder).filter((name) => /^\d+\.zip$/.test(name));
    // The names are timestamps of equal length, so they sort as text.
    const newest = names.sort().at(-1);
    return newest === undefined ? null : join(folder, newest);
  } catch {
    return null;
  }
}

/**
 * Explains a file system error. It may concern the page or the functions, so
 * the message mentions the data directory only for paths in it.
 */
function explainDisk(error: unknown, dataDir: string): string | null {
  const path = pathOf(error);
  const what = path ?? "Something that the server needs";
  const isOurs = path?.startsWith(resolve(dataDir)) ?? false;
  const where = isOurs ? ` (data directory ${dataDir})` : "";
  switch (codeOf(error)) {
    case "EACCES":
    case "EPERM":
      return `${what} cannot be read or written by this user${where}`;
    case "EROFS":
      return `${what} cannot be written: its disk is read-only${where}`;
    case "ENOTDIR":
    case "EEXIST":
    case "ENOENT":
      return `${what} cannot be created: part of this path is missing or not a directory${where}`;
    case "EISDIR":
      return `${what} is a directory, not a file${where}`;
    case "ENOSPC":
    case "EDQUOT":
      return `A disk that the server writes to is full: free some space for the data directory ${dataDir}`;
    case "EMFILE":
    case "ENFILE":
      return "Too many files are open: raise the limit of open files";
    case "EIO":
      return `${what} cannot be read or written: its disk reports an error${where}`;
    default:
      return isSystemError(error) ? `${what}: ${error.message}${where}` : null;
  }
}

function isLevelError(error: unknown): error is Error {
  return error instanceof Error && String(codeOf(error)).startsWith("LEVEL_");
}

/** Returns the innermost cause, which has LevelDB's own message. */
function deepest(error: Error): Error {
  return error.cause instanceof Error ? deepest(error.cause) : error;
}

function pathOf(error: unknown): string | null {
  const path = error instanceof Error && "path" in error ? error.path : null;
  return typeof path === "string" ? path : null;
}
