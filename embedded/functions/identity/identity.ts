import type { JSONValue } from "convex/values";
import type { Caller, Identity } from "../execution/function-call";

/** Standard claims whose names the client library spells its own way. */
const CLAIM_NAMES: Readonly<Record<string, string>> = {
  name: "name",
  given_name: "givenName",
  family_name: "familyName",
  nickname: "nickname",
  preferred_username: "preferredUsername",
  profile: "profileUrl",
  picture: "pictureUrl",
  website: "websiteUrl",
  email: "email",
  email_verified: "emailVerified",
  gender: "gender",
  birthdate: "birthday",
  zoneinfo: "timezone",
  locale: "language",
  phone_number: "phoneNumber",
  phone_number_verified: "phoneNumberVerified",
  address: "address",
  updated_at: "updatedAt",
};

/** Claims about the token itself, which are no part of an identity. */
const TOKEN_CLAIMS = new Set(["iss", "sub", "aud", "exp", "iat", "nbf", "jti"]);

/** The claims of a verified token, as `getUserIdentity()` spells them. */
export function identityClaims(
  payload: Readonly<Record<string, unknown>>,
): Record<string, JSONValue> {
  const claims = Object.entries(payload)
    .filter(([name]) => !TOKEN_CLAIMS.has(name))
    .map(([name, value]) => [
      Object.hasOwn(CLAIM_NAMES, name) ? CLAIM_NAMES[name] : name,
      value,
    ]);
  return Object.fromEntries(claims) as Record<string, JSONValue>;
}

/** JSON text of what `ctx.auth.getUserIdentity()` gives a caller's functions. */
export function identityText(caller: Caller): string {
  const identity = identityOf(caller);
  return identity === null ? "null" : JSON.stringify(publicIdentity(identity));
}

/** On whose behalf a caller's functions run; null for nobody in particular. */
export function identityOf(caller: Caller): Identity | null {
  switch (caller.kind) {
    case "user":
      return caller.identity;
    case "admin":
      return caller.actingAs ?? null;
    case "system":
      return null;
  }
}

function publicIdentity(identity: Identity): Record<string, JSONValue> {
  const { tokenIdentifier, issuer, subject, claims } = identity;
  return { ...claims, tokenIdentifier, issuer, subject };
}
