import type { JSONValue } from "convex/values";
import { isJsonObject } from "../../base/parse-json";
import type { Caller, Identity } from "./call-and-outcome";

/** Standard claims that the client library renames. */
const CLAIM_NAMES: Readonly<Record<string, string>> = {
  given_name: "givenName",
  family_name: "familyName",
  preferred_username: "preferredUsername",
  profile: "profileUrl",
  picture: "pictureUrl",
  website: "websiteUrl",
  email_verified: "emailVerified",
  birthdate: "birthday",
  zoneinfo: "timezone",
  locale: "language",
  phone_number: "phoneNumber",
  phone_number_verified: "phoneNumberVerified",
  updated_at: "updatedAt",
};

/** The registered claims of JSON Web Tokens. */
const REGISTERED_CLAIMS = new Set([
  "iss",
  "sub",
  "aud",
  "exp",
  "iat",
  "nbf",
  "jti",
]);

/**
 * Claims about the token itself, which are not part of an identity: each renewal has
 * others, so all live queries of a person would run again. `fva` is Clerk's time since
 * a factor was verified; Convex leaves it out, too.
 */
const TOKEN_CLAIMS = new Set([
  ...REGISTERED_CLAIMS,
  "nonce",
  "at_hash",
  "c_hash",
  "fva",
]);

type Claims = Readonly<Record<string, unknown>>;

/**
 * @returns the claims of a verified OpenID token, as `getUserIdentity()` names
 *   and writes them
 */
export function identityClaims(payload: Claims): Record<string, JSONValue> {
  const claims = Object.entries(payload)
    .filter(([name]) => !TOKEN_CLAIMS.has(name))
    .map(([name, value]) => [
      Object.hasOwn(CLAIM_NAMES, name) ? CLAIM_NAMES[name] : name,
      standardValue(name, value),
    ]);
  return Object.fromEntries(claims) as Record<string, JSONValue>;
}

/** An address becomes its `formatted` text, and a time an ISO string. */
function standardValue(name: string, value: unknown): unknown {
  if (name === "address") return Object(value).formatted as unknown;
  if (name !== "updated_at" || typeof value !== "number") return value;
  const text = new Date(value * 1000).toISOString();
  return text.replace(/(\.000)?Z$/, "+00:00");
}

/**
 * @returns the claims of a verified token of a `customJwt` provider under their
 *   own names, those of inner objects as `outer.inner`
 */
export function customClaims(payload: Claims): Record<string, JSONValue> {
  const own = Object.entries(payload).filter(
    ([name]) => !REGISTERED_CLAIMS.has(name) && name !== "fva",
  );
  return Object.fromEntries(own.flatMap(flatten));
}

function flatten([name, value]: [string, unknown]): [string, JSONValue][] {
  if (!isJsonObject(value)) return [[name, value as JSONValue]];
  return Object.entries(value).flatMap(([inner, innerValue]) =>
    flatten([`${name}.${inner}`, innerValue]),
  );
}

/** @returns JSON text of `ctx.auth.getUserIdentity()` for a caller */
export function identityText(caller: Caller): string {
  const identity = identityOf(caller);
  if (identity === null) return "null";
  const { tokenIdentifier, issuer, subject, claims } = identity;
  return JSON.stringify({ ...claims, tokenIdentifier, issuer, subject });
}

/** @returns the user on whose behalf a caller's functions run, or null */
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
