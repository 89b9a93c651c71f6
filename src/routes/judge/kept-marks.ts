/**
 * Marks that the deployment does not have yet. Every press is stored in the browser, so that neither a lost connection
 * nor a reload nor the end of judging loses it, separately for each judge who uses the browser.
 */
import { useSyncExternalStore } from "react";
import * as z from "zod/mini";
import type { JudgeCard } from "#convex/shared/judging";
import { readStored, writeStored } from "../../lib/stored";

const sheetSchema = z.object({
  marks: z.record(z.string(), z.number()),
  note: z.string(),
});
const unsentSchema = z.object({
  /** Null deletes the marks. */
  sheet: z.nullable(sheetSchema),
  /** The project's, which the judge may lose meanwhile. */
  name: z.string(),
  /** When the marks were given that this replaces; not set if this browser has sent them. */
  over: z.optional(z.nullable(z.number())),
});
const keptSchema = z.object({
  /** Not saved yet, or refused, by the ids of projects. */
  drafts: z.record(z.string(), sheetSchema),
  /** Saved, but not accepted yet. */
  unsent: z.record(z.string(), unsentSchema),
});

/** Marks by the ids of criteria, and a note. */
export type Sheet = z.output<typeof sheetSchema>;
export type Unsent = z.output<typeof unsentSchema>;
export type Kept = z.output<typeof keptSchema>;

const NOTHING: Kept = { drafts: {}, unsent: {} };
/** By judge. In memory too, in case storage is denied. */
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

/** Stores a sheet to be sent, in place of the draft. */
export function keepUnsent(
  judgeId: string,
  {
    projectId,
    name,
    scoredAt,
  }: Pick<JudgeCard, "projectId" | "name" | "scoredAt">,
  sheet: Sheet | null,
): void {
  const { drafts, unsent } = keptOf(judgeId);
  const before = unsent[projectId] ?? { over: scoredAt };
  write(judgeId, {
    drafts: sheet === null ? drafts : without(drafts, projectId),
    unsent: { ...unsent, [projectId]: { ...before, name, sheet } },
  });
}

/** Removes a sheet that was accepted. One that has been saved since replaces it. */
export function dropSent(
  judgeId: string,
  projectId: string,
  sent: Unsent,
): void {
  const { drafts, unsent } = keptOf(judgeId);
  const now = unsent[projectId];
  if (now === undefined) return;
  const { over: _, ...next } = now;
  write(judgeId, {
    drafts,
    unsent: isSame(now, sent)
      ? without(unsent, projectId)
      : { ...unsent, [projectId]: next },
  });
}

/** Makes a refused sheet the draft again, unless another has been saved since. */
export function keepRefused(
  judgeId: string,
  projectId: string,
  sent: Unsent,
): void {
  const { drafts, unsent } = keptOf(judgeId);
  if (!isSame(unsent[projectId], sent)) return;
  write(judgeId, {
    drafts: sent.sheet ? { ...drafts, [projectId]: sent.sheet } : drafts,
    unsent: without(unsent, projectId),
  });
}

function isSame(one: Unsent | undefined, other: Unsent): boolean {
  return JSON.stringify(one?.sheet) === JSON.stringify(other.sheet);
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
    const stored: unknown = JSON.parse(readStored(keyOf(judgeId)) ?? "null");
    return keptSchema.safeParse(stored).data ?? NOTHING;
  } catch {
    // Malformed.
    return NOTHING;
  }
}

function write(judgeId: string, kept: Kept): void {
  known.set(judgeId, kept);
  writeStored(keyOf(judgeId), JSON.stringify(kept));
  for (const listener of listeners) listener();
}
