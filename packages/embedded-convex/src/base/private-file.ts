import { chmod, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { messageOf } from "./errors";
import type { Logger } from "./logger";

/** Modes of files and folders that only their owner can access. */
export const OWNER_ONLY = { file: 0o600, folder: 0o700 };

/**
 * Writes a file that only its owner can access. The write is atomic and
 * durable: a temporary file is written, synced and renamed to `path`. A file that
 * cannot be written leaves nothing behind.
 */
export async function writePrivateFile(
  path: string,
  content: string | Uint8Array,
): Promise<void> {
  const aside = `${path}.${process.pid}.tmp`;
  const file = await open(aside, "w", OWNER_ONLY.file);
  try {
    await file.chmod(OWNER_ONLY.file);
    await file.writeFile(content);
    await file.sync();
    await rename(aside, path);
  } catch (error) {
    await rm(aside, { force: true }).catch(() => {});
    throw error;
  } finally {
    await file.close();
  }
  await syncFolder(dirname(path));
}

/** Syncs a folder, so that a renamed file has its new name after a crash. */
export async function syncFolder(path: string): Promise<void> {
  // Some systems cannot open or sync folders: ignore errors.
  const folder = await open(path).catch(() => null);
  await folder?.sync().catch(() => {});
  await folder?.close();
}

/**
 * Restricts a data directory, and so all that is in it, to its owner, because it
 * contains mail addresses, sessions and keys. Logs a warning if it fails.
 */
export async function makePrivate(
  dataDir: string,
  logger: Logger,
): Promise<void> {
  try {
    await chmod(dataDir, OWNER_ONLY.folder);
  } catch (error) {
    // The file system may lack permissions, or another user may own the files.
    const reason = messageOf(error);
    logger.warn(`Other users may be able to read ${dataDir}: ${reason}`);
  }
}
