import type { JSONValue } from "convex/values";
import type { Identity } from "../functions/execution/function-call";

/**
 * Reads on whose behalf an administrator wants to act: the attributes of a user
 * as `ctx.auth.getUserIdentity()` would give them. Undefined when they name nobody.
 */
export function actingIdentity(
  attributes: JSONValue | undefined,
): Identity | undefined {
  if (typeof attributes !== "object" || Array.isArray(attributes)) {
    return undefined;
  }
  const { tokenIdentifier, issuer, subject, ...claims } = attributes ?? {};
  if (typeof issuer !== "string" || typeof subject !== "string") {
    return undefined;
  }
  return {
    tokenIdentifier:
      typeof tokenIdentifier === "string"
        ? tokenIdentifier
        : `${issuer}|${subject}`,
    issuer,
    subject,
    expiresAtMs: Infinity,
    claims: Object.fromEntries(
      Object.entries(claims).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value]],
      ),
    ),
  };
}
