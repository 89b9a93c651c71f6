/**
 * E-mail and password for Convex Auth: `signIn("password", { flow, … })` with
 *
 * - `flow: "signUp"` and `{ name, email, password, botCheck? }`,
 * - `flow: "signIn"` and `{ email, password }`,
 * - `flow: "reset"` and `{ email, botCheck? }`, which sends a link and signs
 *   nobody in, or
 * - `flow: "resetVerification"` and `{ token, password }`, which signs in.
 *
 * The library's own provider signs people in when they sign up a second time,
 * compares passwords there without a limit, and fails with errors that
 * production hides; hence this one. Passwords are hashed and compared in
 * actions: a transaction that takes a tenth of a second holds up others.
 */
import { ConvexCredentials } from "@convex-dev/auth/providers/ConvexCredentials";
import type { GenericActionCtxWithAuthConfig } from "@convex-dev/auth/server";
import { internal } from "../_generated/api";
import type { DataModel, Id } from "../_generated/dataModel";
import { checked } from "../shared/check";
import { refuse } from "../shared/errors";
import {
  requestResetSchema,
  resetPasswordSchema,
  signInSchema,
  signUpSchema,
} from "../shared/schemas";
import { PASSWORD_PROVIDER } from "./accounts";
import { requireAdmission } from "./admission";
import * as Mailer from "./mailer";
import * as PasswordHash from "./passwordHash";
import * as PasswordResets from "./passwordResets";
import { resetMail } from "./resetMail";
import { resetLink, siteOrigin } from "./siteAddress";

type Ctx = GenericActionCtxWithAuthConfig<DataModel>;
type Params = Partial<Record<string, unknown>>;

export const passwordProvider = ConvexCredentials<DataModel>({
  id: PASSWORD_PROVIDER,
  authorize: async (params, ctx) => {
    switch (params.flow) {
      case "signUp":
        return { userId: await signUp(ctx, params) };
      case "signIn":
        return { userId: await signIn(ctx, params) };
      case "reset":
        await sendResetLink(ctx, params);
        return null;
      case "resetVerification":
        return { userId: await resetPassword(ctx, params) };
      default:
        throw new Error(
          `the password provider has no flow ${JSON.stringify(params.flow)}`,
        );
    }
  },
});

async function signUp(ctx: Ctx, params: Params): Promise<Id<"users">> {
  const { name, email, password } = checked(signUpSchema, params);
  const { botCheck } = params;
  await requireAdmission(ctx, { purpose: "signUp", email, botCheck });
  const secret = await PasswordHash.hash(password);
  return ctx.runMutation(internal.internal.accounts.createWithPassword, {
    name,
    email,
    secret,
  });
}

async function signIn(ctx: Ctx, params: Params): Promise<Id<"users">> {
  const { email, password } = checked(signInSchema, params);
  const attempt = await ctx.runMutation(
    internal.internal.accounts.beginSignIn,
    { email },
  );
  switch (attempt.kind) {
    case "limited":
      return refuse("too_many_requests", { waitSeconds: attempt.waitSeconds });
    case "unknownEmail":
      return refuse("user_not_found", { field: "email" });
    case "noPassword":
      return refuse("no_password", { field: "email" });
    case "password":
      if (!(await PasswordHash.verify(password, attempt.secret)))
        return refuse("wrong_password", { field: "password" });
      await ctx.runMutation(internal.internal.accounts.succeedSignIn, {
        email,
      });
      return attempt.userId;
    default:
      return attempt satisfies never;
  }
}

/**
 * Answers the same whether or not anybody has the address. (That a mail takes
 * longer than none could be measured; but signing in tells it outright, as the
 * product's messages demand.)
 */
async function sendResetLink(ctx: Ctx, params: Params): Promise<void> {
  const { email } = checked(requestResetSchema, params);
  await orMailFailure(async () => Mailer.requireSetUp());
  const { botCheck } = params;
  await requireAdmission(ctx, { purpose: "reset", email, botCheck });
  const token = PasswordResets.newToken();
  const addressee = await ctx.runMutation(
    internal.internal.passwordResets.issue,
    { email, tokenHash: await PasswordResets.hashToken(token) },
  );
  if (addressee === null) return;
  const mail = resetMail({
    ...addressee,
    to: addressee.email,
    site: siteOrigin(),
    link: resetLink(token, addressee.email),
  });
  await orMailFailure(async () => Mailer.send(mail));
}

async function resetPassword(ctx: Ctx, params: Params): Promise<Id<"users">> {
  const { token, password } = checked(resetPasswordSchema, params);
  const tokenHash = await PasswordResets.hashToken(token);
  const { name, email } = await ctx.runMutation(
    internal.internal.passwordResets.check,
    { tokenHash },
  );
  checked(signUpSchema, { name, email, password });
  const secret = await PasswordHash.hash(password);
  return ctx.runMutation(internal.internal.passwordResets.redeem, {
    tokenHash,
    secret,
  });
}

/** What went wrong is for whoever runs the deployment; the person reads one sentence. */
async function orMailFailure(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    console.error("A password reset email was not sent.", String(error));
    refuse("reset_mail_failed");
  }
}
