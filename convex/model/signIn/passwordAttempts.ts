/**
 * Attempts to sign in with a password. Each is counted before the password is
 * verified, in a transaction of its own. So concurrent attempts cannot exceed the
 * limit, and a failed attempt stays counted.
 *
 * Attempts for an address without a password have no counter of their own: one for
 * every address that strangers make up would fill the memory. They count for the
 * deployment, because the specification has the answer tell that nobody has the
 * address: beyond the calm rate, asking who takes part costs work too.
 *
 * Beyond the limits an attempt needs a solved bot check. Guessing then costs work,
 * more of it after thirty tries, and the owner still gets in.
 */
import { v, type Infer } from "convex/values";
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import * as Accounts from "./accounts";
import * as Admission from "./admission";
import * as BotChecks from "./botChecks";
import * as RateLimits from "../platform/rateLimits";
import * as Sessions from "./sessions";
import * as Users from "../people/users";

export const attemptValidator = v.union(
  v.object({
    kind: v.literal("limited"),
    waitSeconds: v.number(),
    isDear: v.boolean(),
  }),
  v.object({ kind: v.literal("botCheckRequired"), isDear: v.boolean() }),
  v.object({ kind: v.literal("botCheckUsed") }),
  v.object({ kind: v.literal("busy"), waitSeconds: v.number() }),
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
  { email, proof }: { email: string; proof?: BotChecks.Proof },
): Promise<Attempt> {
  const user = await Users.findByEmail(ctx, email);
  const account = user && (await Accounts.findPassword(ctx, user._id));
  if (user === null || account?.secret === undefined)
    return (
      (await refusalWithoutPassword(ctx, proof)) ?? {
        kind: user === null ? "unknownEmail" : "noPassword",
      }
    );
  const { secret } = account;
  const refused =
    proof === undefined
      ? await refusalOfFree(ctx, email)
      : await refusalOfPaid(ctx, email, proof);
  if (refused !== null) return refused;
  const waitSeconds = await RateLimits.take(ctx, "hashing");
  if (waitSeconds !== null) return { kind: "busy", waitSeconds };
  const limitedFor =
    proof === undefined ? null : await RateLimits.waitFor(ctx, "signIn", email);
  return { kind: "password", userId: user._id, secret, limitedFor };
}

async function refusalWithoutPassword(
  ctx: MutationCtx,
  proof: BotChecks.Proof | undefined,
): Promise<Attempt | null> {
  if (proof !== undefined)
    return (await BotChecks.redeem(ctx, proof))
      ? null
      : { kind: "botCheckUsed" };
  return (await Admission.isCalm(ctx, "signIn"))
    ? null
    : { kind: "botCheckRequired", isDear: false };
}

/**
 * Successful attempts are counted too: otherwise somebody with accounts could keep the
 * deployment hashing, and everyone would wait.
 */
async function refusalOfFree(
  ctx: MutationCtx,
  email: string,
): Promise<Attempt | null> {
  const isDear = (await RateLimits.waitFor(ctx, "paidSignIn", email)) !== null;
  const waitSeconds = await RateLimits.take(ctx, "signIn", email);
  if (waitSeconds !== null) return { kind: "limited", waitSeconds, isDear };
  const isFree =
    (await Admission.isCalm(ctx, "signIn")) &&
    (await RateLimits.take(ctx, "signInByAddress", email)) === null;
  return isFree ? null : { kind: "botCheckRequired", isDear };
}

async function refusalOfPaid(
  ctx: MutationCtx,
  email: string,
  proof: BotChecks.Proof,
): Promise<Attempt | null> {
  if (!(await BotChecks.redeem(ctx, proof))) return { kind: "botCheckUsed" };
  await RateLimits.take(ctx, "paidSignIn", email);
  return null;
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
