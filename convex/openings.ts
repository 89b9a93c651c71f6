import { v } from "convex/values";
import { publicQuery, userMutation, userQuery } from "./functions";
import * as FindPass from "./model/listings/findPass";
import * as Leading from "./model/teams/leading";
import * as Openings from "./model/listings/openings";
import * as RateLimits from "./model/platform/rateLimits";
import * as Settings from "./model/content/settings";
import { checked } from "./shared/check";
import { openingSchema } from "./shared/findingSchemas";
import { openingValidator } from "./shared/findingValidators";
import { FIRST_PAGE } from "./shared/limits";

/** Returns the opening of the caller's team; null without one. */
export const mine = userQuery({
  args: {},
  returns: v.nullable(openingValidator),
  handler: async (ctx) =>
    ctx.user.teamId === null ? null : Openings.findOf(ctx, ctx.user.teamId),
});

/**
 * Returns openings, filtered by skill and by a minimum of free slots where given; null
 * for strangers, judges and mentors. `pass` as in `cards.list`.
 */
export const list = publicQuery({
  args: {
    pass: v.optional(v.string()),
    skill: v.optional(v.string()),
    freeSlots: v.optional(v.number()),
    limit: v.optional(v.number()),
  },
  returns: v.nullable(
    v.object({ openings: v.array(openingValidator), hasMore: v.boolean() }),
  ),
  handler: async (ctx, { pass, limit = FIRST_PAGE, ...filter }) =>
    (await FindPass.admits(ctx, pass))
      ? Openings.list(ctx, filter, limit)
      : null,
});

/**
 * Shows an opening of the team that the caller leads, or changes it.
 * @throws `not_signed_in`, `team_changes_closed`, `required`, `too_long`, `too_many`,
 *   `hidden_text`, `not_in_team`, `not_leader`, `team_full`, `team_closed`,
 *   `rate_limited`
 */
export const show = userMutation({
  args: { building: v.string(), skills: v.optional(v.array(v.string())) },
  returns: v.null(),
  handler: async (ctx, args) => {
    await Settings.requireTeamChangesOpen(ctx);
    const wanted = checked(openingSchema, args);
    const team = await Leading.requireTeam(ctx, ctx.user);
    await Openings.show(ctx, team, wanted);
    await RateLimits.requireAndTake(ctx, "showSelf", ctx.user._id);
    return null;
  },
});

/**
 * Removes the opening of the team that the caller leads.
 * @throws `not_signed_in`, `not_in_team`, `not_leader`
 */
export const hide = userMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const team = await Leading.requireTeam(ctx, ctx.user);
    await Openings.hide(ctx, team._id);
    return null;
  },
});
