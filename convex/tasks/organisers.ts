import { v } from "convex/values";
import { internalMutation } from "../functions";
import * as Organisers from "../model/organisers";
import { accountRoleValidator } from "../shared/validators";

/** The person as they are now, so that the operator can check who it is. */
const appointmentValidator = v.object({
  name: v.string(),
  email: v.string(),
  role: accountRoleValidator,
});

/**
 * Makes a person an organiser:
 * `npx convex run tasks/organisers:appoint '{"email":"…"}'`.
 * @throws `user_not_found`, `email_not_proven`
 */
export const appoint = internalMutation({
  args: { email: v.string() },
  returns: appointmentValidator,
  handler: async (ctx, args) => {
    const { displayName, email, role } = await Organisers.appoint(
      ctx,
      args.email,
    );
    return { name: displayName, email, role };
  },
});

/**
 * Makes an organiser a participant again, with effect at once:
 * `npx convex run tasks/organisers:dismiss '{"email":"…"}'`.
 * @throws `user_not_found`
 */
export const dismiss = internalMutation({
  args: { email: v.string() },
  returns: appointmentValidator,
  handler: async (ctx, args) => {
    const { displayName, email, role } = await Organisers.dismiss(
      ctx,
      args.email,
    );
    return { name: displayName, email, role };
  },
});
