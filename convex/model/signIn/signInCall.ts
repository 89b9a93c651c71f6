/**
 * Bounds what a caller of `auth:signIn` hands to Convex Auth. The library takes
 * strings of any length, logs some, and stores a counter under any address that comes
 * with a code. So each way to sign in gets the parameters that it takes, cut to a
 * length that no right one has; the library answers a cut one as it answers any
 * wrong one.
 */
import type { GenericActionCtx } from "convex/server";
import { v, type Infer, type ObjectType } from "convex/values";
import * as z from "zod/mini";
import { internal } from "../../_generated/api";
import type { DataModel } from "../../_generated/dataModel";
import { PASSWORD_PROVIDER } from "./accounts";
import { isGoogleAvailable } from "./googleProvider";

export const signInArgs = {
  provider: v.optional(v.string()),
  params: v.optional(v.any()),
  verifier: v.optional(v.string()),
  refreshToken: v.optional(v.string()),
  calledBy: v.optional(v.string()),
};

export const signInAnswerValidator = v.object({
  redirect: v.optional(v.string()),
  verifier: v.optional(v.string()),
  tokens: v.optional(
    v.nullable(v.object({ token: v.string(), refreshToken: v.string() })),
  ),
  started: v.optional(v.boolean()),
});
export type SignInAnswer = Infer<typeof signInAnswerValidator>;

const GOOGLE_PROVIDER = "google";
const MAX_PROVIDER_LENGTH = 40;
/** Of ids, and of pairs of ids. */
const MAX_ID_LENGTH = 200;
const MAX_ADDRESS_LENGTH = 2_000;

/** What a sign-in by Google takes. The password's flows check their own parameters. */
const paramsSchema = z.catch(
  z.object({
    code: optionalString(MAX_ID_LENGTH),
    redirectTo: optionalString(MAX_ADDRESS_LENGTH),
  }),
  {},
);

type BoundedCall = Omit<ObjectType<typeof signInArgs>, "calledBy">;

const codeSchema = z.object({ code: z.string() });
const botCheckSchema = z.object({ botCheck: z.unknown() });

/** Returns true if the call asks for Google's address, and does not come back from it. */
export function beginsWithGoogle({ provider, params }: BoundedCall): boolean {
  return (
    provider === GOOGLE_PROVIDER &&
    isGoogleAvailable() &&
    !codeSchema.safeParse(params).success
  );
}

/** Returns the answer to a bot check that the call carries, if any. */
export function botCheckOf({ params }: ObjectType<typeof signInArgs>): unknown {
  const parsed = botCheckSchema.safeParse(params);
  return parsed.success ? parsed.data.botCheck : undefined;
}

/** Returns the call with bounds. */
export function bounded(call: ObjectType<typeof signInArgs>): BoundedCall {
  const { provider, params, verifier, refreshToken } = call;
  return {
    provider: provider?.slice(0, MAX_PROVIDER_LENGTH),
    params:
      provider === PASSWORD_PROVIDER ? params : paramsSchema.parse(params),
    verifier: verifier?.slice(0, MAX_ID_LENGTH),
    refreshToken: refreshToken?.slice(0, MAX_ID_LENGTH),
  };
}

/** Ends a sign-in by Google for which the call presents a wrong code. */
export async function voidIfGuessed(
  ctx: GenericActionCtx<DataModel>,
  { provider, params, verifier }: BoundedCall,
): Promise<void> {
  if (provider === PASSWORD_PROVIDER || verifier === undefined) return;
  const parsed = codeSchema.safeParse(params);
  if (!parsed.success) return;
  const { code } = parsed.data;
  const { accounts } = internal.jobs;
  await ctx.runMutation(accounts.voidIfGuessed, { code, verifier });
}

/** Returns the refresh token that Convex Auth may renew; null if it cannot be one. */
export async function renewableToken(
  ctx: GenericActionCtx<DataModel>,
  refreshToken: string,
): Promise<string | null> {
  const { prepareRenewal } = internal.jobs.accounts;
  return ctx.runMutation(prepareRenewal, { refreshToken });
}

function optionalString(maxLength: number) {
  return z.catch(
    z.optional(
      z.string().check(z.overwrite((text) => text.slice(0, maxLength))),
    ),
    undefined,
  );
}
