import type { JSONValue } from "convex/values";

/** What `ctx.auth.getUserIdentity()` is to say. */
export type ActingAs = {
  issuer: string;
  subject: string;
  [claim: string]: JSONValue;
};

/** What is typed to say on whose behalf functions run. */
export type ActingDraft = {
  isUser: boolean;
  subject: string;
  issuer: string;
};

/** @returns null for the administrator, or why the draft names nobody */
export function readActing(
  draft: ActingDraft,
): { ok: true; actingAs: ActingAs | null } | { ok: false; error: string } {
  if (!draft.isUser) return { ok: true, actingAs: null };
  const subject = draft.subject.trim();
  const issuer = draft.issuer.trim();
  if (subject === "") return { ok: false, error: "Say which user." };
  if (issuer === "") return { ok: false, error: "Say who vouches for them." };
  return { ok: true, actingAs: { subject, issuer } };
}

/** The key as a header has it to act on somebody's behalf. */
export function keyActingAs(key: string, actingAs: ActingAs | null): string {
  if (actingAs === null) return key;
  const bytes = new TextEncoder().encode(JSON.stringify(actingAs));
  return `${key}:${btoa(String.fromCharCode(...bytes))}`;
}
