/** What organisers see: numbers, lists that they save, the audit log. */
import { v, type Infer } from "convex/values";

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

/** How much waits for organisers; see `organiser.waiting`. */
export const waitingValidator = v.object({
  messages: v.number(),
  /** Change requests and reports. */
  requests: v.number(),
});
export type Waiting = Infer<typeof waitingValidator>;

/** What model/teams/integrity.ts finds. */
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
export const auditActionValidator = v.union(
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
