import type { UserIdentityAttributes } from "convex/server";

/** What `ctx.auth.getUserIdentity()` returns to the functions. */
export type ActingAs = UserIdentityAttributes;

/** The form that chooses the identity for a run. */
export type ActingDraft = {
  isUser: boolean;
  subject: string;
  issuer: string;
};

/** Parses the form: null for the administrator, else an identity or an error. */
export function readActing(
  draft: ActingDraft,
): { ok: true; actingAs: ActingAs | null } | { ok: false; error: string } {
  if (!draft.isUser) return { ok: true, actingAs: null };
  const subject = draft.subject.trim();
  const issuer = draft.issuer.trim();
  if (subject === "") return { ok: false, error: "Say which user." };
  if (issuer === "")
    return { ok: false, error: "Enter the issuer of their token." };
  return { ok: true, actingAs: { subject, issuer } };
}

/** The admin key for the `Authorization` header, with the identity to act as. */
export function keyActingAs(key: string, actingAs: ActingAs | null): string {
  if (actingAs === null) return key;
  const bytes = new TextEncoder().encode(JSON.stringify(actingAs));
  return `${key}:${btoa(String.fromCharCode(...bytes))}`;
}
