import { v } from "convex/values";
import {
  publicMutation,
  publicQuery,
  userMutation,
  userQuery,
} from "./functions";
import * as Accounts from "./signIn/accounts";
import * as PasswordResets from "./signIn/passwordResets";
import * as PersonalData from "./account/personalData";
import * as RoleInvitations from "./roles/invitations";
import * as Viewer from "./platform/viewer";
import {
  appointmentOf,
  appointmentValidator,
  shownInvitationValidator,
} from "./roles/shared";
import { personalDataValidator } from "./account/shared";

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
  },
});

/**
 * Returns the invitation to a role that a mail's link shows. Anyone may call it. The answer
 * depends on the clock, so the page does not subscribe to it.
 * @throws `invitation_invalid`, `invitation_used`, `invitation_expired`
 */
export const invitation = publicQuery({
  args: { token: v.string() },
  returns: shownInvitationValidator,
  handler: async (ctx, { token }) => {
    const tokenHash = await PasswordResets.hashToken(token);
    const shown = await RoleInvitations.show(ctx, tokenHash);
    return { ...shown, viewer: (await Viewer.find(ctx))?.email ?? null };
  },
});

/**
 * Accepts an invitation for the account that has its address, which must be proven or the
 * caller's own; the flow `acceptInvitation` of the password provider accepts the others.
 * Anyone may call it: the link is the proof, and only the address's owner is appointed.
 * @throws `invitation_invalid`, `invitation_used`, `invitation_expired`,
 *   `invitation_needs_password`, `helper_in_team`, `already_organiser`
 */
export const acceptInvitation = publicMutation({
  args: { token: v.string() },
  returns: appointmentValidator,
  handler: async (ctx, { token }) => {
    const viewer = await Viewer.find(ctx);
    const tokenHash = await PasswordResets.hashToken(token);
    return appointmentOf(await RoleInvitations.accept(ctx, viewer, tokenHash));
  },
});

/** Returns everything that is stored about the caller, to save as a file. */
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
 * @throws `project_would_go`
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
  },
});
