import { v, type Infer } from "convex/values";

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
