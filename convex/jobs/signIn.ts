/** The transactions of signing in, which actions run: auth.ts and model/signIn/. */
import { v } from "convex/values";
import type { MutationCtx } from "../_generated/server";
import { internalMutation } from "../functions";
import * as RoleInvitations from "../model/people/roleInvitations";
import * as RateLimits from "../model/platform/rateLimits";
import * as Accounts from "../model/signIn/accounts";
import * as Admission from "../model/signIn/admission";
import * as PasswordResets from "../model/signIn/passwordResets";
import * as Sessions from "../model/signIn/sessions";
import { refuse } from "../shared/errors";

/**
 * Decides whether a call may proceed, and counts it; returns null if it may. Called by
 * model/signIn/admission.ts.
 */
export const admit = internalMutation({
  args: Admission.callValidator.fields,
  returns: v.nullable(Admission.refusalValidator),
  handler: async (ctx, call) => Admission.admit(ctx, call),
});

/**
 * Creates a person with a password account and signs them in. Called by the
 * password provider; `secret` is the hashed password.
 */
export const createWithPassword = internalMutation({
  args: { name: v.string(), email: v.string(), secret: v.string() },
  returns: Sessions.signedInValidator,
  handler: async (ctx, account) => Accounts.createWithPassword(ctx, account),
});

/**
 * Counts an attempt to sign in and returns the hash to verify, or why there is
 * none. Called by the password provider.
 */
export const beginSignIn = internalMutation({
  args: { email: v.string(), proof: v.optional(Admission.proofValidator) },
  returns: Accounts.attemptValidator,
  handler: async (ctx, attempt) => Accounts.beginSignIn(ctx, attempt),
});

/**
 * Signs in after a right password; null if it is no longer the right one. Called by
 * the password provider; `secret` is the hash that it verified.
 */
export const succeedSignIn = internalMutation({
  args: { email: v.string(), userId: v.id("users"), secret: v.string() },
  returns: v.nullable(Sessions.signedInValidator),
  handler: async (ctx, verified) => Accounts.succeedSignIn(ctx, verified),
});

/**
 * Ends a sign-in by Google whose code is being guessed. Called by auth.ts before Convex
 * Auth compares the code.
 */
export const voidIfGuessed = internalMutation({
  args: { code: v.string(), verifier: v.string() },
  returns: v.null(),
  handler: async (ctx, presented) => Accounts.voidIfGuessed(ctx, presented),
});

/**
 * Returns the refresh token that Convex Auth may renew; null if it cannot be one.
 * Called by auth.ts.
 */
export const prepareRenewal = internalMutation({
  args: { refreshToken: v.string() },
  returns: v.nullable(v.string()),
  handler: async (ctx, { refreshToken }) =>
    Sessions.prepareRenewal(ctx, refreshToken),
});

const addresseeValidator = v.object({
  name: v.string(),
  email: v.string(),
  hasPassword: v.boolean(),
  greetedName: v.nullable(v.string()),
});

/**
 * Stores a new link and returns whom it is for; null if nobody has the address.
 * Called by the password provider.
 */
export const issueReset = internalMutation({
  args: { email: v.string(), tokenHash: v.string() },
  returns: v.nullable(addresseeValidator),
  handler: async (ctx, link) => PasswordResets.issue(ctx, link),
});

/**
 * Returns whom a link is for, and counts that a password is about to be hashed for it.
 * Called by the password provider.
 */
export const checkReset = internalMutation({
  args: { tokenHash: v.string() },
  returns: addresseeValidator,
  handler: async (ctx, { tokenHash }) => {
    const addressee = await PasswordResets.getAddressee(ctx, tokenHash);
    await countHashing(ctx, tokenHash);
    return addressee;
  },
});

/**
 * Returns the address that is invited to a role, and counts the same.
 * Called by the password provider.
 */
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

/**
 * Accepts an invitation to a role with a new password. Called by the password provider;
 * `secret` is the hashed password.
 */
export const acceptInvitation = internalMutation({
  args: { tokenHash: v.string(), name: v.string(), secret: v.string() },
  returns: Sessions.signedInValidator,
  handler: async (ctx, accepted) =>
    RoleInvitations.acceptWithPassword(ctx, accepted),
});

/**
 * Replaces the password and signs the person in. Called by the password
 * provider; `secret` is the hashed password.
 */
export const redeemReset = internalMutation({
  args: { tokenHash: v.string(), secret: v.string() },
  returns: Sessions.signedInValidator,
  handler: async (ctx, reset) => PasswordResets.redeem(ctx, reset),
});
