import { v } from "convex/values";
import { userMutation, userQuery } from "./functions";
import * as RateLimits from "./model/rateLimits";
import * as Settings from "./model/settings";
import * as Teams from "./model/teams";
import { checked } from "./shared/check";
import { createTeamSchema, joinTeamSchema } from "./shared/schemas";
import { teamViewValidator } from "./shared/validators";

/** The signed-in person's team with its code and members; null without a team. */
export const mine = userQuery({
  args: {},
  returns: v.nullable(teamViewValidator),
  handler: async (ctx) => Teams.findOwn(ctx, ctx.user),
});

/** Founds a team and makes the caller its leader. */
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
 * Joins the team that has exactly this invite code. What is counted are the
 * joins: a wrong code is refused like everything else, and a mutation that
 * throws keeps nothing, a count of wrong codes included.
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

/** Leaves the caller's team. Deleting one's account does so even while changes are closed. */
export const leave = userMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await Settings.requireTeamChangesOpen(ctx);
    await Teams.leave(ctx, ctx.user);
    return null;
  },
});
