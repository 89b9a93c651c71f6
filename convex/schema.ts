import { authTables } from "@convex-dev/auth/server";
import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";
import {
  accountRoleValidator,
  auditEntryValidator,
  settingsValidator,
  teamMemberValidator,
  teamRoleValidator,
} from "./shared/validators";

export default defineSchema({
  // Sessions, accounts (with password hashes), refresh tokens, codes, verifiers
  // and attempt counters. Written, read and deleted by Convex Auth; besides it,
  // model/accounts.ts keeps password accounts, model/sessions.ts ends sessions,
  // model/expiry.ts removes what has expired, and functions.ts reads sessions to
  // see whether a caller is still signed in. The indexes added here are for
  // those.
  ...authTables,
  authSessions: authTables.authSessions.index("by_expiration", [
    "expirationTime",
  ]),
  authRefreshTokens: authTables.authRefreshTokens.index("by_expiration", [
    "expirationTime",
  ]),
  authVerificationCodes: authTables.authVerificationCodes.index(
    "by_expiration",
    ["expirationTime"],
  ),
  authVerifiers: authTables.authVerifiers.index("by_session", ["sessionId"]),

  // One row per person, the profile included; `_id` is the person's uid.
  // Written by model/users.ts, but teamId and teamRole by model/teams.ts in the
  // mutation that changes the team. Read by its owner (users.me) and by Convex
  // Auth. Deleted by its owner (account.remove).
  users: defineTable({
    name: v.string(),
    displayName: v.string(),
    /** In the one spelling of `tidyEmail`; no two rows have the same. */
    email: v.string(),
    image: v.optional(v.string()),
    /** Milliseconds since the epoch. */
    createdAt: v.number(),
    role: accountRoleValidator,
    isProfileComplete: v.boolean(),
    teamId: v.nullable(v.id("teams")),
    teamRole: v.nullable(teamRoleValidator),
    // Convex Auth's own fields; the first is set once the address is proven.
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

  // The links of password reset mails. Written by model/passwordResets.ts alone;
  // used ones stay, so that a second click is told so. Deleted by
  // model/expiry.ts a day after they expire, and with the account.
  passwordResets: defineTable({
    userId: v.id("users"),
    /** SHA-256 of the link's token, in base64; the token itself is kept nowhere. */
    tokenHash: v.string(),
    /** Milliseconds since the epoch. */
    expiresAt: v.number(),
    isUsed: v.boolean(),
  })
    .index("by_token_hash", ["tokenHash"])
    .index("by_user", ["userId"])
    .index("by_expires_at", ["expiresAt"]),

  // Answers to bot checks that were accepted, so that none counts twice. Written
  // and read by model/botChecks.ts, deleted by model/expiry.ts once they expire.
  usedBotChecks: defineTable({
    nonce: v.string(),
    /** Milliseconds since the epoch. */
    expiresAt: v.number(),
  })
    .index("by_nonce", ["nonce"])
    .index("by_expires_at", ["expiresAt"]),

  // What visitors write to the organisers. Written by model/contactMessages.ts,
  // read by the proven owner of the address (account.exportData) and by
  // organisers, who mark what they have dealt with and delete by hand.
  contactMessages: defineTable({
    name: v.string(),
    email: v.string(),
    subject: v.string(),
    message: v.string(),
    /** ISO 8601, in UTC. */
    createdAt: v.string(),
    /** Milliseconds since the epoch; absent while the message waits. */
    handledAt: v.optional(v.number()),
    /** The name of the organiser who dealt with it; there with `handledAt`. */
    handledBy: v.optional(v.string()),
  })
    .index("by_email", ["email"])
    .index("by_handled_at", ["handledAt"]),

  // Who wants news by e-mail, once per address. Written by model/subscribers.ts,
  // deleted by it when the proven owner of the address asks (account.remove), and
  // by organisers, by hand.
  subscribers: defineTable({
    email: v.string(),
    /** When consent was given: milliseconds since the epoch. */
    consentedAt: v.number(),
  }).index("by_email", ["email"]),

  // The four tables of live content, made to be edited by hand in a data browser:
  // whatever changes here is on every dashboard at once. Filled once with the
  // content of the specification by model/firstContent.ts.

  // What the organisers tell the participants. Written by
  // model/announcements.ts and by hand; read by participants from `publishAt` on.
  announcements: defineTable({
    title: v.string(),
    body: v.string(),
    /** Pinned ones stand above all others. */
    pinned: v.boolean(),
    /** Milliseconds since the epoch; in the future, nobody sees it before. */
    publishAt: v.number(),
    /** Who says it, as shown. */
    author: v.string(),
  })
    .index("by_publish_at", ["publishAt"])
    .index("by_pinned_and_publish_at", ["pinned", "publishAt"]),

  // The dates on the dashboard. Written by hand, read by participants.
  events: defineTable({
    title: v.string(),
    /** Milliseconds since the epoch; of a whole day, its start in India. */
    startsAt: v.number(),
    /** Then only the day is shown. */
    wholeDay: v.boolean(),
  }).index("by_starts_at", ["startsAt"]),

  // What helps participants. Written by hand, read by participants from
  // `publishAt` on.
  resources: defineTable({
    title: v.string(),
    /** A page of this site ("/code-of-conduct") or an address that begins with https://. */
    url: v.string(),
    description: v.string(),
    /** Milliseconds since the epoch. */
    publishAt: v.number(),
    /** The smallest stands first. */
    order: v.number(),
  }).index("by_publish_at", ["publishAt"]),

  // What organisers open and close: one row; without it everything is open and
  // shown. Written by model/settings.ts and by hand, read by everybody.
  settings: defineTable(settingsValidator.fields),

  // Every action of an organiser in the organiser area. Written by
  // model/auditLog.ts, read by organisers and, as to what they did themselves, by
  // its actors (account.exportData); never changed and never deleted.
  auditLog: defineTable(auditEntryValidator.fields)
    .index("by_at", ["at"])
    .index("by_actor", ["actorId"]),
});
