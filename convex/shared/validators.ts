import { v, type Infer } from "convex/values";

/** Everybody starts as a participant; an organiser is made by hand (internal/organisers.ts, or in a data browser). */
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

/** When a list that is shown in time grows next: at that instant, and in how many milliseconds by the deployment's clock. */
export const nextChangeValidator = v.nullable(
  v.object({ at: v.number(), inMs: v.number() }),
);
export type NextChange = Infer<typeof nextChangeValidator>;

/** `publishAt`: milliseconds since the epoch. */
export const announcementValidator = v.object({
  _id: v.id("announcements"),
  title: v.string(),
  body: v.string(),
  pinned: v.boolean(),
  publishAt: v.number(),
  author: v.string(),
});
export type Announcement = Infer<typeof announcementValidator>;

/** `startsAt`: milliseconds since the epoch. */
export const eventValidator = v.object({
  _id: v.id("events"),
  title: v.string(),
  startsAt: v.number(),
  wholeDay: v.boolean(),
});
export type UpcomingEvent = Infer<typeof eventValidator>;

/** `url`: a page of this site that begins with a slash, or an https address. */
export const resourceValidator = v.object({
  _id: v.id("resources"),
  title: v.string(),
  url: v.string(),
  description: v.string(),
});
export type Resource = Infer<typeof resourceValidator>;

/** What organisers open and close. */
export const settingsValidator = v.object({
  /** May teams be created, joined and left? */
  teamChangesOpen: v.boolean(),
  submissionsOpen: v.boolean(),
  /** Is the way to the external registration shown, on every page? */
  registrationLinkShown: v.boolean(),
  /** Is the pre-meetup banner shown to who has not hidden it? */
  bannerShown: v.boolean(),
});
export type Settings = Infer<typeof settingsValidator>;

/** The numbers of the event at this moment; `teamsBySize[n - 1]`: teams of n. */
export const overviewValidator = v.object({
  registered: v.number(),
  inTeams: v.number(),
  teams: v.number(),
  teamsBySize: v.array(v.number()),
  /** Sign-ups per day in India ("2025-05-01"), oldest first, days without any left out. */
  registrations: v.array(v.object({ day: v.string(), count: v.number() })),
  messagesWaiting: v.number(),
  subscribers: v.number(),
  /** False when there are more rows than one query may read: then numbers are "at least". */
  isComplete: v.boolean(),
});
export type Overview = Infer<typeof overviewValidator>;

/** How many rows break each rule that mutations keep: all zero, or something is wrong. */
export const integrityValidator = v.object({
  /** Teams of more than four. */
  overfullTeams: v.number(),
  /** Members whose own row names another team or role, and people whose team does not list them. */
  disagreeingMembers: v.number(),
  /** Teams without exactly one leader. */
  leaderlessTeams: v.number(),
  /** Teams without members, members without a person, people in a team that is gone. */
  orphans: v.number(),
  /** A sentence on each of the first twenty, with ids. */
  findings: v.array(v.string()),
  teamsChecked: v.number(),
  peopleChecked: v.number(),
  isComplete: v.boolean(),
});
export type Integrity = Infer<typeof integrityValidator>;

/** A person as organisers see them. `createdAt`: milliseconds since the epoch. */
export const participantValidator = v.object({
  _id: v.id("users"),
  name: v.string(),
  email: v.string(),
  createdAt: v.number(),
  role: accountRoleValidator,
  teamName: v.nullable(v.string()),
  teamRole: v.nullable(teamRoleValidator),
});
export type Participant = Infer<typeof participantValidator>;

/** A team as organisers see it: the invite code is its members' alone. */
export const teamOverviewValidator = v.object({
  _id: v.id("teams"),
  name: v.string(),
  description: v.string(),
  createdAt: v.number(),
  members: v.array(teamMemberValidator),
});
export type TeamOverview = Infer<typeof teamOverviewValidator>;

/** A message to the organisers. `createdAt`: ISO 8601; `handledAt`: milliseconds since the epoch. */
export const contactMessageValidator = v.object({
  _id: v.id("contactMessages"),
  name: v.string(),
  email: v.string(),
  subject: v.string(),
  message: v.string(),
  createdAt: v.string(),
  handledAt: v.nullable(v.number()),
  handledBy: v.nullable(v.string()),
});
export type ContactMessage = Infer<typeof contactMessageValidator>;

/** `consentedAt`: milliseconds since the epoch. */
export const subscriberValidator = v.object({
  _id: v.id("subscribers"),
  email: v.string(),
  consentedAt: v.number(),
});
export type Subscriber = Infer<typeof subscriberValidator>;

/** What organisers may take away as a file. */
export const exportedListValidator = v.union(
  v.literal("participants"),
  v.literal("teams"),
  v.literal("messages"),
  v.literal("subscribers"),
  v.literal("auditLog"),
);
export type ExportedList = Infer<typeof exportedListValidator>;

/** What organisers do, as the audit log names it. */
export const auditActionValidator = v.union(
  v.literal("announcement published"),
  v.literal("announcement edited"),
  v.literal("announcement removed"),
  v.literal("message handled"),
  v.literal("message reopened"),
  v.literal("settings changed"),
  v.literal("list exported"),
  v.literal("organiser appointed"),
  v.literal("organiser dismissed"),
);

/** The fields of a row before or after; null where there was none. */
export const auditFieldsValidator = v.nullable(
  v.record(v.string(), v.union(v.string(), v.number(), v.boolean(), v.null())),
);
export type AuditFields = Infer<typeof auditFieldsValidator>;

/** One action: who, what, when, and the row before and after. `at`: milliseconds since the epoch. */
export const auditEntryValidator = v.object({
  at: v.number(),
  /** Null for who acted by the command line, with the deployment's key. */
  actorId: v.nullable(v.id("users")),
  actorName: v.string(),
  action: auditActionValidator,
  /** What it was done to, in words: a title, a name, which list. */
  target: v.string(),
  before: auditFieldsValidator,
  after: auditFieldsValidator,
});
export type AuditEntry = Infer<typeof auditEntryValidator>;

/** An entry with its row's id. */
export const auditRowValidator = v.object({
  ...auditEntryValidator.fields,
  _id: v.id("auditLog"),
});
export type AuditRow = Infer<typeof auditRowValidator>;

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
  /** What they did as an organiser; whom or what it was done to is not about them. */
  organiserActions: v.array(
    v.object({ at: v.number(), action: auditActionValidator }),
  ),
});
export type PersonalData = Infer<typeof personalDataValidator>;
