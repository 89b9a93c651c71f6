import { chmod } from "node:fs/promises";
import type { Logger } from "../base/logger";
import { OWNER_ONLY } from "./private-file";

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
    const reason = error instanceof Error ? error.message : String(error);
    logger.warn(`Other users may be able to read ${dataDir}: ${reason}`);
  }
}
