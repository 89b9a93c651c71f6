import { v } from "convex/values";
import { organiserMutation, publicQuery } from "./functions";
import * as Settings from "./model/settings";
import { settingsValidator } from "./shared/validators";

/** What is open and shown at the moment; pages for visitors need it too. */
export const current = publicQuery({
  args: {},
  returns: settingsValidator,
  handler: async (ctx) => Settings.getCurrent(ctx),
});

/** Opens, closes, shows and hides what is named. */
export const change = organiserMutation({
  args: settingsValidator.partial().fields,
  returns: v.null(),
  handler: async (ctx, args) => {
    await Settings.change(ctx, ctx.user, args);
    return null;
  },
});
