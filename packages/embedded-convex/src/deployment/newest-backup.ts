import { readdirSync } from "node:fs";
import { join } from "node:path";

/** Returns the path of the newest backup in a data directory, or null. */
export function findNewestBackup(dataDir: string): string | null {
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
