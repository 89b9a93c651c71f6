import {
  mutationGeneric,
  queryGeneric,
  type DataModelFromSchemaDefinition,
  type MutationBuilder,
  type QueryBuilder,
} from "convex/server";
import { v } from "convex/values";
import type schema from "./schema";

type DataModel = DataModelFromSchemaDefinition<typeof schema>;
const query: QueryBuilder<DataModel, "public"> = queryGeneric;
const mutation: MutationBuilder<DataModel, "public"> = mutationGeneric;

/** The live team list, reduced to what is measured: one row per member. */
export const members = query({
  args: { teamId: v.string() },
  handler: async (ctx, { teamId }) => {
    const rows = await ctx.db
      .query("members")
      .withIndex("by_team", (q) => q.eq("teamId", teamId))
      .collect();
    return rows.map((row) => row.userId);
  },
});

/** Takes one of a team's four places. */
export const join = mutation({
  args: { teamId: v.string(), userId: v.string() },
  handler: async (ctx, { teamId, userId }) => {
    const rows = await ctx.db
      .query("members")
      .withIndex("by_team", (q) => q.eq("teamId", teamId))
      .collect();
    if (rows.length >= 4) throw new Error("Team is already full");
    if (rows.some((row) => row.userId === userId))
      throw new Error("Already a member");
    await ctx.db.insert("members", { teamId, userId });
  },
});

/** Frees the place. */
export const leave = mutation({
  args: { teamId: v.string(), userId: v.string() },
  handler: async (ctx, { teamId, userId }) => {
    const row = await ctx.db
      .query("members")
      .withIndex("by_team", (q) => q.eq("teamId", teamId).eq("userId", userId))
      .unique();
    if (row) await ctx.db.delete(row._id);
  },
});
