import { v } from "convex/values";
import { publicQuery, userMutation, userQuery } from "./functions";
import { isGoogleAvailable } from "./model/googleProvider";
import * as PasswordResets from "./model/passwordResets";
import * as PersonalData from "./model/personalData";
import { personalDataValidator } from "./shared/validators";

/** The ways to sign in that this deployment offers besides e-mail and password. */
export const options = publicQuery({
  args: {},
  returns: v.object({ google: v.boolean() }),
  handler: async () => ({ google: isGoogleAvailable() }),
});

/**
 * Whether the link of a reset mail works, so that nobody chooses a password in
 * vain. It is asked once, so it may look at the clock; what counts in the end is
 * what the flow that takes the password finds.
 * @throws `reset_link_invalid`, `reset_link_used`, `reset_link_expired`
 */
export const checkResetLink = publicQuery({
  args: { token: v.string() },
  returns: v.null(),
  handler: async (ctx, { token }) => {
    await PasswordResets.getAddressee(
      ctx,
      await PasswordResets.hashToken(token),
    );
    return null;
  },
});

/** Everything that is stored about the caller, to be kept as a file. */
export const exportData = userQuery({
  args: {},
  returns: personalDataValidator,
  handler: async (ctx) => PersonalData.collect(ctx, ctx.user),
});

/**
 * Deletes the caller's account for good; it leaves the team as by leaving.
 * `alsoUnsubscribe`: from the news too, if the address is proven to be theirs.
 */
export const remove = userMutation({
  args: { alsoUnsubscribe: v.optional(v.boolean()) },
  returns: v.null(),
  handler: async (ctx, { alsoUnsubscribe = false }) => {
    await PersonalData.remove(ctx, ctx.user, { alsoUnsubscribe });
    return null;
  },
});
