import type { JSONValue } from "convex/values";
import type { Identity } from "../functions/calls/call-and-outcome";

/**
 * Reads the identity that an administrator acts as.
 *
 * @param attributes as `ctx.auth.getUserIdentity()` would return them
 * @returns undefined when the issuer or the subject is missing
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
    claims: claims as Record<string, JSONValue>,
  };
}
