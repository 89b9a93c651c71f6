/**
 * E-mail and password for Convex Auth: `signIn("password", { flow, … })` with
 * `flow: "signUp"` and `{ name, email, password }`, or `flow: "signIn"` and
 * `{ email, password }`. The library's own provider signs people in when they
 * sign up a second time, compares passwords there without a limit, and fails
 * with errors that production hides; hence this one.
 */
import { ConvexCredentials } from "@convex-dev/auth/providers/ConvexCredentials";
import {
  retrieveAccount,
  type GenericActionCtxWithAuthConfig,
} from "@convex-dev/auth/server";
import { internal } from "../_generated/api";
import type { DataModel, Id } from "../_generated/dataModel";
import { checked } from "../shared/check";
import { refuse } from "../shared/errors";
import { signInSchema, signUpSchema } from "../shared/schemas";
import { PASSWORD_PROVIDER } from "./accounts";
import * as PasswordHash from "./passwordHash";

type Ctx = GenericActionCtxWithAuthConfig<DataModel>;

export const passwordProvider = ConvexCredentials<DataModel>({
  id: PASSWORD_PROVIDER,
  crypto: {
    hashSecret: PasswordHash.hash,
    verifySecret: PasswordHash.verify,
  },
  authorize: async (params, ctx) => {
    if (params.flow === "signUp") return { userId: await signUp(ctx, params) };
    if (params.flow === "signIn") return { userId: await signIn(ctx, params) };
    throw new Error(
      `the password provider has no flow ${JSON.stringify(params.flow)}`,
    );
  },
});

async function signUp(ctx: Ctx, params: unknown): Promise<Id<"users">> {
  const { name, email, password } = checked(signUpSchema, params);
  const secret = await PasswordHash.hash(password);
  return ctx.runMutation(internal.internal.accounts.createWithPassword, {
    name,
    email,
    secret,
  });
}

/** Failed attempts are counted by Convex Auth, per account: ten an hour. */
async function signIn(ctx: Ctx, params: unknown): Promise<Id<"users">> {
  const { email, password } = checked(signInSchema, params);
  try {
    const { account } = await retrieveAccount<DataModel>(ctx, {
      provider: PASSWORD_PROVIDER,
      account: { id: email, secret: password },
    });
    return account.userId;
  } catch (error) {
    throw worded(error);
  }
}

/** The library names its refusals in the message of a plain error, which production would hide. */
function worded(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  switch (error.message) {
    case "InvalidAccountId":
      return refuse("user_not_found", { field: "email" });
    case "InvalidSecret":
      return refuse("wrong_password", { field: "password" });
    case "TooManyFailedAttempts":
      return refuse("too_many_requests");
    default:
      return error;
  }
}
