/** Run by an operator, who has the deployment's admin key. */
import { v } from "convex/values";
import { internalMutation } from "../functions";
import * as Appointments from "../model/people/appointments";
import {
  appointmentOf,
  appointmentValidator,
  helperRoleValidator,
} from "../shared/people";

/**
 * Makes a person an organiser, a judge or a mentor:
 * `npx convex run jobs/roles:appoint '{"email":"…","role":"organiser"}'`.
 * @throws `user_not_found`, `email_not_proven`, `helper_in_team`
 */
export const appoint = internalMutation({
  args: {
    email: v.string(),
    role: v.union(v.literal("organiser"), helperRoleValidator),
  },
  returns: appointmentValidator,
  handler: async (ctx, args) =>
    appointmentOf(await Appointments.appoint(ctx, null, args)),
});

/**
 * Makes a person a participant again, with effect at once:
 * `npx convex run jobs/roles:dismiss '{"email":"…"}'`.
 * @throws `user_not_found`
 */
export const dismiss = internalMutation({
  args: { email: v.string() },
  returns: appointmentValidator,
  handler: async (ctx, { email }) =>
    appointmentOf(await Appointments.dismissByEmail(ctx, email)),
});
