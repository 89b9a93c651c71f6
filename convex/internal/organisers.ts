import { v } from "convex/values";
import { internalMutation } from "../functions";
import * as Organisers from "../model/organisers";
import { accountRoleValidator } from "../shared/validators";

/** Who it is now, for the operator to see whom they meant. */
const appointmentValidator = v.object({
  name: v.string(),
  email: v.string(),
  role: accountRoleValidator,
});

/** Makes somebody an organiser: `npx convex run internal/organisers:appoint '{"email":"…"}'`. */
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

/** Makes an organiser a participant again, at once: `npx convex run internal/organisers:dismiss '{"email":"…"}'`. */
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
