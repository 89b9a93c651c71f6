import { v } from "convex/values";
import { userMutation, userQuery } from "./functions";
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
  handler: async (ctx, args) =>
    Teams.create(ctx, ctx.user, checked(createTeamSchema, args)),
});

/** Joins the team that has exactly this invite code. */
export const join = userMutation({
  args: { inviteCode: v.string() },
  returns: v.id("teams"),
  handler: async (ctx, args) =>
    Teams.join(ctx, ctx.user, checked(joinTeamSchema, args).inviteCode),
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
