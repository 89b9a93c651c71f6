import { v } from "convex/values";
import { userMutation, userQuery } from "./functions";
import * as CheckIns from "./checkIns/checkIns";
import * as Asking from "./listings/asking";
import * as ReadKeys from "./platform/readKeys";
import * as RateLimits from "./platform/rateLimits";
import * as Places from "./people/places";
import * as Users from "./people/users";
import * as Teams from "./teams/teams";
import { mailKindValidator } from "./platform/shared/mail";
import { profileSchema, renameSchema } from "./people/shared/people";
import { meValidator } from "./account/shared";

/**
 * Returns the caller's profile; null when nobody is signed in. Every page of the portal
 * has this query open, and it seldom changes: so what others ask of the caller comes with
 * it, and needs no query of its own.
 */
export const me = userQuery({
  args: {},
  returns: meValidator,
  handler: async (ctx) => ({
    ...Users.profileOf(await Teams.withTeamThere(ctx, ctx.user)),
    checkedInAt: await CheckIns.arrivalOf(ctx, ctx.user._id),
    missingInPlacesOf: await Places.missingSince(ctx, ctx.user),
    noticeReadKey: await ReadKeys.keyOf(ctx, "notices"),
    requests: await Asking.newsOf(ctx, ctx.user),
  }),
});

/**
 * Changes the caller's name in the profile and in the team.
 * @throws `required`, `too_long`, `hidden_text`, `rate_limited`
 */
export const rename = userMutation({
  input: renameSchema,
  returns: v.null(),
  handler: async (ctx, { name }) => {
    await RateLimits.requireAndTake(ctx, "updateProfile", ctx.user._id);
    await Users.rename(ctx, ctx.user, name);
  },
});

/**
 * Merges the given fields into the caller's profile; "" and null remove a value. The
 * profile is complete once it has college and year.
 * @returns true
 * @throws `required`, `too_long`, `too_many`, `hidden_text`, `impossible_year`,
 *   `invalid_link`, `rate_limited`
 */
export const update = userMutation({
  input: profileSchema,
  returns: v.literal(true),
  handler: async (ctx, change) => {
    await RateLimits.requireAndTake(ctx, "updateProfile", ctx.user._id);
    await Users.update(ctx, ctx.user, change);
    return true as const;
  },
});

/**
 * Notes whether the caller says that they have registered their place at the event.
 * @throws `rate_limited`
 */
export const notePlace = userMutation({
  args: { hasRegisteredPlace: v.boolean() },
  returns: v.null(),
  handler: async (ctx, { hasRegisteredPlace }) => {
    await RateLimits.requireAndTake(ctx, "notePlace", ctx.user._id);
    await Users.notePlace(ctx, ctx.user, hasRegisteredPlace);
  },
});

/** Switches a kind of mail to the caller on or off. @throws `rate_limited` */
export const switchMail = userMutation({
  args: { kind: mailKindValidator, isOn: v.boolean() },
  returns: v.null(),
  handler: async (ctx, { kind, isOn }) => {
    await RateLimits.requireAndTake(ctx, "updateProfile", ctx.user._id);
    await Users.switchMail(ctx, ctx.user, kind, isOn);
  },
});
