import { authTables } from "@convex-dev/auth/server";
import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";
import {
  accountRoleValidator,
  auditEntryValidator,
  lostTeamValidator,
  profileLinksValidator,
  settingsValidator,
  teamMemberValidator,
  teamRoleValidator,
} from "./shared/validators";

export default defineSchema({
  // Sessions, accounts (with password hashes), refresh tokens, codes, verifiers
  // and attempt counters, which Convex Auth writes, reads and deletes. Our own
  // modules use them too: model/accounts.ts writes password accounts,
  // model/sessions.ts ends sessions, model/expiry.ts deletes expired rows, and
  // model/viewer.ts reads sessions to see whether a caller is still signed in. The
  // indexes added here are for these modules.
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

  // One row per person, with the profile; `_id` is the person's uid. Written by
  // model/users.ts, except for teamId, teamRole and lostTeam, which model/teams.ts
  // writes in the mutation that changes the team. Read by its owner (users.me) and by
  // organisers. Deleted by its owner (account.remove).
  users: defineTable({
    name: v.string(),
    displayName: v.string(),
    /** As `tidyEmail` spells it; unique. */
    email: v.string(),
    image: v.optional(v.string()),
    /** Milliseconds since the epoch. */
    createdAt: v.number(),
    role: accountRoleValidator,
    /** True once college and year are there. */
    isProfileComplete: v.boolean(),
    teamId: v.nullable(v.id("teams")),
    teamRole: v.nullable(teamRoleValidator),
    /**
     * The last team, if others ended the membership. Absent from the next team on, or
     * once the person has read it.
     */
    lostTeam: v.optional(lostTeamValidator),
    /**
     * Whether the person says that they have registered their place at the event, on the
     * external page; absent until they say something.
     */
    hasRegisteredPlace: v.optional(v.boolean()),
    // What the person tells about themselves, absent or empty if they do not.
    college: v.optional(v.string()),
    graduationYear: v.optional(v.number()),
    /** Up to eight, in the person's order. */
    skills: v.optional(v.array(v.string())),
    about: v.optional(v.string()),
    links: v.optional(profileLinksValidator),
    // Fields of Convex Auth. The first is set when the address is proven.
    emailVerificationTime: v.optional(v.number()),
    phone: v.optional(v.string()),
    phoneVerificationTime: v.optional(v.number()),
    isAnonymous: v.optional(v.boolean()),
  })
    // Convex Auth requires indexes of these two names.
    .index("email", ["email"])
    .index("phone", ["phone"]),

  // One row per team with its members, so that one read shows it. Written by
  // model/teams.ts only. Read by its members (teams.mine), by whoever was invited or
  // found it (teams.preview) and by organisers. Deleted by the mutation in which its
  // last member leaves or its leader ends it.
  teams: defineTable({
    name: v.string(),
    /** May be empty. */
    description: v.string(),
    /** Six of [A-Z0-9], unique among the rows of this table. */
    inviteCode: v.string(),
    /**
     * When the leader replaced the code last, in milliseconds since the epoch; absent
     * while the team has its first.
     */
    codeRenewedAt: v.optional(v.number()),
    /** False while the code lets no one in; absent means true. */
    isOpen: v.optional(v.boolean()),
    createdBy: v.id("users"),
    /** Milliseconds since the epoch. */
    createdAt: v.number(),
    /** One to four, in the order of joining; exactly one of them is the leader. */
    members: v.array(teamMemberValidator),
  }).index("by_invite_code", ["inviteCode"]),

  // The links of password reset mails. Written by model/passwordResets.ts only.
  // Used ones stay, so that a second click gets its own message. Deleted by
  // model/expiry.ts a day after they expire, and with the account.
  passwordResets: defineTable({
    userId: v.id("users"),
    /** SHA-256 of the link's token, in base64; the token itself is not stored. */
    tokenHash: v.string(),
    /** Milliseconds since the epoch. */
    expiresAt: v.number(),
    isUsed: v.boolean(),
  })
    .index("by_token_hash", ["tokenHash"])
    .index("by_user", ["userId"])
    .index("by_expires_at", ["expiresAt"]),

  // Accepted answers to bot checks, so that none is accepted twice. Written and
  // read by model/botChecks.ts, deleted by model/expiry.ts when they expire.
  usedBotChecks: defineTable({
    nonce: v.string(),
    /** Milliseconds since the epoch. */
    expiresAt: v.number(),
  })
    .index("by_nonce", ["nonce"])
    .index("by_expires_at", ["expiresAt"]),

  // The counters of the rate limiter component that are kept for one address or
  // person, because the component lists none. Written by model/rateLimits.ts,
  // deleted by model/expiry.ts with the counter when its bucket is full again.
  countedKeys: defineTable({
    /** One of `RATE_LIMITS`. */
    limit: v.string(),
    /** SHA-256 of an address or an id, in base64. */
    keyHash: v.string(),
    /** From then on the counter says nothing. Milliseconds since the epoch. */
    fullAt: v.number(),
  })
    .index("by_limit_and_key_hash", ["limit", "keyHash"])
    .index("by_full_at", ["fullAt"]),

  // Messages from visitors to the organisers. Written by
  // model/contactMessages.ts. Read by the proven owner of the address
  // (account.exportData) and by organisers, who mark messages as handled and
  // delete them in the data browser.
  contactMessages: defineTable({
    name: v.string(),
    email: v.string(),
    subject: v.string(),
    message: v.string(),
    /** ISO 8601, in UTC. */
    createdAt: v.string(),
    /** Milliseconds since the epoch; absent while the message waits. */
    handledAt: v.optional(v.number()),
    /** The name of the organiser who handled it; present if `handledAt` is. */
    handledBy: v.optional(v.string()),
  })
    .index("by_email", ["email"])
    .index("by_handled_at", ["handledAt"]),

  // Subscribers to the news, one row per address. Written by model/subscribers.ts.
  // Read by organisers and by the proven owner of the address
  // (account.exportData), who can delete the row with the account
  // (account.remove). Organisers delete rows in the data browser.
  subscribers: defineTable({
    email: v.string(),
    /** Time of consent, in milliseconds since the epoch. */
    consentedAt: v.number(),
  }).index("by_email", ["email"]),

  // The next four tables hold live content, which organisers edit in their area and
  // can edit in the data browser: every dashboard shows a change at once.
  // model/firstContent.ts fills them once.

  // What the organisers tell the participants. Written by
  // model/announcements.ts and in the data browser. Read by participants from
  // `publishAt` on.
  announcements: defineTable({
    title: v.string(),
    body: v.string(),
    /** Pinned ones come before all others. */
    pinned: v.boolean(),
    /**
     * Milliseconds since the epoch. Participants do not see the row before this
     * instant.
     */
    publishAt: v.number(),
    /** The name that is shown as author. */
    author: v.string(),
  })
    .index("by_publish_at", ["publishAt"])
    .index("by_pinned_and_publish_at", ["pinned", "publishAt"]),

  // The dates on the dashboard. Written by model/events.ts and in the data browser,
  // read by participants.
  events: defineTable({
    title: v.string(),
    /** Milliseconds since the epoch; for a whole day, its start in India. */
    startsAt: v.number(),
    /** If true, the dashboard shows the day without a time. */
    wholeDay: v.boolean(),
  }).index("by_starts_at", ["startsAt"]),

  // Links that help participants. Written by model/resources.ts and in the data
  // browser, read by participants from `publishAt` on.
  resources: defineTable({
    title: v.string(),
    /** A path of this site ("/code-of-conduct") or a URL that begins with https://. */
    url: v.string(),
    description: v.string(),
    /** Milliseconds since the epoch. */
    publishAt: v.number(),
    /** The smallest comes first. */
    order: v.number(),
  }).index("by_publish_at", ["publishAt"]),

  // What organisers open and close, in one row; without it everything is open and
  // shown, and without `phase` registration is open. Written by model/settings.ts
  // and in the data browser, read by everyone.
  settings: defineTable({
    ...settingsValidator.fields,
    phase: v.optional(settingsValidator.fields.phase),
    /**
     * When an organiser last closed team changes by the switch; absent while they are
     * open. Milliseconds since the epoch.
     */
    teamChangesClosedAt: v.optional(v.number()),
  }),

  // Every action in the organiser area, and every appointment. Written by
  // model/auditLog.ts. Read by organisers, and by each actor as to their own
  // actions (account.exportData). Never changed, never deleted.
  auditLog: defineTable(auditEntryValidator.fields)
    .index("by_at", ["at"])
    .index("by_actor", ["actorId"]),
});
