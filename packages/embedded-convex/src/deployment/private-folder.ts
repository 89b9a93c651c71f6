import { chmod, lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { isMissing } from "../base/error-code";
import type { Logger } from "../base/logger";
import { OWNER_ONLY } from "./private-file";

/** What the server creates in its data directory; other entries are not its. */
const PARTS = [
  "documents",
  "exports",
  "files",
  "imports",
  "keys.json",
  "outbox",
];

/**
 * Restricts a data directory to its owner, because it contains mail addresses,
 * sessions and keys. Directories that an earlier version created, and copies,
 * may be readable by every user of the machine. Logs a warning if it fails.
 */
export async function makePrivate(
  dataDir: string,
  logger: Logger,
): Promise<void> {
  try {
    await chmod(dataDir, OWNER_ONLY.folder);
    for (const part of PARTS) await makePrivateBelow(join(dataDir, part));
  } catch (error) {
    // The file system may lack permissions, or another user may own the files.
    const reason = error instanceof Error ? error.message : String(error);
    logger.warn(`Other users may be able to read ${dataDir}: ${reason}`);
  }
}

async function makePrivateBelow(path: string): Promise<void> {
  const found = await lstat(path).catch(() => null);
  if (found === null || found.isSymbolicLink()) return;
  const mode = found.isDirectory() ? OWNER_ONLY.folder : OWNER_ONLY.file;
  if ((found.mode & 0o777) !== mode) await chmod(path, mode).catch(ifThere);
  if (!found.isDirectory()) return;
  for (const name of await readdir(path)) {
    await makePrivateBelow(join(path, name));
  }
}

/** Ignores missing files, because LevelDB may delete some during the walk. */
function ifThere(error: unknown): void {
  if (!isMissing(error)) throw error;
}
