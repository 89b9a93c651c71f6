/**
 * What a judge has marked and the deployment does not know yet. It is kept in the browser with every press, so that
 * neither a lost connection nor a reload loses it, and apart for each judge who uses the browser.
 */
import { useSyncExternalStore } from "react";
import * as z from "zod/mini";

const sheetSchema = z.object({
  marks: z.record(z.string(), z.number()),
  note: z.string(),
});
const keptSchema = z.object({
  /** Not saved yet, by the ids of projects. */
  drafts: z.record(z.string(), sheetSchema),
  /** Saved and not sent; null takes marks back. */
  unsent: z.record(z.string(), z.nullable(sheetSchema)),
});

/** Marks by the ids of criteria, and a note. */
export type Sheet = z.output<typeof sheetSchema>;
export type Kept = z.output<typeof keptSchema>;

const NOTHING: Kept = { drafts: {}, unsent: {} };
/** By judge. Also what storage would hold where it is forbidden. */
const known = new Map<string, Kept>();
const listeners = new Set<() => void>();

export function keptOf(judgeId: string): Kept {
  const kept = known.get(judgeId) ?? read(judgeId);
  known.set(judgeId, kept);
  return kept;
}

/** The same, current in all tabs. */
export function useKept(judgeId: string): Kept {
  return useSyncExternalStore(
    subscribe,
    () => keptOf(judgeId),
    () => NOTHING,
  );
}

export function keepDraft(
  judgeId: string,
  projectId: string,
  sheet: Sheet,
): void {
  const { drafts, unsent } = keptOf(judgeId);
  write(judgeId, { drafts: { ...drafts, [projectId]: sheet }, unsent });
}

/** Keeps what is to be sent; a sheet ends the draft. */
export function keepUnsent(
  judgeId: string,
  projectId: string,
  sheet: Sheet | null,
): void {
  const { drafts, unsent } = keptOf(judgeId);
  write(judgeId, {
    drafts: sheet === null ? drafts : without(drafts, projectId),
    unsent: { ...unsent, [projectId]: sheet },
  });
}

/** Forgets what was sent, unless something else has been saved since. */
export function dropSent(
  judgeId: string,
  projectId: string,
  sheet: Sheet | null,
): void {
  const { drafts, unsent } = keptOf(judgeId);
  if (JSON.stringify(unsent[projectId]) !== JSON.stringify(sheet)) return;
  write(judgeId, { drafts, unsent: without(unsent, projectId) });
}

function without<Value>(all: Record<string, Value>, key: string) {
  const { [key]: _, ...rest } = all;
  return rest;
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  addEventListener("storage", forget);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener("storage", forget);
  };
}

/** Another tab has written. */
function forget() {
  known.clear();
  for (const listener of listeners) listener();
}

const keyOf = (judgeId: string) => `judging ${judgeId}`;

function read(judgeId: string): Kept {
  try {
    const stored: unknown = JSON.parse(
      localStorage.getItem(keyOf(judgeId)) ?? "null",
    );
    return keptSchema.safeParse(stored).data ?? NOTHING;
  } catch {
    // Storage is forbidden, or holds something else.
    return NOTHING;
  }
}

function write(judgeId: string, kept: Kept): void {
  known.set(judgeId, kept);
  try {
    localStorage.setItem(keyOf(judgeId), JSON.stringify(kept));
  } catch {
    // Kept as long as the page is open.
  }
  for (const listener of listeners) listener();
}
