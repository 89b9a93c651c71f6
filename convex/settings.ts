import { v } from "convex/values";
import { organiserMutation, publicQuery } from "./functions";
import * as Settings from "./model/settings";
import { settingsValidator } from "./shared/validators";

/**
 * Returns what is open and shown now. Anyone may call it, because public pages
 * need it.
 */
export const current = publicQuery({
  args: {},
  returns: settingsValidator,
  handler: async (ctx) => Settings.getCurrent(ctx),
});

/**
 * Changes the settings that are given and keeps the others. For organisers.
 * @throws `not_signed_in`, `organisers_only`
 */
export const change = organiserMutation({
  args: settingsValidator.partial().fields,
  returns: v.null(),
  handler: async (ctx, args) => {
    await Settings.change(ctx, ctx.user, args);
    return null;
  },
});
