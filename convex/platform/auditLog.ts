/**
 * The only writer of `auditLog`. An entry is written in the transaction of the
 * action that it records, so either both commit or neither does. Entries are
 * never changed and never deleted.
 *
 * An entry keeps the actor's name at the time, and stays when the actor deletes
 * their account: a log that actors can leave would prove nothing. `actorId` then
 * refers to no row, so the name is all that is left of the person.
 */
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import type { AuditEntry, AuditFields, AuditRow } from "./shared/audit";

type Fields = NonNullable<AuditFields>;

/** How many entries the screen shows. */
const MAX_SHOWN = 200;

/** An upper bound for the actions of one organiser at one event. */
const MAX_OF_ONE = 1_000;

/**
 * The actor's name for calls with the deployment's admin key, which identifies nobody.
 */
const KEYHOLDER = "command line";

/** What the action's caller says of it. Without `before`, or `after`, there was, or is, nothing to compare with. */
export type Entry = Pick<AuditEntry, "action" | "target"> &
  Partial<Pick<AuditEntry, "before" | "after">>;

/** Adds an entry. `actor` is null if someone acts with the deployment's admin key. */
export async function record(
  ctx: MutationCtx,
  actor: Doc<"users"> | null,
  entry: Entry,
): Promise<void> {
  await ctx.db.insert("auditLog", {
    at: Date.now(),
    actorId: actor?._id ?? null,
    actorName: actor?.displayName ?? KEYHOLDER,
    before: null,
    after: null,
    ...entry,
  });
}

/** Returns the last entries, the newest first. */
export async function listNewest(ctx: QueryCtx): Promise<AuditRow[]> {
  const entries = await ctx.db
    .query("auditLog")
    .withIndex("by_at")
    .order("desc")
    .take(MAX_SHOWN);
  return entries.map(({ _creationTime, ...entry }) => entry);
}

/** Returns the entries of one actor, the oldest first. */
export async function listOf(ctx: QueryCtx, actorId: Doc<"users">["_id"]) {
  return ctx.db
    .query("auditLog")
    .withIndex("by_actor", (q) => q.eq("actorId", actorId))
    .take(MAX_OF_ONE);
}

/**
 * Returns the fields that `wanted` would change, with their values before and
 * after, for an audit entry. Fields that `wanted` does not name are ignored.
 * @returns null if nothing would change
 */
export function changesBetween(current: Fields, wanted: Fields) {
  const names = Object.keys(wanted).filter(
    (name) => wanted[name] !== current[name],
  );
  if (names.length === 0) return null;
  return { before: only(current, names), after: only(wanted, names) };
}

function only(fields: Fields, names: string[]): Fields {
  return Object.fromEntries(names.map((name) => [name, fields[name] ?? null]));
}
