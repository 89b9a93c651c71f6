/** Which announcements have been seen in this browser. Only this module touches the key. */
import { readStored, writeStored } from "../../lib/stored";

const KEY = "announcementsSeen";

/** The ids; null if this browser has kept none, or may not. */
export function storedSeen(): ReadonlySet<string> | null {
  try {
    const ids: unknown = JSON.parse(readStored(KEY) ?? "null");
    if (!Array.isArray(ids)) return null;
    return new Set(ids.filter((id) => typeof id === "string"));
  } catch {
    return null;
  }
}

/** Adds to the stored ids, which other tabs may have changed, and drops those that are no longer listed. */
export function storeSeen(
  seen: ReadonlySet<string>,
  listed: readonly string[],
): void {
  const stored = storedSeen();
  const kept = listed.filter((id) => seen.has(id) || stored?.has(id));
  writeStored(KEY, JSON.stringify(kept));
}
