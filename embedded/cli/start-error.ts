import { UserError } from "../base/errors";
import { BundleError } from "../functions/loading/bundle-error";
import { LoadError } from "../functions/loading/load-error";
import { StoreLockedError } from "../storage/store-locked-error";
import type { Settings } from "./settings";

/** Why the server cannot start, in one line for the person who started it. */
export class StartError extends Error {
  override readonly name = "StartError";
}

/** Returns a StartError for what a person can put right, else the error. */
export function explainStartError(error: unknown, settings: Settings): unknown {
  const reason = explain(error, settings);
  if (reason === null) return error;
  return new StartError(reason.replace(/\s*\n\s*/g, " | "), { cause: error });
}

function explain(error: unknown, settings: Settings): string | null {
  if (error instanceof StoreLockedError) {
    return `Another process is using the data directory ${settings.dataDir}`;
  }
  if (
    error instanceof BundleError ||
    error instanceof LoadError ||
    error instanceof UserError
  ) {
    return `The functions cannot be loaded: ${error.message}`;
  }
  const { host, port, dataDir } = settings;
  switch (codeOf(error)) {
    case "EADDRINUSE":
      return `Port ${port} is in use: stop what uses it, or set PORT to another`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return `HOST ${host} is not an address of this machine`;
    case "EACCES":
    case "EPERM":
    case "EROFS":
    case "ENOTDIR":
    case "EEXIST":
    case "ENOSPC":
    case "LEVEL_DATABASE_NOT_OPEN":
      return `Cannot write to the data directory ${dataDir}, or not use port ${port}: ${messageOf(error)}`;
    default:
      return null;
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : null;
}

/** LevelDB says what is wrong one error deeper. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
