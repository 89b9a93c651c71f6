/** What organisers see: numbers, lists that they save, the audit log. */
import { v, type Infer } from "convex/values";
import { literals } from "../platform/shared/input";

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

/** The lists that organisers can save as files. */
export const exportedListValidator = literals(
  "participants",
  "teams",
  "projects",
  "messages",
  "subscribers",
  "auditLog",
  "results",
  "checkIns",
  "help",
);
export type ExportedList = Infer<typeof exportedListValidator>;

/** How a list leaves the page: as a file, or as addresses on the clipboard. */
export const exportFormValidator = literals("file", "addresses");
export type ExportForm = Infer<typeof exportFormValidator>;

/** Some fields of a row, by their names. */
export const fieldsValidator = v.record(
  v.string(),
  v.union(v.string(), v.number(), v.boolean(), v.null()),
);
export type Fields = Infer<typeof fieldsValidator>;

/** The fields of a row before or after the action; null if there was no row. */
const auditFieldsValidator = v.nullable(fieldsValidator);
export type AuditFields = Infer<typeof auditFieldsValidator>;

/** One action of an organiser. `at`: milliseconds since the epoch. */
export const auditEntryValidator = v.object({
  at: v.number(),
  /** Null for an action on the command line, with the deployment's admin key. */
  actorId: v.nullable(v.id("users")),
  actorName: v.string(),
  /** As the log shows it: "team renamed". */
  action: v.string(),
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
