import { v, type Infer } from "convex/values";
import { requestNewsValidator } from "./listings";

/**
 * Everyone starts as a participant. The operator appoints organisers
 * (jobs/organisers.ts, or in the data browser), these appoint judges and mentors.
 * Organisers may do what mentors do.
 */
export const accountRoleValidator = v.union(
  v.literal("participant"),
  v.literal("organiser"),
  v.literal("judge"),
  v.literal("mentor"),
);

export const teamRoleValidator = v.union(
  v.literal("leader"),
  v.literal("member"),
);
export type TeamRole = Infer<typeof teamRoleValidator>;

/** A member of a team. `joinedAt`: milliseconds since the epoch. */
export const teamMemberValidator = v.object({
  uid: v.id("users"),
  name: v.string(),
  role: teamRoleValidator,
  joinedAt: v.number(),
});
export type TeamMember = Infer<typeof teamMemberValidator>;

/** A team as its own members see it. */
export const teamViewValidator = v.object({
  _id: v.id("teams"),
  name: v.string(),
  description: v.string(),
  inviteCode: v.string(),
  /** False while the code admits nobody. */
  isOpen: v.boolean(),
  createdAt: v.number(),
  members: v.array(teamMemberValidator),
});
export type TeamView = Infer<typeof teamViewValidator>;

/** A team as outsiders see it: names and roles, no ids and no code. */
export const teamPreviewValidator = v.object({
  name: v.string(),
  description: v.string(),
  members: v.array(v.object({ name: v.string(), role: teamRoleValidator })),
  freeSlots: v.number(),
  isOpen: v.boolean(),
});
export type TeamPreview = Infer<typeof teamPreviewValidator>;

/** A team that a person is no longer in because of somebody else's act. */
export const lostTeamValidator = v.object({
  name: v.string(),
  how: v.union(
    v.literal("removed by leader"),
    v.literal("removed by organiser"),
    v.literal("disbanded"),
  ),
});
export type LostTeam = Infer<typeof lostTeamValidator>;

/** https addresses; empty if not given. */
export const profileLinksValidator = v.object({
  github: v.string(),
  portfolio: v.string(),
});

/** Profile fields, and whether they are all that the organisers need. */
export const profileTextsValidator = v.object({
  isProfileComplete: v.boolean(),
  college: v.string(),
  graduationYear: v.nullable(v.number()),
  skills: v.array(v.string()),
  about: v.string(),
  links: profileLinksValidator,
});
export type ProfileTexts = Infer<typeof profileTextsValidator>;

/**
 * A person's own profile. Missing texts are empty. `createdAt`: milliseconds since the
 * epoch.
 */
export const profileValidator = v.object({
  _id: v.id("users"),
  name: v.string(),
  displayName: v.string(),
  email: v.string(),
  image: v.nullable(v.string()),
  createdAt: v.number(),
  role: accountRoleValidator,
  teamId: v.nullable(v.id("teams")),
  teamRole: v.nullable(teamRoleValidator),
  lostTeam: v.nullable(lostTeamValidator),
  /** What the person says: the external registration page tells us nothing. */
  hasRegisteredPlace: v.boolean(),
  ...profileTextsValidator.fields,
});
export type Profile = Infer<typeof profileValidator>;

/** What every page of the portal knows about its reader. */
export const meValidator = profileValidator.extend({
  /** The read key for announcements, resources and dates; null until it is created. */
  noticeReadKey: v.nullable(v.string()),
  requests: requestNewsValidator,
});
export type Me = Infer<typeof meValidator>;

/**
 * When the next row of a list comes out: the instant, and the milliseconds
 * until then by the deployment's clock. Null: none is scheduled.
 */
export const nextChangeValidator = v.nullable(
  v.object({ at: v.number(), inMs: v.number() }),
);
export type NextChange = Infer<typeof nextChangeValidator>;

/**
 * Where the event is: registration open, registration closed, live now, over. An
 * organiser says so; no clock sets it.
 */
export const phaseValidator = v.union(
  v.literal("open"),
  v.literal("closed"),
  v.literal("live"),
  v.literal("over"),
);
export type Phase = Infer<typeof phaseValidator>;

/** What organisers open and close. */
export const settingsValidator = v.object({
  /** Teams can be created, joined and left; see also `teamChangesCloseAt`. */
  teamChangesOpen: v.boolean(),
  /**
   * When team changes close by themselves. Milliseconds since the epoch; absent if
   * never.
   */
  teamChangesCloseAt: v.optional(v.number()),
  /** False if an organiser has closed submissions manually; see also the two times. */
  submissionsOpen: v.boolean(),
  /**
   * The times between which projects can be edited and handed in, in milliseconds since
   * the epoch. Without the first, submissions are not open; without the second, they do
   * not close by themselves.
   */
  submissionsOpenAt: v.optional(v.number()),
  submissionsCloseAt: v.optional(v.number()),
  /** Everyone sees the gallery; absent means no. */
  galleryPublished: v.optional(v.boolean()),
  /** Every page shows the link to the external registration. */
  registrationLinkShown: v.boolean(),
  /** The pre-meetup banner is shown to people who have not hidden it. */
  bannerShown: v.boolean(),
  phase: phaseValidator,
});
export type Settings = Infer<typeof settingsValidator>;

/** A change of the settings by an organiser; null removes a time. */
export const settingsChangeValidator = v.object({
  ...settingsValidator.partial().fields,
  teamChangesCloseAt: v.optional(v.nullable(v.number())),
  submissionsOpenAt: v.optional(v.nullable(v.number())),
  submissionsCloseAt: v.optional(v.nullable(v.number())),
});
export type SettingsChange = Infer<typeof settingsChangeValidator>;

/**
 * Whether something is open now, by the deployment's clock (shared/windows.ts). Times are
 * milliseconds since the epoch.
 */
export const windowStateValidator = v.object({
  state: v.union(v.literal("not open"), v.literal("open"), v.literal("closed")),
  opensAt: v.nullable(v.number()),
  /**
   * In the past if that time has closed it. Null if no time is set, or if an organiser has
   * closed it manually.
   */
  closesAt: v.nullable(v.number()),
  /** Null while it is not closed, and if the time is unknown. */
  closedSince: v.nullable(v.number()),
});
export type WindowState = Infer<typeof windowStateValidator>;

/** Whether teams can be changed now, and when that changes by itself. */
export const teamChangesValidator = windowStateValidator.extend({
  next: nextChangeValidator,
});

/**
 * Whether projects can be edited and handed in now, and when that changes by itself.
 */
export const submissionsValidator = windowStateValidator.extend({
  /** The projects are assigned to judges. */
  hasJudgingBegun: v.boolean(),
  next: nextChangeValidator,
});
export type Submissions = Infer<typeof submissionsValidator>;
