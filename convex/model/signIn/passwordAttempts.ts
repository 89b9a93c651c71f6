/**
 * Attempts to sign in with a password. Each is counted before the password is
 * verified, in a transaction of its own. So concurrent attempts cannot exceed the
 * limit, and a failed attempt stays counted.
 *
 * Attempts for an address without a password count for the deployment only, because the
 * specification has the answer tell that nobody has the address: beyond the calm rate,
 * asking who takes part costs work too.
 *
 * Beyond the limits an attempt needs a solved bot check. Guessing then costs work, and
 * the owner still gets in.
 */
import { v, type Infer } from "convex/values";
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import * as Accounts from "./accounts";
import * as Admission from "./admission";
import type { Proof } from "./botChecks";
import * as RateLimits from "../platform/rateLimits";
import * as Sessions from "./sessions";
import * as Users from "../people/users";

export const attemptValidator = v.union(
  v.object({ kind: v.literal("refused"), refusal: Admission.refusalValidator }),
  v.object({ kind: v.literal("unknownEmail") }),
  v.object({ kind: v.literal("noPassword") }),
  v.object({
    kind: v.literal("password"),
    userId: v.id("users"),
    secret: v.string(),
    /** How long to wait for an attempt without a bot check; null if none is over. */
    limitedFor: v.nullable(v.number()),
  }),
);
type Attempt = Infer<typeof attemptValidator>;

/** Counts an attempt and returns the hash to verify, or why there is none. */
export async function begin(
  ctx: MutationCtx,
  { email, proof }: { email: string; proof?: Proof },
): Promise<Attempt> {
  const user = await Users.findByEmail(ctx, email);
  const account = user && (await Accounts.findPassword(ctx, user._id));
  const secret = account?.secret;
  const refusal = await Admission.decide(ctx, {
    purpose: "signIn",
    address: secret === undefined ? null : email,
    proof,
  });
  if (refusal !== null) return { kind: "refused", refusal };
  if (user === null) return { kind: "unknownEmail" };
  if (secret === undefined) return { kind: "noPassword" };
  const limitedFor =
    proof === undefined ? null : await RateLimits.waitFor(ctx, "signIn", email);
  return { kind: "password", userId: user._id, secret, limitedFor };
}

/**
 * Begins a session after the right password, and resets the count of the address.
 * @param verified the hash that was verified
 * @returns null if the password was replaced or removed in the meantime
 */
export async function succeed(
  ctx: MutationCtx,
  verified: { email: string; userId: Id<"users">; secret: string },
): Promise<Sessions.SignedIn | null> {
  const { email, userId, secret } = verified;
  const account = await Accounts.findPassword(ctx, userId);
  if (account?.secret !== secret) return null;
  await RateLimits.clear(ctx, "signIn", email);
  return { userId, sessionId: await Sessions.begin(ctx, userId) };
}
