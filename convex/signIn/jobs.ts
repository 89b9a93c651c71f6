/**
 * The transactions of signing in, which actions run: auth.ts, and beside this file the
 * password provider and admission.ts. A `secret` is a hashed password.
 */
import { v } from "convex/values";
import type { MutationCtx } from "../_generated/server";
import { internalMutation } from "../functions";
import * as RoleInvitations from "../roles/invitations";
import * as RateLimits from "../platform/rateLimits";
import * as Accounts from "./accounts";
import * as Admission from "./admission";
import * as BotChecks from "./botChecks";
import * as PasswordResets from "./passwordResets";
import * as Sessions from "./sessions";
import { refuse } from "../platform/shared/errors";

/** Decides whether a call may proceed, and counts it; returns null if it may. */
export const admit = internalMutation({
  args: Admission.callValidator.fields,
  returns: v.nullable(Admission.refusalValidator),
  handler: async (ctx, call) => Admission.admit(ctx, call),
});

/** Creates a person with a password account and signs them in. */
export const createWithPassword = internalMutation({
  args: { name: v.string(), email: v.string(), secret: v.string() },
  returns: Sessions.signedInValidator,
  handler: async (ctx, account) => Accounts.createWithPassword(ctx, account),
});

/** Counts an attempt to sign in and returns the hash to verify, or why there is none. */
export const beginSignIn = internalMutation({
  args: { email: v.string(), proof: v.optional(BotChecks.proofValidator) },
  returns: Accounts.attemptValidator,
  handler: async (ctx, attempt) => Accounts.beginSignIn(ctx, attempt),
});

/** Signs in after a right password; null if `secret` is no longer the account's. */
export const succeedSignIn = internalMutation({
  args: { email: v.string(), userId: v.id("users"), secret: v.string() },
  returns: v.nullable(Sessions.signedInValidator),
  handler: async (ctx, verified) => Accounts.succeedSignIn(ctx, verified),
});

/** Ends the session of the caller, if there is one. */
export const endOwnSession = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => Sessions.endOwn(ctx),
});

/** Ends a sign-in by Google whose code is being guessed, before Convex Auth compares it. */
export const voidIfGuessed = internalMutation({
  args: { code: v.string(), verifier: v.string() },
  returns: v.null(),
  handler: async (ctx, presented) => Accounts.voidIfGuessed(ctx, presented),
});

/** Returns the refresh token that Convex Auth may renew; null if it cannot be one. */
export const prepareRenewal = internalMutation({
  args: { refreshToken: v.string() },
  returns: v.nullable(v.string()),
  handler: async (ctx, { refreshToken }) =>
    Sessions.prepareRenewal(ctx, refreshToken),
});

/** Stores a new link and returns whom it is for; null if nobody has the address. */
export const issueReset = internalMutation({
  args: { email: v.string(), tokenHash: v.string() },
  returns: v.nullable(PasswordResets.addresseeValidator),
  handler: async (ctx, link) => PasswordResets.issue(ctx, link),
});

/** Returns whom a link is for, and counts that a password is about to be hashed for it. */
export const checkReset = internalMutation({
  args: { tokenHash: v.string() },
  returns: PasswordResets.addresseeValidator,
  handler: async (ctx, { tokenHash }) => {
    const addressee = await PasswordResets.getAddressee(ctx, tokenHash);
    await countHashing(ctx, tokenHash);
    return addressee;
  },
});

/** Returns the address that is invited to a role, and counts the same. */
export const checkInvitation = internalMutation({
  args: { tokenHash: v.string() },
  returns: v.string(),
  handler: async (ctx, { tokenHash }) => {
    const { email } = await RoleInvitations.show(ctx, tokenHash);
    await countHashing(ctx, tokenHash);
    return email;
  },
});

async function countHashing(ctx: MutationCtx, tokenHash: string) {
  await RateLimits.requireAndTake(ctx, "redeemReset", tokenHash);
  const waitSeconds = await RateLimits.take(ctx, "hashing");
  if (waitSeconds !== null) refuse("too_busy", { waitSeconds });
}

/** Accepts an invitation to a role with a new password. */
export const acceptInvitation = internalMutation({
  args: { tokenHash: v.string(), name: v.string(), secret: v.string() },
  returns: Sessions.signedInValidator,
  handler: async (ctx, accepted) =>
    RoleInvitations.acceptWithPassword(ctx, accepted),
});

/** Replaces the password and signs the person in. */
export const redeemReset = internalMutation({
  args: { tokenHash: v.string(), secret: v.string() },
  returns: Sessions.signedInValidator,
  handler: async (ctx, reset) => PasswordResets.redeem(ctx, reset),
});
