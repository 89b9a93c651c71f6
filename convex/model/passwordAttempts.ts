/**
 * Attempts to sign in with a password. Each is counted before the password is
 * looked at, in a transaction of its own, so that no number of attempts at once
 * gets past the limit, and none is forgotten because it failed.
 */
import { v, type Infer } from "convex/values";
import type { MutationCtx } from "../_generated/server";
import * as Accounts from "./accounts";
import * as RateLimits from "./rateLimits";
import * as Users from "./users";

export const attemptValidator = v.union(
  v.object({ kind: v.literal("limited"), waitSeconds: v.number() }),
  v.object({ kind: v.literal("unknownEmail") }),
  v.object({ kind: v.literal("noPassword") }),
  v.object({
    kind: v.literal("password"),
    userId: v.id("users"),
    secret: v.string(),
  }),
);
export type Attempt = Infer<typeof attemptValidator>;

/** Counts one and finds the account. */
export async function begin(ctx: MutationCtx, email: string): Promise<Attempt> {
  const waitSeconds = await RateLimits.take(ctx, "signIn", email);
  if (waitSeconds !== null) return { kind: "limited", waitSeconds };
  const user = await Users.findByEmail(ctx, email);
  if (user === null) return { kind: "unknownEmail" };
  const secret = (await Accounts.findPassword(ctx, user._id))?.secret;
  return secret === undefined
    ? { kind: "noPassword" }
    : { kind: "password", userId: user._id, secret };
}

/** Forgets the attempts of an address whose password was right. */
export async function succeed(ctx: MutationCtx, email: string): Promise<void> {
  await RateLimits.clear(ctx, "signIn", email);
}
