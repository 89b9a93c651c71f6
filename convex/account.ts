import { v } from "convex/values";
import { publicQuery, userMutation, userQuery } from "./functions";
import * as Accounts from "./model/signIn/accounts";
import * as PasswordResets from "./model/signIn/passwordResets";
import * as PersonalData from "./model/people/personalData";
import { personalDataValidator } from "./shared/people";

/**
 * Says which ways to sign in this deployment offers besides email and password.
 * Anyone may call it.
 */
export const options = publicQuery({
  args: {},
  returns: v.object({ google: v.boolean() }),
  handler: async (ctx) => ({ google: await Accounts.isGoogleOpen(ctx) }),
});

/**
 * Returns null if the link of a reset mail works, so that the page can say so
 * before someone types a password. Anyone may call it. The answer depends on the
 * clock, so the page does not subscribe to it; the flow `resetVerification`
 * checks the link again.
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

/**
 * Returns everything that is stored about the caller, to save as a file; null
 * when nobody is signed in.
 */
export const exportData = userQuery({
  args: {},
  returns: personalDataValidator,
  handler: async (ctx) => PersonalData.collect(ctx, ctx.user),
});

/**
 * Deletes the caller's account, after leaving the team as `teams.leave` does.
 * `alsoUnsubscribe` also deletes the subscription to the news, if the caller's
 * address is proven. `withProject` says that the caller knows that the team's project is
 * deleted too, unless it is handed in, if they are the last member.
 * @throws `not_signed_in`, `project_would_go`
 */
export const remove = userMutation({
  args: {
    alsoUnsubscribe: v.optional(v.boolean()),
    withProject: v.optional(v.boolean()),
  },
  returns: v.null(),
  handler: async (ctx, { alsoUnsubscribe = false, withProject = false }) => {
    const wanted = { alsoUnsubscribe, withProject };
    await PersonalData.remove(ctx, ctx.user, wanted);
    return null;
  },
});
