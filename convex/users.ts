import { v } from "convex/values";
import { userMutation, userQuery } from "./functions";
import * as Users from "./model/users";
import { checked } from "./shared/check";
import { renameSchema } from "./shared/schemas";
import { profileValidator } from "./shared/validators";

/** Returns the caller's profile; null when nobody is signed in. */
export const me = userQuery({
  args: {},
  returns: profileValidator,
  handler: async (ctx) => Users.profileOf(ctx.user),
});

/**
 * Changes the caller's name in the profile and in the team.
 * @throws `not_signed_in`, `required`, `too_long`,
 *   `hidden_text`
 */
export const rename = userMutation({
  args: { name: v.string() },
  returns: v.null(),
  handler: async (ctx, args) => {
    await Users.rename(ctx, ctx.user, checked(renameSchema, args).name);
    return null;
  },
});

/**
 * Notes whether the caller says that they have registered their place at the event.
 * The registration is external, so nothing confirms it.
 * @throws `not_signed_in`
 */
export const notePlace = userMutation({
  args: { hasRegisteredPlace: v.boolean() },
  returns: v.null(),
  handler: async (ctx, { hasRegisteredPlace }) => {
    await Users.notePlace(ctx, ctx.user, hasRegisteredPlace);
    return null;
  },
});
