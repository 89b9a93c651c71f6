import { v } from "convex/values";
import { internalMutation } from "../functions";
import * as Appointments from "../model/people/appointments";
import { appointmentOf, appointmentValidator } from "../shared/people";

/**
 * Makes a person an organiser:
 * `npx convex run jobs/organisers:appoint '{"email":"…"}'`.
 * @throws `user_not_found`, `email_not_proven`
 */
export const appoint = internalMutation({
  args: { email: v.string() },
  returns: appointmentValidator,
  handler: async (ctx, { email }) =>
    appointmentOf(
      await Appointments.appoint(ctx, null, { email, role: "organiser" }),
    ),
});

/**
 * Makes an organiser a participant again, with effect at once:
 * `npx convex run jobs/organisers:dismiss '{"email":"…"}'`.
 * @throws `user_not_found`
 */
export const dismiss = internalMutation({
  args: { email: v.string() },
  returns: appointmentValidator,
  handler: async (ctx, { email }) =>
    appointmentOf(await Appointments.dismissOrganiser(ctx, email)),
});
