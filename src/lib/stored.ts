/** Local storage that may be denied or full: then nothing is found, and what is written lives as long as the page. */

export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** @param text null removes the entry */
export function writeStored(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // Denied or full.
  }
}

/** Deletes every entry that is kept for a person: its name holds the person's id, or it is nothing else. */
export function forgetStored(uid: string): void {
  try {
    for (const key of Object.keys(localStorage))
      if (key.includes(uid) || readStored(key) === uid)
        localStorage.removeItem(key);
  } catch {
    // Denied: then nothing is stored.
  }
}
