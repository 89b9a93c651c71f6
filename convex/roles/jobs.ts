/** Roles: what an operator runs, who has the deployment's admin key, and the mails of invitations. */
import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalAction, internalMutation } from "../functions";
import * as Appointments from "./appointments";
import * as RoleInvitations from "./invitations";
import * as Mail from "../platform/mail";
import { MAX_ATTEMPTS, pauseAfter } from "../platform/retry";
import * as PasswordResets from "../signIn/passwordResets";
import { appointedRoleValidator } from "../platform/shared/roles";
import { appointmentOf, appointmentValidator } from "./shared";

const invitationIdsValidator = v.array(v.id("roleInvitations"));

/**
 * Makes a person an organiser, a judge or a mentor:
 * `npx convex run roles/jobs:appoint '{"email":"…","role":"organiser"}'`.
 * @throws `user_not_found`, `email_not_proven`, `stand_in_only`, `helper_in_team`
 */
export const appoint = internalMutation({
  args: { email: v.string(), role: appointedRoleValidator },
  returns: appointmentValidator,
  handler: async (ctx, args) =>
    appointmentOf(await Appointments.appoint(ctx, args)),
});

/**
 * Makes a person a participant again, with effect at once:
 * `npx convex run roles/jobs:dismiss '{"email":"…"}'`.
 * @throws `user_not_found`
 */
export const dismiss = internalMutation({
  args: { email: v.string() },
  returns: appointmentValidator,
  handler: async (ctx, { email }) =>
    appointmentOf(await Appointments.dismissByEmail(ctx, email)),
});

/**
 * Mails invitations by one request. Scheduled by the invitation. The tokens are made here,
 * so that the database never holds one. If the provider is busy, new links are sent later;
 * other failures are logged, and the organisers' list shows what has not been mailed.
 */
export const mailInvitations = internalAction({
  args: {
    invitationIds: invitationIdsValidator,
    attempt: v.optional(v.number()),
  },
  returns: v.null(),
  handler: async (ctx, { invitationIds, attempt = 1 }) => {
    const mails: Mail.Mail[] = [];
    for (const invitationId of invitationIds) {
      const token = PasswordResets.newToken();
      const tokenHash = await PasswordResets.hashToken(token);
      const setToken = internal.roles.jobs.setInvitationToken;
      const found = await ctx.runMutation(setToken, {
        invitationId,
        tokenHash,
      });
      if (found === null) continue;
      const { email, ...facts } = found;
      mails.push(RoleInvitations.invitationMail(email, { ...facts, token }));
    }
    if (mails.length === 0) return;
    try {
      await Mail.sendAll(mails, `invitations/${crypto.randomUUID()}`);
    } catch (error) {
      if (error instanceof Mail.Refused || attempt >= MAX_ATTEMPTS) throw error;
      const { mailInvitations: again } = internal.roles.jobs;
      await ctx.scheduler.runAfter(pauseAfter(attempt), again, {
        invitationIds,
        attempt: attempt + 1,
      });
      return;
    }
    const noteMailed = internal.roles.jobs.noteInvitationsMailed;
    await ctx.runMutation(noteMailed, { invitationIds });
  },
});

/** Stores the hash of a link and returns whom it is for; null if nobody is invited any more. */
export const setInvitationToken = internalMutation({
  args: { invitationId: v.id("roleInvitations"), tokenHash: v.string() },
  returns: v.nullable(
    v.object({
      email: v.string(),
      role: appointedRoleValidator,
      by: v.string(),
    }),
  ),
  handler: async (ctx, { invitationId, tokenHash }) =>
    RoleInvitations.setToken(ctx, invitationId, tokenHash),
});

/** Records that invitations have been mailed. */
export const noteInvitationsMailed = internalMutation({
  args: { invitationIds: invitationIdsValidator },
  returns: v.null(),
  handler: async (ctx, { invitationIds }) =>
    RoleInvitations.noteMailed(ctx, invitationIds),
});
