import { v } from "convex/values";
import { internalMutation } from "../functions";
import * as Accounts from "../model/accounts";
import * as Admission from "../model/admission";
import * as PasswordAttempts from "../model/passwordAttempts";

/** Decides whether a sign-up or a reset may go on; called by the password provider. */
export const admit = internalMutation({
  args: {
    purpose: Admission.purposeValidator,
    email: v.string(),
    proof: v.optional(Admission.proofValidator),
  },
  returns: Admission.admissionValidator,
  handler: async (ctx, request) => Admission.decide(ctx, request),
});

/** The transaction of a sign-up; called by the password provider with a hashed secret. */
export const createWithPassword = internalMutation({
  args: { name: v.string(), email: v.string(), secret: v.string() },
  returns: v.id("users"),
  handler: async (ctx, account) => Accounts.createWithPassword(ctx, account),
});

/** Counts an attempt to sign in and gives what the password must be held against. */
export const beginSignIn = internalMutation({
  args: { email: v.string() },
  returns: PasswordAttempts.attemptValidator,
  handler: async (ctx, { email }) => PasswordAttempts.begin(ctx, email),
});

/** The password was right: earlier attempts no longer count. */
export const succeedSignIn = internalMutation({
  args: { email: v.string() },
  returns: v.null(),
  handler: async (ctx, { email }) => {
    await PasswordAttempts.succeed(ctx, email);
    return null;
  },
});
