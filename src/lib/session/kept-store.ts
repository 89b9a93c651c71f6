/**
 * Answers that this device keeps for the person who is signed in, so that pages open with no connection. They lie where
 * the session's token lies, end with it, and are read only with the token of the person who got them.
 */
import type { Me } from "#convex/account/shared";
import { newListeners } from "../listeners";
import { claimsOf } from "./token-claims";
import { storedNames, storedToken, tokenStorage } from "./token-storage";

/** The last answer to a question, and when it was last known to be current, by the device's clock. */
export type Kept = { status: "success"; data: unknown; at: number };

const PREFIX = "kept ";

/** As they were read or written, so that an answer is the same object each time. */
const read = new Map<string, Kept | undefined>();
const listeners = newListeners();

export const onKept = listeners.subscribe;

// Another tab of the person has kept something else.
if (typeof window !== "undefined")
  window.addEventListener("storage", ({ key }) => void read.delete(key ?? ""));

/**
 * What a question is kept by; undefined if nobody is signed in. The time and the read key change who may ask and when the
 * answer changes, but not what is asked.
 */
export function keptKey(path: string, args: object): string | undefined {
  const own = ownPrefix();
  if (own === undefined) return undefined;
  const asked = JSON.stringify({ ...args, at: undefined, readKey: undefined });
  return own + path + asked;
}

function ownPrefix(): string | undefined {
  const owner = claimsOf(storedToken() ?? "").sub?.split("|")[0];
  return owner && `${PREFIX}${owner} `;
}

export function keptAnswer(key: string | undefined): Kept | undefined {
  if (key === undefined) return undefined;
  if (!read.has(key)) read.set(key, parsed(tokenStorage.getItem(key)));
  return read.get(key);
}

/**
 * Keeps it, unless the session in which the key was made has ended. Whoever has another role than before may not ask what
 * they could, and no page asks it any more: everything else that was kept goes.
 */
export function keepAnswer(key: string, data: unknown): void {
  const own = ownPrefix();
  if (own === undefined || !key.startsWith(own)) return;
  if (key === keptKey("users:me", {})) {
    const before = roleOf(keptAnswer(key)?.data);
    if (before !== undefined && before !== roleOf(data)) forgetKept();
  }
  const kept: Kept = { status: "success", data, at: Date.now() };
  read.set(key, kept);
  tokenStorage.setItem(key, JSON.stringify(kept));
  listeners.tell();
}

/** Called when the deployment refuses the question: whoever may not ask any more may not keep the answer either. */
export function dropAnswer(key: string): void {
  read.delete(key);
  tokenStorage.removeItem(key);
  listeners.tell();
}

/** Called when a session has ended. */
export function forgetKept(): void {
  read.clear();
  for (const name of storedNames()) {
    if (name.startsWith(PREFIX)) tokenStorage.removeItem(name);
  }
  listeners.tell();
}

/** Whether this device knows who is signed in. */
export function isKnownKept(): boolean {
  return (keptAnswer(keptKey("users:me", {}))?.data ?? null) !== null;
}

function roleOf(me: unknown): string | undefined {
  const known = me as Pick<Me, "role" | "isDeskHelper"> | null | undefined;
  return known ? `${known.role} ${known.isDeskHelper}` : undefined;
}

function parsed(text: string | null): Kept | undefined {
  try {
    return text === null ? undefined : (JSON.parse(text) as Kept);
  } catch {
    return undefined;
  }
}
