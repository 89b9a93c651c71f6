/** The only writer of `contactMessages`. */
import type { WithoutSystemFields } from "convex/server";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { refuse } from "../shared/errors";
import type { ContactMessage } from "../shared/validators";
import * as AuditLog from "./auditLog";
import { READ_LIMIT, readBounded } from "./boundedRead";

/** More than anybody writes; the limit on messages sees to it. */
const MAX_MESSAGES = 500;

/** What organisers see at once: the only table that their query reads. */
const SHOWN_LIMIT = { rows: 500, bytes: 3 * READ_LIMIT.bytes };

/** Keeps a message, with the time at which it came. */
export async function add(
  ctx: MutationCtx,
  message: Pick<
    WithoutSystemFields<Doc<"contactMessages">>,
    "name" | "email" | "subject" | "message"
  >,
): Promise<void> {
  const createdAt = new Date().toISOString();
  await ctx.db.insert("contactMessages", { ...message, createdAt });
}

/** What was written under an address; only its proven owner may see it. */
export async function listOf(
  ctx: QueryCtx,
  email: string,
): Promise<Doc<"contactMessages">[]> {
  return ctx.db
    .query("contactMessages")
    .withIndex("by_email", (q) => q.eq("email", email))
    .take(MAX_MESSAGES);
}

/** What nobody has dealt with yet, to be read with a bound; the newest first. */
export function queryWaiting(ctx: QueryCtx) {
  return ctx.db
    .query("contactMessages")
    .withIndex("by_handled_at", (q) => q.eq("handledAt", undefined))
    .order("desc");
}

/** What waits, the newest first; or what is dealt with, the last dealt with first. */
export async function listForOrganisers(
  ctx: QueryCtx,
  { handled }: { handled: boolean },
): Promise<ContactMessage[]> {
  const source = handled ? queryHandled(ctx) : queryWaiting(ctx);
  const { rows } = await readBounded(source, SHOWN_LIMIT);
  return rows.map(
    ({ _creationTime, handledAt = null, handledBy = null, ...message }) => ({
      ...message,
      handledAt,
      handledBy,
    }),
  );
}

/**
 * Notes that a message is dealt with, or that it waits again. Who marks what is
 * marked already changes nothing: the first to deal with a message stays named.
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

function queryHandled(ctx: QueryCtx) {
  return ctx.db
    .query("contactMessages")
    .withIndex("by_handled_at", (q) => q.gt("handledAt", undefined))
    .order("desc");
}

/** What was written stays in its own table, where it can be deleted. */
function audited(
  message: Pick<Doc<"contactMessages">, "_id" | "handledAt" | "handledBy">,
) {
  const { _id, handledAt, handledBy } = message;
  // Names that begin with an underscore are the deployment's own, in records too.
  return {
    messageId: _id,
    handledAt: handledAt ?? null,
    handledBy: handledBy ?? null,
  };
}
