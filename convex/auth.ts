import { convexAuth } from "@convex-dev/auth/server";
import { v } from "convex/values";
import { internal } from "./_generated/api";
import { handlerOf, publicAction } from "./functions";
import * as Accounts from "./signIn/accounts";
import * as Admission from "./signIn/admission";
import {
  googlePerson,
  googleProviders,
  isGoogleAvailable,
  isStandIn,
} from "./signIn/googleProvider";
import { passwordProvider } from "./signIn/passwordProvider";
import * as Sessions from "./signIn/sessions";
import {
  bounded,
  signInAnswerValidator,
  signInArgs,
  withRepeats,
  type SignInAnswer,
} from "./signIn/signInCall";
import { ownAddress } from "./platform/siteAddress";

const library = convexAuth({
  providers: [passwordProvider, ...googleProviders],
  callbacks: {
    redirect: async ({ redirectTo }) => ownAddress(redirectTo),
    // Called for Google only: the password provider creates its accounts itself.
    createOrUpdateUser: async (ctx, { existingUserId, profile }) => {
      const userId =
        existingUserId ??
        (await Accounts.adoptGoogle(ctx, googlePerson(profile)));
      if (isStandIn()) await Accounts.requireOpenToStandIn(ctx, userId);
      return userId;
    },
    // Called for Google only, for the same reason.
    beforeSessionCreation: async (ctx, { userId }) =>
      Sessions.makeRoom(ctx, userId),
  },
  session: { totalDurationMs: Sessions.LIFETIME_MS },
  jwt: {
    // Without it, two tokens that one session gets in the same second are equal,
    // and the client treats an unchanged token as a failed refresh. Convex shows
    // functions no `nonce`: what they see stays the same, and with it what
    // their queries gave for the token before.
    customClaims: async () => ({ nonce: crypto.randomUUID() }),
  },
});

/** Convex Auth's own functions; `store` is its internal mutation. */
export const { auth, store } = library;

/**
 * Ends the caller's session, with what belongs to it: Convex Auth's action of this name
 * leaves the devices. Anyone may call it.
 */
export const signOut = publicAction({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await ctx.runMutation(internal.signIn.jobs.endOwnSession, {});
  },
});

const signInByLibrary = handlerOf(library.signIn);

/**
 * Signs in or renews a session, as Convex Auth's action of this name does. Anyone may
 * call it; signIn/passwordProvider.ts lists the password's flows and their errors.
 * @throws `bot_check_required`, `bot_check_failed` where a sign-in by Google begins
 */
export const signIn = publicAction({
  args: signInArgs,
  returns: signInAnswerValidator,
  handler: async (once, args): Promise<SignInAnswer> => {
    const ctx = withRepeats(once);
    const { call, code, botCheck } = bounded(args);
    const { provider, verifier, refreshToken } = call;
    const { prepareRenewal, voidIfGuessed } = internal.signIn.jobs;
    if (provider === undefined && refreshToken !== undefined) {
      const renewable = await ctx.runMutation(prepareRenewal, { refreshToken });
      if (renewable === null) return { tokens: null };
      return signInByLibrary(ctx, { refreshToken: renewable });
    }
    // The library stores a row for each that begins, which lives for an hour.
    if (provider === "google" && code === undefined && isGoogleAvailable())
      await Admission.requireAdmission(ctx, { purpose: "google", botCheck });
    if (code !== undefined && verifier !== undefined)
      await ctx.runMutation(voidIfGuessed, { code, verifier });
    return signInByLibrary(ctx, call);
  },
});
