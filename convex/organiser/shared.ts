/** What organisers see: numbers, lists that they save, the audit log. */
import { v, type Infer } from "convex/values";
import { profileTextsValidator } from "../people/shared/people";
import { teamRoleValidator } from "../platform/shared/roles";
import { statusValidator } from "../projects/shared/projects";
import { changeRequestValidator } from "../teams/shared/changeRequests";
import { accountRoleValidator } from "../platform/shared/roles";

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
  /** How many of them say that they are urgent. */
  urgentMessages: v.number(),
  /**
   * When the others arrived, up to a hundred, the oldest first. Milliseconds since the
   * epoch.
   */
  otherMessagesAt: v.array(v.number()),
  projects: v.number(),
  handedIn: v.number(),
  /** Teams without a project that is handed in. */
  notHandedIn: v.number(),
  subscribers: v.number(),
  /**
   * False if there are more rows than one query may read; the numbers are then
   * lower bounds.
   */
  isComplete: v.boolean(),
});
export type Overview = Infer<typeof overviewValidator>;

/** How much waits for organisers; see `organiser.waiting`. */
export const waitingValidator = v.object({
  messages: v.number(),
  /** Change requests. */
  requests: v.number(),
  reports: v.number(),
  /** Teams that have waited for help so long that mentors are reminded of them. */
  help: v.number(),
});
export type Waiting = Infer<typeof waitingValidator>;

/** What organiser/integrity.ts finds. */
export const integrityValidator = v.object({
  /** How many violations of the invariants; 0 in sound data. */
  count: v.number(),
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
  hasConfirmedPlace: v.boolean(),
  ...profileTextsValidator.fields,
});
export type Participant = Infer<typeof participantValidator>;

/** What an approval would end: a team ("team"), also with its project; null if no team. */
export const endsValidator = v.nullable(
  v.union(v.literal("team"), statusValidator),
);

/** A change request as organisers see it. */
export const askedChangeValidator = v.object({
  ...changeRequestValidator.omit("isOwn").fields,
  /** The refusal that an approval would get now; null if it can be approved. */
  obstacle: v.nullable(v.string()),
  /** What an approval would end now. */
  ends: endsValidator,
  settledBy: v.nullable(v.string()),
});
export type AskedChange = Infer<typeof askedChangeValidator>;
