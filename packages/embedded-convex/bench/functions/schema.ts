import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";

export default defineSchema({
  members: defineTable({ teamId: v.string(), userId: v.string() }).index(
    "by_team",
    ["teamId", "userId"],
  ),
});
