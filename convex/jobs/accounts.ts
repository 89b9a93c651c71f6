import { v } from "convex/values";
import { internalMutation } from "../functions";
import * as Accounts from "../model/signIn/accounts";
import * as Admission from "../model/signIn/admission";
import * as PasswordAttempts from "../model/signIn/passwordAttempts";
import * as Sessions from "../model/signIn/sessions";

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
 * @throws `email_in_use`
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
  returns: PasswordAttempts.attemptValidator,
  handler: async (ctx, attempt) => PasswordAttempts.begin(ctx, attempt),
});

/**
 * Signs in after a right password; null if it is no longer the right one. Called by
 * the password provider; `secret` is the hash that it verified.
 */
export const succeedSignIn = internalMutation({
  args: { email: v.string(), userId: v.id("users"), secret: v.string() },
  returns: v.nullable(Sessions.signedInValidator),
  handler: async (ctx, verified) => PasswordAttempts.succeed(ctx, verified),
});

/**
 * Ends a sign-in by Google whose code is being guessed. Called by auth.ts before Convex
 * Auth compares the code.
 */
export const voidIfGuessed = internalMutation({
  args: { code: v.string(), verifier: v.string() },
  returns: v.null(),
  handler: async (ctx, presented) => {
    await Accounts.voidIfGuessed(ctx, presented);
    return null;
  },
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
