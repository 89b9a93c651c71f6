/**
 * What was typed and is not on the deployment yet, kept in this browser: a page that is closed or loaded anew without a
 * connection loses nothing. Without storage (private windows) the open page still has it.
 */
export type KeptText = {
  read: () => Kept | null;
  write: (kept: Kept) => void;
  clear: () => void;
};

/** `words` are what is left of the text without its base. */
type Kept = { text: string; base: string; words?: string | undefined };

/** The place for a field of a project, as this person edits it. */
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
