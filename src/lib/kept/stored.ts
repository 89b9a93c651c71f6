/** Local storage that may be denied or full: what it does not take lives as long as the page. */
import type * as z from "zod/mini";

/** What storage did not take. */
const memory = new Map<string, string>();

export function readStored(key: string): string | null {
  try {
    return memory.get(key) ?? localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Whether an entry ends with this page. */
export const isOnlyHere = (key: string): boolean => memory.has(key);

/** What is kept as JSON; undefined if there is nothing, or if it is malformed. */
export function parsed<Schema extends z.ZodMiniType>(
  schema: Schema,
  text: string | null,
): z.output<Schema> | undefined {
  try {
    return schema.safeParse(JSON.parse(text ?? "null")).data;
  } catch {
    return undefined;
  }
}

/** @param text null removes the entry */
export function writeStored(key: string, text: string | null): void {
  memory.delete(key);
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // Denied or full.
    if (text !== null) memory.set(key, text);
  }
}

export function storedKeys(): string[] {
  const own = [...memory.keys()];
  try {
    return [...new Set([...own, ...Object.keys(localStorage)])];
  } catch {
    return own;
  }
}

/** Deletes every entry that is kept for a person: its name holds the person's id, or it is nothing else. */
export function forgetStored(uid: string): void {
  for (const key of storedKeys())
    if (key.includes(uid) || readStored(key) === uid) writeStored(key, null);
}
