/**
 * Who is signed in, as every part of the page may ask it. Knows nothing of Convex: a visitor without a stored token
 * is signed out without a single request, and the client is only downloaded when `want` has been called.
 * `convex-session.tsx` is the sole writer of what the deployment answers.
 */
import type { Value } from "convex/values";
import { useSyncExternalStore } from "react";
import { hasStoredToken, onTokenFromOtherTab } from "./token-storage";

export type SessionStatus = "unknown" | "signedOut" | "signedIn";

export type SessionActions = {
  signIn: (
    provider: string,
    params: Record<string, Value>,
  ) => Promise<{ signingIn: boolean }>;
  signOut: () => Promise<void>;
};

type Session = { status: SessionStatus; isWanted: boolean };

const unknown: Session = { status: "unknown", isWanted: false };
let session = unknown;
const listeners = new Set<() => void>();
let currentActions: SessionActions | undefined;

/** Looks for a stored token. Called once, before the first render. */
export function startSession(): void {
  const isStored = hasStoredToken();
  update({ status: isStored ? "unknown" : "signedOut", isWanted: isStored });
  onTokenFromOtherTab(want);
}

/** Asks for the client to be loaded; from then on the deployment says who is signed in. */
export function want(): void {
  if (!session.isWanted) update({ ...session, isWanted: true });
}

/** Takes the deployment's answer. */
export function publish(status: SessionStatus, actions: SessionActions): void {
  currentActions = actions;
  update({ ...session, status });
}

/** Sign-in and sign-out, as soon as the client is there. */
export async function sessionActions(): Promise<SessionActions> {
  want();
  return found(() => currentActions);
}

/** Waits until the deployment has confirmed a sign-in; a page for participants shown earlier would ask for another. */
export async function signedIn(): Promise<void> {
  await found(() => session.status === "signedIn" || undefined);
}

/** Ends the session that this browser has, if it has one, before another one takes its place. */
export async function endSession(): Promise<void> {
  const { signOut } = await sessionActions();
  await found(() => session.status !== "unknown" || undefined);
  if (session.status === "signedOut") return;
  await signOut();
  await found(() => session.status === "signedOut" || undefined);
}

export function useSession(): Session {
  return useSyncExternalStore(
    subscribe,
    () => session,
    () => unknown,
  );
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** What `find` gives, as soon as it gives something. */
function found<Thing>(find: () => Thing | undefined): Promise<Thing> {
  return new Promise((resolve) => {
    const look = () => {
      const thing = find();
      if (thing === undefined) return;
      listeners.delete(look);
      resolve(thing);
    };
    listeners.add(look);
    look();
  });
}

function update(next: Session) {
  session = next;
  for (const listener of listeners) listener();
}
