import { v } from "convex/values";
import { userMutation, userQuery } from "./functions";
import * as RateLimits from "./model/rateLimits";
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
    const team = checked(createTeamSchema, args);
    await RateLimits.requireAndTake(ctx, "createTeam", ctx.user._id);
    return Teams.create(ctx, ctx.user, team);
  },
});

/**
 * Joins the team that has exactly this invite code. Null when no team has it:
 * codes can be guessed at, so the attempt must be counted, and a mutation that
 * throws keeps nothing. Every other no is thrown; for this one, callers say
 * `refuse("invalid_invite_code")` themselves.
 */
export const join = userMutation({
  args: { inviteCode: v.string() },
  returns: v.nullable(v.id("teams")),
  handler: async (ctx, args) => {
    const { inviteCode } = checked(joinTeamSchema, args);
    await RateLimits.requireLeft(ctx, "wrongInviteCode", ctx.user._id);
    const teamId = await Teams.join(ctx, ctx.user, inviteCode);
    if (teamId === null)
      await RateLimits.take(ctx, "wrongInviteCode", ctx.user._id);
    return teamId;
  },
});

/** Leaves the caller's team. */
export const leave = userMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await Teams.leave(ctx, ctx.user);
    return null;
  },
});
