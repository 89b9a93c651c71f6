/**
 * Writes `contactMessages`. Besides this module, only organisers in the data
 * browser do.
 */
import type { WithoutSystemFields } from "convex/server";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { refuse } from "../platform/shared/errors";
import { isUrgent, type ContactMessage } from "./shared";
import * as AuditLog from "../platform/auditLog";
import { READ_LIMIT, readBounded } from "../platform/boundedRead";

/**
 * An upper bound for the messages of one address; the rate limit keeps people
 * below it.
 */
const MAX_MESSAGES = 500;

/**
 * How much the organisers' query reads. It reads no other table, so it may use
 * the whole budget of a query.
 */
const SHOWN_LIMIT = { rows: 500, bytes: 3 * READ_LIMIT.bytes };

/**
 * Stores a message with the current time, unless it is the address's last one, which waits:
 * whoever got no answer sends it again.
 */
export async function add(
  ctx: MutationCtx,
  message: Pick<
    WithoutSystemFields<Doc<"contactMessages">>,
    "name" | "email" | "subject" | "message"
  >,
): Promise<void> {
  const last = await ctx.db
    .query("contactMessages")
    .withIndex("by_email", (q) => q.eq("email", message.email))
    .order("desc")
    .first();
  const isRepeated =
    last?.handledAt === undefined &&
    last?.subject === message.subject &&
    last.message === message.message;
  if (isRepeated) return;
  const createdAt = new Date().toISOString();
  await ctx.db.insert("contactMessages", { ...message, createdAt });
}

/** Returns the messages from an address. Show them to its proven owner only. */
export async function listOf(ctx: QueryCtx, email: string) {
  return ctx.db
    .query("contactMessages")
    .withIndex("by_email", (q) => q.eq("email", email))
    .take(MAX_MESSAGES);
}

/**
 * The query for messages that wait, the oldest first; for the caller to read
 * with a bound.
 */
export function queryWaiting(ctx: QueryCtx) {
  return ctx.db
    .query("contactMessages")
    .withIndex("by_handled_at", (q) => q.eq("handledAt", undefined));
}

/**
 * Returns the messages that wait, the urgent ones first and then the oldest, or
 * those that are handled, the last handled first.
 */
export async function listForOrganisers(
  ctx: QueryCtx,
  { handled }: { handled: boolean },
): Promise<ContactMessage[]> {
  const source = handled ? queryHandled(ctx) : queryWaiting(ctx);
  const { rows } = await readBounded(source, SHOWN_LIMIT);
  const ordered = handled ? rows : urgentFirst(rows);
  return ordered.map(
    ({ _creationTime, handledAt = null, handledBy = null, ...message }) => ({
      ...message,
      handledAt,
      handledBy,
    }),
  );
}

/**
 * Marks a message as handled, or as waiting again. A message that already is in
 * that state does not change, so it keeps the name of whoever handled it first.
 * @throws `not_found`
 */
export async function mark(
  ctx: MutationCtx,
  organiser: Doc<"users">,
  {
    messageId,
    handled,
  }: { messageId: Id<"contactMessages">; handled: boolean },
): Promise<void> {
  const message = await ctx.db.get("contactMessages", messageId);
  if (message === null) return refuse("not_found", { label: "Message" });
  if ((message.handledAt !== undefined) === handled) return;
  const marks = handled
    ? { handledAt: Date.now(), handledBy: organiser.displayName }
    : { handledAt: undefined, handledBy: undefined };
  await ctx.db.patch("contactMessages", messageId, marks);
  await AuditLog.record(ctx, organiser, {
    action: handled ? "message handled" : "message reopened",
    target: message.subject,
    before: audited(message),
    after: audited({ ...message, ...marks }),
  });
}

/** Keeps the order within both groups. */
function urgentFirst(messages: Doc<"contactMessages">[]) {
  return messages.toSorted(
    (one, other) =>
      Number(isUrgent(other.subject)) - Number(isUrgent(one.subject)),
  );
}

function queryHandled(ctx: QueryCtx) {
  return ctx.db
    .query("contactMessages")
    .withIndex("by_handled_at", (q) => q.gt("handledAt", undefined))
    .order("desc");
}

/**
 * The fields for the audit log. The text stays out of the log, so that deleting
 * the message deletes it.
 */
function audited(
  message: Pick<Doc<"contactMessages">, "_id" | "handledAt" | "handledBy">,
) {
  const { _id, handledAt, handledBy } = message;
  // Convex reserves field names that begin with an underscore, in records too.
  return {
    messageId: _id,
    handledAt: handledAt ?? null,
    handledBy: handledBy ?? null,
  };
}
