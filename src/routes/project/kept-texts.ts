/**
 * Unsent changes, kept in this browser, so that a page that is closed or reloaded without a connection loses nothing.
 * If storage is denied (private windows), the open page still has them.
 */
export type KeptText = {
  read: () => Kept | null;
  write: (kept: Kept) => void;
  clear: () => void;
};

/** `words`: the plain text, for use without its base. */
type Kept = { text: string; base: string; words?: string | undefined };

/** The storage key of a field of a project for one person. */
export function keptText(
  projectId: string,
  userId: string,
  field: string,
): KeptText {
  const key = `project:${projectId}:${userId}:${field}`;
  return {
    read: () => parsed(attempt(() => localStorage.getItem(key)) ?? null),
    write: (kept) =>
      attempt(() => localStorage.setItem(key, JSON.stringify(kept))),
    clear: () => attempt(() => localStorage.removeItem(key)),
  };
}

function parsed(stored: string | null): Kept | null {
  const kept: unknown =
    stored === null ? null : attempt(() => JSON.parse(stored) as unknown);
  const isKept =
    typeof kept === "object" &&
    kept !== null &&
    "text" in kept &&
    "base" in kept &&
    typeof kept.text === "string" &&
    typeof kept.base === "string";
  if (!isKept) return null;
  const words = "words" in kept ? { words: String(kept.words) } : {};
  return { text: String(kept.text), base: String(kept.base), ...words };
}

function attempt<Result>(act: () => Result): Result | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
