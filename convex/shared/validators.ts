import { v, type Infer } from "convex/values";
import { findingDataValidator } from "./findingValidators";
import { judgingDataValidator } from "./judgingValidators";
import { projectDataValidator } from "./projectValidators";

/**
 * Everyone starts as a participant. The operator appoints organisers
 * (tasks/organisers.ts, or in the data browser), these appoint judges and mentors.
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
const profileTextsValidator = v.object({
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

/**
 * When the next row of a list comes out: the instant, and the milliseconds
 * until then by the deployment's clock. Null: none is scheduled.
 */
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

/** `url`: a path of this site that begins with a slash, or an https URL. */
export const resourceValidator = v.object({
  _id: v.id("resources"),
  title: v.string(),
  url: v.string(),
  description: v.string(),
});
export type Resource = Infer<typeof resourceValidator>;

/**
 * A resource as organisers see it, whether it is out or not. `publishAt`:
 * milliseconds since the epoch. The smallest `order` comes first.
 */
export const editableResourceValidator = v.object({
  ...resourceValidator.fields,
  publishAt: v.number(),
  order: v.number(),
});
export type EditableResource = Infer<typeof editableResourceValidator>;

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
 * Whether teams can be changed now, by the deployment's clock (shared/teamChanges.ts),
 * and when that changes by itself.
 */
export const teamChangesValidator = v.object({
  isOpen: v.boolean(),
  closedSince: v.nullable(v.number()),
  closesAt: v.nullable(v.number()),
  next: nextChangeValidator,
});
export type TeamChanges = Infer<typeof teamChangesValidator>;

/**
 * Whether projects can be edited and handed in now, by the deployment's clock
 * (shared/submissions.ts), and when that changes by itself. Times are milliseconds
 * since the epoch.
 */
export const submissionsValidator = v.object({
  state: v.union(v.literal("not open"), v.literal("open"), v.literal("closed")),
  opensAt: v.nullable(v.number()),
  closesAt: v.nullable(v.number()),
  next: nextChangeValidator,
});
export type Submissions = Infer<typeof submissionsValidator>;

/**
 * The numbers of the event now. Organisers, judges and mentors are not counted as
 * registered or in teams, but as members of the teams that they are in. `teamsBySize[n - 1]` counts the teams of n members.
 */
export const overviewValidator = v.object({
  registered: v.number(),
  inTeams: v.number(),
  teams: v.number(),
  teamsBySize: v.array(v.number()),
  /**
   * Sign-ups per day in India ("2025-05-01"), the oldest first, without days
   * that have none.
   */
  registrations: v.array(v.object({ day: v.string(), count: v.number() })),
  messagesWaiting: v.number(),
  subscribers: v.number(),
  /**
   * False if there are more rows than one query may read; the numbers are then
   * lower bounds.
   */
  isComplete: v.boolean(),
});
export type Overview = Infer<typeof overviewValidator>;

/**
 * How many rows violate each rule that mutations keep; all counts are 0 in
 * sound data.
 */
export const integrityValidator = v.object({
  /** Teams of more than four. */
  overfullTeams: v.number(),
  /**
   * Members whose own row has another team or role, and people whose team does
   * not list them.
   */
  disagreeingMembers: v.number(),
  /** Teams without exactly one leader. */
  leaderlessTeams: v.number(),
  /**
   * Teams without members, members without an account, people whose team does
   * not exist.
   */
  orphans: v.number(),
  /**
   * Cards, openings and requests that should have ended, because the person is in a
   * team, or the team is full, closed or gone; and inconsistent projects and hand-ins.
   */
  strays: v.number(),
  /** A sentence with ids for each of the first twenty. */
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
  ...profileTextsValidator.fields,
});
export type Participant = Infer<typeof participantValidator>;

/** A team as organisers see it: without the invite code, which only members see. */
export const teamOverviewValidator = v.object({
  _id: v.id("teams"),
  name: v.string(),
  description: v.string(),
  createdAt: v.number(),
  members: v.array(teamMemberValidator),
});
export type TeamOverview = Infer<typeof teamOverviewValidator>;

/** What an organiser changes in a team. */
export const teamChangeValidator = v.union(
  v.object({ kind: v.literal("rename"), name: v.string() }),
  v.object({ kind: v.literal("add"), userId: v.id("users") }),
  v.object({ kind: v.literal("remove"), userId: v.id("users") }),
  v.object({ kind: v.literal("lead"), userId: v.id("users") }),
);
export type TeamChange = Infer<typeof teamChangeValidator>;

/**
 * A message to the organisers. `createdAt`: ISO 8601; `handledAt`: milliseconds
 * since the epoch.
 */
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

/** The lists that organisers can save as files. */
export const exportedListValidator = v.union(
  v.literal("participants"),
  v.literal("teams"),
  v.literal("projects"),
  v.literal("messages"),
  v.literal("subscribers"),
  v.literal("auditLog"),
  v.literal("results"),
);
export type ExportedList = Infer<typeof exportedListValidator>;

/** How a list leaves the page: as a file, or as addresses on the clipboard. */
export const exportFormValidator = v.union(
  v.literal("file"),
  v.literal("addresses"),
);
export type ExportForm = Infer<typeof exportFormValidator>;

/** The actions of organisers, as the audit log names them. */
const auditActionValidator = v.union(
  v.literal("announcement published"),
  v.literal("announcement edited"),
  v.literal("announcement removed"),
  v.literal("date added"),
  v.literal("date edited"),
  v.literal("date removed"),
  v.literal("resource added"),
  v.literal("resource edited"),
  v.literal("resource removed"),
  v.literal("team renamed"),
  v.literal("team member added"),
  v.literal("team member removed"),
  v.literal("team leader changed"),
  v.literal("change request approved"),
  v.literal("change request declined"),
  v.literal("report settled"),
  v.literal("project handed in"),
  v.literal("message handled"),
  v.literal("message reopened"),
  v.literal("settings changed"),
  v.literal("list exported"),
  v.literal("addresses copied"),
  v.literal("organiser appointed"),
  v.literal("organiser dismissed"),
  v.literal("judge appointed"),
  v.literal("judge dismissed"),
  v.literal("mentor appointed"),
  v.literal("mentor dismissed"),
  v.literal("rubric changed"),
  v.literal("projects assigned"),
  v.literal("project given to a judge"),
  v.literal("project taken from a judge"),
  v.literal("table changed"),
  v.literal("judge's tracks changed"),
  v.literal("conflict declared"),
  v.literal("conflict withdrawn"),
  v.literal("judging closed"),
  v.literal("judging reopened"),
  v.literal("results published"),
  v.literal("project taken down"),
  v.literal("project put back"),
);

/** The fields of a row before or after the action; null if there was no row. */
const auditFieldsValidator = v.nullable(
  v.record(v.string(), v.union(v.string(), v.number(), v.boolean(), v.null())),
);
export type AuditFields = Infer<typeof auditFieldsValidator>;

/** One action of an organiser. `at`: milliseconds since the epoch. */
export const auditEntryValidator = v.object({
  at: v.number(),
  /** Null for an action on the command line, with the deployment's admin key. */
  actorId: v.nullable(v.id("users")),
  actorName: v.string(),
  action: auditActionValidator,
  /** What the action changed: a title, a name, or the name of a list. */
  target: v.string(),
  before: auditFieldsValidator,
  after: auditFieldsValidator,
});
export type AuditEntry = Infer<typeof auditEntryValidator>;

/** An entry with the id of its row. */
export const auditRowValidator = v.object({
  ...auditEntryValidator.fields,
  _id: v.id("auditLog"),
});
export type AuditRow = Infer<typeof auditRowValidator>;

/**
 * Everything that is stored about a person. Times are milliseconds since the
 * epoch, except `contactMessages.createdAt` (ISO 8601).
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
  /** The person's card, requests, hidden people, reports and change requests. */
  finding: findingDataValidator,
  /** The person's changes and texts in the team's project. */
  project: projectDataValidator,
  passwordResets: v.array(
    v.object({
      requestedAt: v.number(),
      expiresAt: v.number(),
      isUsed: v.boolean(),
    }),
  ),
  /** This is null, and `contactMessages` is empty, while the address is not proven. */
  subscription: v.nullable(v.object({ consentedAt: v.number() })),
  contactMessages: v.array(
    v.object({
      name: v.string(),
      subject: v.string(),
      message: v.string(),
      createdAt: v.string(),
    }),
  ),
  /** The person's marks and notes as a judge. */
  judging: judgingDataValidator,
  /**
   * The person's actions as an organiser, without their targets, which may be
   * other people's data.
   */
  organiserActions: v.array(
    v.object({ at: v.number(), action: auditActionValidator }),
  ),
});
export type PersonalData = Infer<typeof personalDataValidator>;
