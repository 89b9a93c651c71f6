import { v } from "convex/values";
import { userMutation, userQuery } from "./functions";
import * as RateLimits from "./model/rateLimits";
import * as Settings from "./model/settings";
import * as Teams from "./model/teams";
import { checked } from "./shared/check";
import { createTeamSchema, joinTeamSchema } from "./shared/schemas";
import { teamViewValidator } from "./shared/validators";

/**
 * Returns the caller's team with its invite code and members; null without a
 * team or when nobody is signed in.
 */
export const mine = userQuery({
  args: {},
  returns: v.nullable(teamViewValidator),
  handler: async (ctx) => Teams.findOwn(ctx, ctx.user),
});

/**
 * Creates a team, makes the caller its leader and returns its id.
 * @throws `not_signed_in`, `team_changes_closed`, `required`, `too_long`,
 *   `hidden_text`, `rate_limited`, `already_in_team`
 */
export const create = userMutation({
  args: { name: v.string(), description: v.optional(v.string()) },
  returns: v.id("teams"),
  handler: async (ctx, args) => {
    await Settings.requireTeamChangesOpen(ctx);
    const team = checked(createTeamSchema, args);
    await RateLimits.requireAndTake(ctx, "createTeam", ctx.user._id);
    return Teams.create(ctx, ctx.user, team);
  },
});

/**
 * Adds the caller to the team with exactly this invite code and returns its id.
 * The rate limit counts successful joins only: a mutation that throws is rolled
 * back, so wrong codes are not counted.
 * @throws `not_signed_in`, `team_changes_closed`, `required`, `rate_limited`,
 *   `invalid_invite_code`, `already_in_team`, `team_full`
 */
export const join = userMutation({
  args: { inviteCode: v.string() },
  returns: v.id("teams"),
  handler: async (ctx, args) => {
    await Settings.requireTeamChangesOpen(ctx);
    const { inviteCode } = checked(joinTeamSchema, args);
    await RateLimits.requireAndTake(ctx, "joinTeam", ctx.user._id);
    return Teams.join(ctx, ctx.user, inviteCode);
  },
});

/**
 * Takes the caller out of their team. (`account.remove` does so even while team
 * changes are closed.)
 * @throws `not_signed_in`, `team_changes_closed`, `not_in_team`
 */
export const leave = userMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await Settings.requireTeamChangesOpen(ctx);
    await Teams.leave(ctx, ctx.user);
    return null;
  },
});
