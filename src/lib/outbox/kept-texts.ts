import * as z from "zod/mini";
import { newListeners } from "../listeners";
import { parsed, readStored, storedKeys, writeStored } from "../kept/stored";

/**
 * Unsent changes, kept in this browser, so that a page that is closed or reloaded without a connection loses nothing.
 * Each tab has its own, so that two tabs of one person do not overwrite each other's; what a closed tab has left, the
 * next one takes over. If storage is denied (private windows), the open page still has them.
 */
export type KeptText = {
  /**
   * Tells what this tab kept before, and what closed tabs have left, also of tabs that close later.
   * @param take gets a text, and a function that deletes it once it is kept elsewhere or needed no more
   * @returns a function that ends it
   */
  left: (take: (kept: Kept, drop: () => void) => void) => () => void;
  write: (kept: Kept) => void;
  /** Deletes what this has written or told of its own tab. */
  clear: () => void;
};

const keptSchema = z.object({
  text: z.string(),
  base: z.string(),
  /** What the deployment may have of it. */
  sent: z.optional(z.string()),
  /** The rival text that the deployment keeps of it. */
  apart: z.optional(z.string()),
  /** The plain text, and the deployment's at that time, for use without the base. */
  own: z.optional(z.string()),
  stored: z.optional(z.string()),
});

export type Kept = z.output<typeof keptSchema>;

const listeners = newListeners("storage");

/** The names of all that a person has typed into projects on this device and that is not sent. */
export function keptNames(userId: string): string[] {
  return storedKeys()
    .filter((name) => {
      const [kind, , owner] = name.split(":");
      return kind === "project" && owner === userId;
    })
    .sort();
}

export const projectOf = (name: string) => name.split(":")[1];

export const isOfThisTab = (name: string) => name.split(":")[4] === id;

/** Calls back after each change, also of other tabs. @returns a function that ends it */
export const onKeptTexts = listeners.subscribe;

/** The kept texts of a field of a project for one person. */
export function keptText(
  projectId: string,
  userId: string,
  field: string,
): KeptText {
  const prefix = `project:${projectId}:${userId}:${field}:`;
  const own = prefix + tab();
  let written: string | null = null;
  return {
    left: (take) => {
      const known = new Set<string>();
      const ended = new AbortController();
      async function takeOver(key: string): Promise<void> {
        if (!key.startsWith(prefix) || known.has(key)) return;
        known.add(key);
        if (key !== own) await whenClosed(key.slice(prefix.length));
        const stored = readStored(key);
        const kept = parsed(keptSchema, stored);
        if (kept === undefined || ended.signal.aborted) return;
        if (key === own) written = stored;
        take(kept, () => {
          if (key !== own) writeStored(key, null);
          listeners.tell();
        });
      }
      for (const key of storedKeys().sort()) void takeOver(key);
      addEventListener("storage", ({ key }) => void takeOver(key ?? ""), ended);
      return () => ended.abort();
    },
    write: (kept) => {
      written = JSON.stringify(kept);
      writeStored(own, written);
      listeners.tell();
    },
    clear: () => {
      if (written !== null && readStored(own) === written)
        writeStored(own, null);
      written = null;
      listeners.tell();
    },
  };
}

let id: string | undefined;

/** The name of this tab until it is loaded again. It holds a lock while it is open, by which other tabs see that it is. */
function tab(): string {
  if (id === undefined) {
    id = Math.random().toString(36).slice(2);
    void holdForEver(id);
  }
  return id;
}

const closed = new Map<string, Promise<void>>();

/**
 * Resolves once a tab is closed; for one of several tabs that wait for it. Where there are no locks (pages without TLS),
 * every other tab counts as closed: both may send the same change then, which the deployment takes once.
 */
async function whenClosed(other: string): Promise<void> {
  const known = closed.get(other) ?? holdForEver(other);
  closed.set(other, known);
  return known;
}

/** Resolves when the lock is held. */
async function holdForEver(name: string): Promise<void> {
  if (!("locks" in navigator)) return;
  await new Promise<void>((resolve) => {
    navigator.locks
      .request(`project:${name}`, async () => {
        resolve();
        return new Promise<never>(() => {});
      })
      .catch(() => resolve());
  });
}
