/**
 * The invitation of a visitor without a session: its code is kept in local storage, so that it survives every way of
 * signing in, reloads and other tabs. It is dropped when it is used or dismissed, or after a week.
 */
import { useSyncExternalStore } from "react";
import { isInviteCode } from "#convex/teams/shared/inviteCodes";
import { newListeners } from "../listeners";
import { readStored, writeStored } from "./stored";
import { joinAddress, paths } from "../../paths";

const KEY = "invitation";
const LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;

const listeners = newListeners("storage");

export function keepInvitation(inviteCode: string): void {
  write(`${inviteCode} ${Date.now() + LIFETIME_MS}`);
}

export function dropInvitation(): void {
  write(null);
}

/** The code of the kept invitation; undefined if there is none. */
export function keptInvitation(): string | undefined {
  const [inviteCode = "", expiresAt] = (readStored(KEY) ?? "").split(" ");
  const isAlive = Number(expiresAt) > Date.now();
  return isAlive && isInviteCode(inviteCode) ? inviteCode : undefined;
}

/** The same, current in all tabs. */
export function useKeptInvitation(): string | undefined {
  return useSyncExternalStore(
    listeners.subscribe,
    keptInvitation,
    () => undefined,
  );
}

/** The page after a sign-in that no guard asked for. */
export function addressAfterSignIn(): string {
  const inviteCode = keptInvitation();
  return inviteCode === undefined ? paths.dashboard : joinAddress(inviteCode);
}

function write(text: string | null): void {
  writeStored(KEY, text);
  listeners.tell();
}
