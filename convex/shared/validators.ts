import { v, type Infer } from "convex/values";

/** Everybody starts as a participant; an organiser is made in the Convex dashboard. */
export const accountRoleValidator = v.union(
  v.literal("participant"),
  v.literal("organiser"),
);

export const teamRoleValidator = v.union(
  v.literal("leader"),
  v.literal("member"),
);
export type TeamRole = Infer<typeof teamRoleValidator>;

/** One person in a team, in the order of joining. `joinedAt`: milliseconds since the epoch. */
export const teamMemberValidator = v.object({
  uid: v.id("users"),
  name: v.string(),
  role: teamRoleValidator,
  joinedAt: v.number(),
});
export type TeamMember = Infer<typeof teamMemberValidator>;

/** A team as its own members see it; nobody else sees any of it. */
export const teamViewValidator = v.object({
  _id: v.id("teams"),
  name: v.string(),
  description: v.string(),
  inviteCode: v.string(),
  createdAt: v.number(),
  members: v.array(teamMemberValidator),
});
export type TeamView = Infer<typeof teamViewValidator>;

/** A person's own profile. `createdAt`: milliseconds since the epoch. */
export const profileValidator = v.object({
  _id: v.id("users"),
  name: v.string(),
  displayName: v.string(),
  email: v.string(),
  image: v.nullable(v.string()),
  createdAt: v.number(),
  role: accountRoleValidator,
  isProfileComplete: v.boolean(),
  teamId: v.nullable(v.id("teams")),
  teamRole: v.nullable(teamRoleValidator),
});
export type Profile = Infer<typeof profileValidator>;

/**
 * Everything that is stored about a person. Times are milliseconds since the
 * epoch, but for `contactMessages.createdAt` (ISO 8601).
 */
export const personalDataValidator = v.object({
  profile: v.object({
    ...profileValidator.fields,
    emailProvenAt: v.nullable(v.number()),
  }),
  team: v.nullable(
    v.object({
      name: v.string(),
      description: v.string(),
      inviteCode: v.string(),
      role: teamRoleValidator,
      joinedAt: v.number(),
    }),
  ),
  signInMethods: v.array(
    v.object({
      provider: v.string(),
      accountId: v.string(),
      addedAt: v.number(),
    }),
  ),
  sessions: v.array(v.object({ startedAt: v.number(), expiresAt: v.number() })),
  passwordResets: v.array(
    v.object({
      requestedAt: v.number(),
      expiresAt: v.number(),
      isUsed: v.boolean(),
    }),
  ),
  /** Null and none while the address is not proven to be the person's. */
  subscription: v.nullable(v.object({ consentedAt: v.number() })),
  contactMessages: v.array(
    v.object({
      name: v.string(),
      subject: v.string(),
      message: v.string(),
      createdAt: v.string(),
    }),
  ),
});
export type PersonalData = Infer<typeof personalDataValidator>;
