import { authTables } from "@convex-dev/auth/server";
import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";
import {
  accountRoleValidator,
  teamMemberValidator,
  teamRoleValidator,
} from "./shared/validators";

export default defineSchema({
  // Sessions, accounts (with password hashes), refresh tokens, codes, verifiers
  // and attempt counters. Written, read and deleted by Convex Auth; password
  // accounts are inserted by model/accounts.ts, and functions.ts reads sessions
  // to see whether a caller is still signed in.
  ...authTables,

  // One row per person, the profile included; `_id` is the person's uid.
  // Written by model/users.ts, but teamId and teamRole by model/teams.ts in the
  // mutation that changes the team. Read by its owner (users.me) and by Convex
  // Auth. Deleted by an organiser, by hand.
  users: defineTable({
    name: v.string(),
    displayName: v.string(),
    email: v.string(),
    image: v.optional(v.string()),
    /** Milliseconds since the epoch. */
    createdAt: v.number(),
    role: accountRoleValidator,
    isProfileComplete: v.boolean(),
    teamId: v.nullable(v.id("teams")),
    teamRole: v.nullable(teamRoleValidator),
    // Convex Auth's own fields.
    emailVerificationTime: v.optional(v.number()),
    phone: v.optional(v.string()),
    phoneVerificationTime: v.optional(v.number()),
    isAnonymous: v.optional(v.boolean()),
  })
    // Convex Auth looks people up by these two names.
    .index("email", ["email"])
    .index("phone", ["phone"]),

  // One row per living team with its members, so that one read shows it.
  // Written by model/teams.ts alone. Read by its members (teams.mine).
  // Deleted by the mutation in which its last member leaves.
  teams: defineTable({
    name: v.string(),
    /** May be empty. */
    description: v.string(),
    /** Six of [A-Z0-9], unique among the rows of this table. */
    inviteCode: v.string(),
    createdBy: v.id("users"),
    /** Milliseconds since the epoch. */
    createdAt: v.number(),
    /** One to four, in order of joining, exactly one of them the leader. */
    members: v.array(teamMemberValidator),
  }).index("by_invite_code", ["inviteCode"]),

  // What visitors write to the organisers. Written by model/contactMessages.ts,
  // read and deleted by organisers, by hand.
  contactMessages: defineTable({
    name: v.string(),
    email: v.string(),
    subject: v.string(),
    message: v.string(),
    /** ISO 8601, in UTC. */
    createdAt: v.string(),
  }),

  // Who wants news by e-mail, once per address. Written by model/subscribers.ts,
  // read and deleted by organisers, by hand.
  subscribers: defineTable({
    email: v.string(),
    /** When consent was given: milliseconds since the epoch. */
    consentedAt: v.number(),
  }).index("by_email", ["email"]),
});
