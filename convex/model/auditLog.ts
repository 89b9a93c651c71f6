/**
 * The only writer of `auditLog`: what organisers did, in the transaction in
 * which they did it, so that nothing is done unseen and nothing is claimed that
 * was not done. Entries are never changed and never removed.
 *
 * An entry keeps the name that its actor had, and stays when their account is
 * deleted: a log from which those who act can remove themselves proves nothing.
 * `actorId` then leads nowhere, so that only the name is left of them.
 */
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import type { AuditEntry, AuditRow } from "../shared/validators";

/** The newest, as many as a screen shows. */
const MAX_SHOWN = 200;

/** More than one organiser does at one event. */
const MAX_OF_ONE = 1_000;

/** Who acts with the deployment's key: nobody knows more of them. */
const KEYHOLDER = "command line";

/** Notes what was done. `actor`: null for who holds the deployment's key. */
export async function record(
  ctx: MutationCtx,
  actor: Doc<"users"> | null,
  entry: Pick<AuditEntry, "action" | "target" | "before" | "after">,
): Promise<void> {
  await ctx.db.insert("auditLog", {
    at: Date.now(),
    actorId: actor?._id ?? null,
    actorName: actor?.displayName ?? KEYHOLDER,
    ...entry,
  });
}

/** What was done last, the newest first. */
export async function listNewest(ctx: QueryCtx): Promise<AuditRow[]> {
  const entries = await ctx.db
    .query("auditLog")
    .withIndex("by_at")
    .order("desc")
    .take(MAX_SHOWN);
  return entries.map(({ _creationTime, ...entry }) => entry);
}

/** What one person did, the oldest first. */
export async function listOf(
  ctx: QueryCtx,
  actorId: Doc<"users">["_id"],
): Promise<Doc<"auditLog">[]> {
  return ctx.db
    .query("auditLog")
    .withIndex("by_actor", (q) => q.eq("actorId", actorId))
    .take(MAX_OF_ONE);
}
