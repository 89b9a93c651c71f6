/**
 * What a person has done and the deployment does not have yet. Each task is an entry of local storage, for one person: it
 * is there before the press has ended, other tabs see it, and no other person of this device sends or sees it.
 * `sender.ts` sends it; docs/decisions/outbox.md says why it is so.
 */
import { useCallback, useSyncExternalStore } from "react";
import * as z from "zod/mini";
import { newListeners } from "../listeners";
import {
  isOnlyHere,
  parsed,
  readStored,
  storedKeys,
  writeStored,
} from "../kept/stored";
import { taskOf, type Kind, type Tasks } from "./tasks";

const keptSchema = z.object({
  kind: z.string(),
  args: z.unknown(),
  name: z.string(),
  at: z.number(),
  isTried: z.optional(z.boolean()),
  isHeld: z.optional(z.boolean()),
  refusal: z.optional(z.string()),
  answer: z.optional(z.object({ code: z.string(), message: z.string() })),
});

/** As it is stored. What another version of the page has kept stays, and waits for that version. */
type Kept = z.output<typeof keptSchema>;

/** A task with its key. */
export type Waiting<K extends Kind = Kind> = Extract<AnyWaiting, { kind: K }>;

type AnyWaiting = {
  [One in Kind]: {
    key: string;
    kind: One;
    args: Tasks[One];
    /** What it is about, for people. */
    name: string;
    /** When it was done, by this device's clock; ascends. */
    at: number;
    /** The deployment may have it already. */
    isTried?: boolean | undefined;
    /** It waits for something else than the connection: see `Task.waitsFor`. */
    isHeld?: boolean | undefined;
    /** Why the deployment does not take it. */
    refusal?: string | undefined;
    /** The last refusal, also while it is held. */
    answer?: { code: string; message: string } | undefined;
    /** This device's storage did not take it. */
    isOnlyHere: boolean;
  };
}[Kind];

const NOTHING: readonly Waiting[] = [];

/** As they were read last, by the names of their entries: one that has not changed is not read again. */
const read = new Map<string, { text: string | null; task?: Waiting }>();
const known = new Map<string, readonly Waiting[]>();
// A page that was put aside was not told of what other tabs did.
const listeners = newListeners("storage", "pageshow");

/** Keeps a task until the deployment has it. @returns its key */
export function keep<K extends Kind>(
  uid: string,
  kind: K,
  args: Tasks[K],
  { name }: { name: string },
): string {
  const all = outboxOf(uid);
  const replaced = taskOf(kind)?.isReplaced
    ? inLane(all, kind, args).filter((it) => it.refusal || !it.isTried)
    : [];
  const unsent = replaced.find(({ refusal }) => refusal === undefined);
  // `randomUUID` requires a secure origin.
  const key = crypto.getRandomValues(new Uint32Array(4)).join("-");
  const at = Math.max(Date.now(), 1 + (all.at(-1)?.at ?? 0));
  const seen = unsent && "seen" in unsent.args && { seen: unsent.args.seen };
  write(uid, key, { kind, args: { ...args, ...seen }, name, at });
  for (const it of replaced) write(uid, it.key, null);
  listeners.tell();
  return key;
}

export function discard(uid: string, key: string): void {
  write(uid, key, null);
  listeners.tell();
}

/** Everything that is kept for a person, in the order in which it was kept. */
export function outboxOf(uid: string): readonly Waiting[] {
  const prefix = nameOf(uid, "");
  const all = storedKeys()
    .filter((name) => name.startsWith(prefix))
    .sort()
    .flatMap((name) => taskIn(name, name.slice(prefix.length)) ?? [])
    .sort((one, other) => one.at - other.at);
  const last = known.get(uid);
  // `useSyncExternalStore` wants the same object while nothing changes.
  if (last?.length === all.length && all.every((it, nth) => it === last[nth]))
    return last;
  known.set(uid, all);
  return all;
}

function taskIn(name: string, key: string): Waiting | undefined {
  const text = readStored(name);
  const before = read.get(name);
  if (before?.text === text) return before.task;
  const kept = parsed(keptSchema, text);
  // Of this version or another, which `taskOf` tells.
  const task =
    kept && ({ ...kept, key, isOnlyHere: isOnlyHere(name) } as Waiting);
  read.set(name, task ? { text, task } : { text });
  return task;
}

/** The same, current in all tabs; of one kind, if it is given. */
export function useOutbox<K extends Kind = Kind>(
  uid: string,
  kind?: K,
): readonly Waiting<K>[] {
  const all = useSyncExternalStore(
    onOutbox,
    useCallback(() => outboxOf(uid), [uid]),
    () => NOTHING,
  );
  const wanted = all.filter((it) => kind === undefined || it.kind === kind);
  // The compiler does not follow `kind` into the union.
  return wanted as readonly unknown[] as readonly Waiting<K>[];
}

/** Those of one lane, in order. */
export function inLane(
  all: readonly Waiting[],
  kind: string,
  args: unknown,
): readonly Waiting[] {
  const lane = taskOf(kind)?.lane(args);
  return all.filter(
    (it) => it.kind === kind && taskOf(kind)?.lane(it.args) === lane,
  );
}

/** Calls back after each change, also of other tabs. @returns a function that ends it */
export const onOutbox = listeners.subscribe;

/** Changes what is kept, unless it is gone. For `sender.ts`. */
export function change(uid: string, key: string, by: Partial<Kept>): void {
  const kept = parsed(keptSchema, readStored(nameOf(uid, key)));
  if (kept === undefined) return;
  write(uid, key, { ...kept, ...by });
  listeners.tell();
}

const nameOf = (uid: string, key: string) => `outbox:${uid}:${key}`;

function write(uid: string, key: string, kept: Kept | null): void {
  const name = nameOf(uid, key);
  if (kept === null) read.delete(name);
  writeStored(name, kept && JSON.stringify(kept));
}
