/** Local storage that may be denied or full: then nothing is found, and what is written lives as long as the page. */
import type * as z from "zod/mini";

export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

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
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // Denied or full.
  }
}

export function storedKeys(): string[] {
  try {
    return Object.keys(localStorage);
  } catch {
    return [];
  }
}

/** Deletes every entry that is kept for a person: its name holds the person's id, or it is nothing else. */
export function forgetStored(uid: string): void {
  for (const key of storedKeys())
    if (key.includes(uid) || readStored(key) === uid) writeStored(key, null);
}
