/**
 * A judge's marks that the deployment does not have: drafts, which are not saved yet and stay on the device, separately
 * for each judge who uses it; and saved ones, which wait in the outbox.
 */
import { useCallback, useEffect, useSyncExternalStore } from "react";
import * as z from "zod/mini";
import type { JudgeCard } from "#convex/judging/shared/judging";
import { newListeners } from "../../lib/listeners";
import { keep, outboxOf, type Waiting } from "../../lib/outbox/outbox";
import {
  isOnlyHere,
  parsed,
  readStored,
  writeStored,
} from "../../lib/kept/stored";
import { addWaits } from "../../lib/kept/waits";

const sheetSchema = z.object({
  marks: z.record(z.string(), z.number()),
  note: z.string(),
});
const draftsSchema = z.record(
  z.string(),
  z.extend(sheetSchema, {
    /** The `scoredAt` of the marks that the judge saw; absent if those were on their way from here. */
    over: z.optional(z.nullable(z.number())),
  }),
);

/** Marks by the ids of criteria, and a note. */
export type Sheet = z.output<typeof sheetSchema>;
/** By the ids of projects. */
type Drafts = z.output<typeof draftsSchema>;

const NOTHING: Drafts = {};
/** By judge. In memory too, in case storage is denied. */
const known = new Map<string, Drafts>();
const listeners = newListeners();

export function draftsOf(judgeId: string): Drafts {
  const drafts = known.get(judgeId) ?? read(judgeId);
  known.set(judgeId, drafts);
  return drafts;
}

/** The same, current in all tabs. Says so where they end with the page. */
export function useDrafts(judgeId: string): Drafts {
  useEffect(
    () =>
      addWaits(() => {
        const isBrief =
          isOnlyHere(keyOf(judgeId)) &&
          Object.keys(draftsOf(judgeId)).length > 0;
        const name = "marks that you have not saved";
        return isBrief ? [{ name, fate: "page" }] : [];
      }, listeners.subscribe),
    [judgeId],
  );
  return useSyncExternalStore(
    subscribe,
    useCallback(() => draftsOf(judgeId), [judgeId]),
    () => NOTHING,
  );
}

export function keepDraft(
  judgeId: string,
  projectId: string,
  sheet: Drafts[string] | null,
): void {
  const { [projectId]: _, ...others } = draftsOf(judgeId);
  const drafts = sheet === null ? others : { ...others, [projectId]: sheet };
  known.set(judgeId, drafts);
  writeStored(keyOf(judgeId), JSON.stringify(drafts));
  listeners.tell();
}

/** Keeps a sheet to be sent, in place of the draft; null takes the marks back. */
export function keepUnsent(
  judgeId: string,
  {
    projectId,
    name,
    scoredAt,
  }: Pick<JudgeCard, "projectId" | "name" | "scoredAt">,
  sheet: Sheet | null,
): void {
  const before = unsentOf(marksOf(judgeId)).get(projectId);
  const { over: seen = scoredAt } = draftsOf(judgeId)[projectId] ?? {};
  const over = before === undefined ? seen : before.args.over;
  keep(judgeId, "marks", { projectId, over, sheet }, { name });
  if (sheet !== null) keepDraft(judgeId, projectId, null);
}

/** The last saved marks for each project that wait, or were refused. */
export function unsentOf(
  marks: readonly Waiting<"marks">[],
  isRefused = false,
): ReadonlyMap<string, Waiting<"marks">> {
  return new Map(
    marks
      .filter(({ refusal }) => (refusal !== undefined) === isRefused)
      .map((it) => [it.args.projectId, it]),
  );
}

function marksOf(judgeId: string) {
  return outboxOf(judgeId).filter((it) => it.kind === "marks");
}

function subscribe(listener: () => void) {
  const stop = listeners.subscribe(listener);
  const forget = () => {
    known.clear();
    listener();
  };
  addEventListener("storage", forget);
  return () => {
    stop();
    removeEventListener("storage", forget);
  };
}

const keyOf = (judgeId: string) => `judging ${judgeId}`;

function read(judgeId: string): Drafts {
  return parsed(draftsSchema, readStored(keyOf(judgeId))) ?? NOTHING;
}
