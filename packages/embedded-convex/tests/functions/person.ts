import type { Caller } from "../../src/functions/calls/call-and-outcome";

const issuer = "https://issuer.example";

/** Somebody who is signed in, for ever. */
export const person = (
  subject: string,
  claims: Record<string, string> = {},
): Caller => ({
  kind: "user",
  identity: {
    tokenIdentifier: `${issuer}|${subject}`,
    issuer,
    subject,
    expiresAtMs: Infinity,
    claims,
  },
});

export const nobody: Caller = { kind: "user", identity: null };
