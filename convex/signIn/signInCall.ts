/**
 * Bounds what a caller of `auth:signIn` hands to Convex Auth. The library takes
 * strings of any length, logs some, and stores a counter under any address that comes
 * with a code. So each way to sign in gets the parameters that it takes, cut to a
 * length that no right one has; the library answers a cut one as it answers any
 * wrong one.
 */
import type { GenericActionCtx } from "convex/server";
import { ConvexError, v, type Infer, type ObjectType } from "convex/values";
import * as z from "zod/mini";
import type { DataModel } from "../_generated/dataModel";
import { PASSWORD_PROVIDER } from "./accounts";

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

const MAX_PROVIDER_LENGTH = 40;
/** Of ids, and of pairs of ids. */
const MAX_ID_LENGTH = 200;
const MAX_ADDRESS_LENGTH = 2_000;

/** What a sign-in by Google takes. The password's flows check their own parameters. */
const googleSchema = z.catch(
  z.object({
    code: optionalString(MAX_ID_LENGTH),
    redirectTo: optionalString(MAX_ADDRESS_LENGTH),
    botCheck: z.optional(z.unknown()),
  }),
  {},
);

/**
 * Returns the call with bounds for the library, and what we read of it: the code with
 * which somebody comes back from Google, and the answer to a bot check.
 */
export function bounded(args: ObjectType<typeof signInArgs>) {
  const { provider, params, verifier, refreshToken } = args;
  const isPassword = provider === PASSWORD_PROVIDER;
  const { botCheck, ...google } = isPassword ? {} : googleSchema.parse(params);
  const call = {
    provider: provider?.slice(0, MAX_PROVIDER_LENGTH),
    params: isPassword ? params : google,
    verifier: verifier?.slice(0, MAX_ID_LENGTH),
    refreshToken: refreshToken?.slice(0, MAX_ID_LENGTH),
  };
  return { call, code: google.code, botCheck };
}

function optionalString(maxLength: number) {
  return z.catch(
    z.optional(
      z.string().check(z.overwrite((text) => text.slice(0, maxLength))),
    ),
    undefined,
  );
}

type Ctx = GenericActionCtx<DataModel>;

const REPEATS = 4;
/** The longest first wait; each later one is up to twice as long. */
const FIRST_WAIT_MS = 200;

/**
 * Returns an action's context in which `runMutation` retries a mutation that failed for
 * another reason than a refusal. Convex retries a conflicting mutation four times within
 * a second and then fails it; when a crowd signs in at one moment, the same mutation
 * succeeds a little later. The waits are random (jitter), so that calls which failed
 * together are not retried together.
 */
export function withRepeats<Context extends Ctx>(ctx: Context): Context {
  const runMutation: Ctx["runMutation"] = async (mutation, ...args) => {
    for (let repeat = 0; ; repeat++) {
      try {
        return await ctx.runMutation(mutation, ...args);
      } catch (error) {
        if (error instanceof ConvexError || repeat === REPEATS) throw error;
        await randomWait(FIRST_WAIT_MS * 2 ** repeat);
      }
    }
  };
  return { ...ctx, runMutation };
}

function randomWait(maxMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.random() * maxMs));
}
