/**
 * The session as the page sees it. It does not import Convex: a visitor without a stored token is signed out without a
 * request, and the client is loaded only after `want`. Only `layouts/convex-session.tsx` publishes the deployment's answers.
 */
import type { Value } from "convex/values";
import { useSyncExternalStore } from "react";
import { newListeners } from "../listeners";
import {
  hasStoredToken,
  isHeldElsewhere,
  onTokenFromOtherTab,
} from "./token-storage";

export type SessionStatus = "unknown" | "signedOut" | "signedIn";

export type SessionActions = {
  signIn: (
    provider: string,
    params: Record<string, Value>,
  ) => Promise<{ signingIn: boolean }>;
  /** Resolves to false if the person stays, because something that they did is not sent yet. */
  mayLeave: () => Promise<boolean>;
  signOut: () => Promise<void>;
};

type Session = {
  status: SessionStatus;
  /** Whether the live connection has said so, and not only the first answer. */
  isConfirmed: boolean;
  isWanted: boolean;
};

const unknown: Session = {
  status: "unknown",
  isConfirmed: false,
  isWanted: false,
};
let session = unknown;
const listeners = newListeners();
let currentActions: SessionActions | undefined;

/** Looks for a stored token, on this device or in another tab. Called once, before the first render. */
export function startSession(): void {
  const isStored = hasStoredToken();
  const isHeld = isHeldElsewhere();
  update({
    ...unknown,
    status: isStored || isHeld ? "unknown" : "signedOut",
    isWanted: isStored,
  });
  onTokenFromOtherTab(want);
  if (isHeld)
    void import("./other-tabs")
      .then(({ takeSession }) => takeSession())
      .then(want, () => update({ ...session, status: "signedOut" }));
}

/** Loads the client; from then on the deployment decides who is signed in. */
export function want(): void {
  if (!session.isWanted) update({ ...session, isWanted: true });
}

/** Called by `layouts/convex-session.tsx` with each answer. */
export function publish(
  status: SessionStatus,
  actions: SessionActions,
  { isConfirmed }: Pick<Session, "isConfirmed">,
): void {
  currentActions = actions;
  update({ ...session, status, isConfirmed });
}

/** Sign-in and sign-out, once the client is loaded. */
export async function sessionActions(): Promise<SessionActions> {
  want();
  return found(() => currentActions);
}

/** Waits until the deployment has confirmed a sign-in. The guards would redirect to the login before that. */
export async function signedIn(): Promise<void> {
  await found(() => session.status === "signedIn" || undefined);
}

/** Signs out a current user before another session starts. @returns false if the person stays: see `mayLeave` */
export async function endSession(): Promise<boolean> {
  const { mayLeave, signOut } = await sessionActions();
  await found(() => session.status !== "unknown" || undefined);
  if (session.status === "signedOut") return true;
  if (!(await mayLeave())) return false;
  await signOut();
  await found(() => session.status === "signedOut" || undefined);
  return true;
}

export function useSession(): Session {
  return useSyncExternalStore(
    listeners.subscribe,
    () => session,
    () => unknown,
  );
}

/** Resolves with the first defined result of `find`, which runs after every change. */
function found<Thing>(find: () => Thing | undefined): Promise<Thing> {
  return new Promise((resolve) => {
    const check = () => {
      const thing = find();
      if (thing === undefined) return;
      stop();
      resolve(thing);
    };
    const stop = listeners.subscribe(check);
    check();
  });
}

function update(next: Session) {
  session = next;
  // First set by `public/first-paint.js`, as "stored".
  const { dataset } = document.documentElement;
  if (next.status === "signedIn") dataset.session = "open";
  if (next.status === "signedOut") delete dataset.session;
  listeners.tell();
}
