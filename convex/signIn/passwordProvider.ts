/**
 * Email and password for Convex Auth. Anyone may call `signIn("password", …)` with
 *
 * - `{ flow: "signUp", name, email, password, botCheck? }`, which creates an
 *   account and signs in. Errors: `required`, `too_long`, `invalid_email`,
 *   `weak_password`, `bot_check_required`, `bot_check_failed`, `too_busy`,
 *   `email_in_use`;
 * - `{ flow: "signIn", email, password, botCheck? }`. Errors: `required`, `too_long`,
 *   `too_many_requests` (with a challenge: whoever solves it and knows the password
 *   gets in), `bot_check_required`, `bot_check_failed`, `too_busy`,
 *   `user_not_found`, `no_password`, `wrong_password`;
 * - `{ flow: "reset", email, botCheck? }`, which sends a link and signs nobody in.
 *   Errors: `required`, `invalid_email`, `reset_mail_failed`,
 *   `bot_check_required`, `bot_check_failed`, `rate_limited`;
 * - `{ flow: "resetVerification", token, password }`, which sets the password and
 *   signs in. Errors: `required`, `too_long`, `weak_password`,
 *   `reset_link_invalid`, `reset_link_used`, `reset_link_expired`, `rate_limited`,
 *   `too_busy`;
 * - `{ flow: "acceptInvitation", token, name, password }`, which accepts an invitation to a
 *   role with a new account, or with one whose address nobody has proven, and signs in.
 *   Errors: `required`, `too_long`, `weak_password`, `invitation_invalid`,
 *   `invitation_used`, `invitation_expired`, `rate_limited`, `too_busy`, `email_in_use`,
 *   `helper_in_team`.
 *
 * The library's own password provider is not used: a second sign-up with it signs
 * in and compares the password without a rate limit, and its errors are hidden in
 * production. Actions hash and verify passwords, because a transaction that takes
 * a tenth of a second delays others.
 */
import { ConvexCredentials } from "@convex-dev/auth/providers/ConvexCredentials";
import type { GenericActionCtxWithAuthConfig } from "@convex-dev/auth/server";
import { internal } from "../_generated/api";
import type { DataModel } from "../_generated/dataModel";
import { checked } from "../platform/shared/input";
import { refuse } from "../platform/shared/errors";
import {
  invitationTokenSchema,
  replacedPasswordSchema,
  requestResetSchema,
  resetPasswordSchema,
  signInSchema,
  signUpSchema,
} from "./shared";
import { PASSWORD_PROVIDER } from "./accounts";
import { refuseFor, requireAdmission } from "./admission";
import * as BotChecks from "./botChecks";
import * as Mail from "../platform/mail";
import * as PasswordHash from "./passwordHash";
import * as PasswordResets from "./passwordResets";
import { resetMail } from "./resetMail";
import type { SignedIn } from "./sessions";
import { resetLink } from "../platform/siteAddress";

type Ctx = GenericActionCtxWithAuthConfig<DataModel>;
type Params = Partial<Record<string, unknown>>;

export const passwordProvider = ConvexCredentials<DataModel>({
  id: PASSWORD_PROVIDER,
  authorize: async (params, ctx) => {
    switch (params.flow) {
      case "signUp":
        return signUp(ctx, params);
      case "signIn":
        return signIn(ctx, params);
      case "reset":
        await sendResetLink(ctx, params);
        return null;
      case "resetVerification":
        return resetPassword(ctx, params);
      case "acceptInvitation":
        return acceptInvitation(ctx, params);
      default:
        throw new Error(
          `the password provider has no flow ${JSON.stringify(params.flow ?? null).slice(0, 40)}`,
        );
    }
  },
});

async function signUp(ctx: Ctx, params: Params): Promise<SignedIn> {
  const { name, email, password } = checked(signUpSchema, params);
  const { botCheck } = params;
  await requireAdmission(ctx, { purpose: "signUp", email, botCheck });
  const secret = await PasswordHash.hash(password);
  return ctx.runMutation(internal.signIn.jobs.createWithPassword, {
    name,
    email,
    secret,
  });
}

async function signIn(ctx: Ctx, params: Params): Promise<SignedIn> {
  const { email, password } = checked(signInSchema, params);
  const proof = await BotChecks.verifyIfGiven(params.botCheck, "signIn");
  const attempt = await ctx.runMutation(internal.signIn.jobs.beginSignIn, {
    email,
    proof,
  });
  switch (attempt.kind) {
    case "refused":
      return refuseFor("signIn", attempt.refusal);
    case "unknownEmail":
      return refuse("user_not_found", { field: "email" });
    case "noPassword":
      return refuse("no_password", { field: "email" });
    case "password": {
      const { userId, secret, limitedFor: waitSeconds } = attempt;
      const signedIn =
        (await PasswordHash.verify(password, secret)) &&
        (await ctx.runMutation(internal.signIn.jobs.succeedSignIn, {
          email,
          userId,
          secret,
        }));
      if (signedIn) return signedIn;
      return waitSeconds === null
        ? refuse("wrong_password", { field: "password" })
        : refuse("too_many_requests", { waitSeconds });
    }
    default:
      return attempt satisfies never;
  }
}

/**
 * Answers the same whether or not someone has the address. Sending a mail takes
 * measurable time, and only mails are counted, but that reveals nothing new: the
 * message of a failed sign-in, which the specification prescribes, tells whether an
 * account exists.
 */
async function sendResetLink(ctx: Ctx, params: Params): Promise<void> {
  const { email } = checked(requestResetSchema, params);
  await orMailFailure(async () => Mail.requireSetUp());
  const { botCheck } = params;
  await requireAdmission(ctx, { purpose: "reset", email, botCheck });
  const token = PasswordResets.newToken();
  const addressee = await ctx.runMutation(internal.signIn.jobs.issueReset, {
    email,
    tokenHash: await PasswordResets.hashToken(token),
  });
  if (addressee === null) return;
  const { greetedName: name, hasPassword } = addressee;
  const mail = resetMail({
    to: addressee.email,
    name,
    hasPassword,
    link: resetLink(token, addressee.email),
  });
  await orMailFailure(async () => Mail.send(mail));
}

async function resetPassword(ctx: Ctx, params: Params): Promise<SignedIn> {
  const { token, password } = checked(resetPasswordSchema, params);
  const tokenHash = await PasswordResets.hashToken(token);
  const { name, email } = await ctx.runMutation(
    internal.signIn.jobs.checkReset,
    { tokenHash },
  );
  checked(replacedPasswordSchema, { name, email, password });
  const secret = await PasswordHash.hash(password);
  return ctx.runMutation(internal.signIn.jobs.redeemReset, {
    tokenHash,
    secret,
  });
}

async function acceptInvitation(ctx: Ctx, params: Params): Promise<SignedIn> {
  const { token } = checked(invitationTokenSchema, params);
  const tokenHash = await PasswordResets.hashToken(token);
  const check = internal.signIn.jobs.checkInvitation;
  const email = await ctx.runMutation(check, { tokenHash });
  const { name, password } = checked(signUpSchema, { ...params, email });
  const secret = await PasswordHash.hash(password);
  const accept = internal.signIn.jobs.acceptInvitation;
  return ctx.runMutation(accept, { tokenHash, name, secret });
}

/** Logs a failure for the operator, and refuses with one sentence for the person. */
async function orMailFailure(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    console.error("A password reset email was not sent.", String(error));
    refuse("reset_mail_failed");
  }
}
