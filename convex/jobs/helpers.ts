import { v } from "convex/values";
import { internalMutation } from "../functions";
import * as Appointments from "../model/people/appointments";
import {
  appointmentOf,
  appointmentValidator,
  helperRoleValidator,
} from "../shared/people";

/**
 * Makes a person a judge or a mentor:
 * `npx convex run jobs/helpers:appoint '{"email":"…","role":"judge"}'`.
 * @throws `user_not_found`, `email_not_proven`, `helper_in_team`
 */
export const appoint = internalMutation({
  args: { email: v.string(), role: helperRoleValidator },
  returns: appointmentValidator,
  handler: async (ctx, args) =>
    appointmentOf(await Appointments.appoint(ctx, null, args)),
});

/**
 * Makes a judge or a mentor a participant again, with effect at once:
 * `npx convex run jobs/helpers:dismiss '{"email":"…"}'`.
 * @throws `user_not_found`, `already_organiser`
 */
export const dismiss = internalMutation({
  args: { email: v.string() },
  returns: appointmentValidator,
  handler: async (ctx, { email }) =>
    appointmentOf(await Appointments.dismissHelper(ctx, email)),
});
