/**
 * Reports of participants about each other, for the organisers. The only writer of
 * `reports`; expiry.ts deletes settled ones after their retention.
 */
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { refuse } from "../../shared/errors";
import type { Report, Subject } from "../../shared/listings";
import * as AuditLog from "../platform/auditLog";
import * as Listings from "./listings";
import * as RateLimits from "../platform/rateLimits";

type Row = Doc<"reports">;
type User = Doc<"users">;

const MAX_WAITING = 200;
const MAX_SETTLED = 50;
const MAX_OF_ONE = 1_000;

/** The name of a person or a team, and the text of its card or opening. */
type Described = { name: string; said: string };

/** Returns a person or a team as it can be hidden and reported. @throws `not_found` */
export async function describe(
  ctx: QueryCtx,
  target: Subject,
): Promise<Described> {
  const listing = await Listings.findOf(ctx, target);
  const uid = ctx.db.normalizeId("users", target);
  if (uid !== null) {
    const user = await ctx.db.get("users", uid);
    if (user === null) return refuse("not_found", { label: "This account" });
    const said =
      listing === null ? "" : [listing.text, ...listing.skills].join(" · ");
    return { name: user.displayName, said };
  }
  const teamId = ctx.db.normalizeId("teams", target);
  const team = teamId && (await ctx.db.get("teams", teamId));
  if (!team) return refuse("not_found", { label: "This team" });
  return { name: team.name, said: listing?.text ?? team.description };
}

/**
 * Reports someone. A second report about the same target replaces the first while that
 * is open.
 * @throws `rate_limited`
 */
export async function send(
  ctx: MutationCtx,
  reporter: User,
  {
    target,
    name: targetName,
    said,
    reason,
  }: Described & { target: Subject; reason: string },
): Promise<void> {
  await RateLimits.requireAndTake(ctx, "askOrganisers", reporter._id);
  const earlier = await ctx.db
    .query("reports")
    .withIndex("by_reporter_and_target", (q) =>
      q.eq("reporterId", reporter._id).eq("target", target),
    )
    .order("desc")
    .first();
  const fields = { targetName, said, reason };
  if (earlier !== null && earlier.settledAt === undefined)
    await ctx.db.patch("reports", earlier._id, fields);
  else
    await ctx.db.insert("reports", {
      reporterId: reporter._id,
      reporterName: reporter.displayName,
      target,
      ...fields,
    });
}

/** Returns the open reports, the oldest first, then the last settled ones. */
export async function list(ctx: QueryCtx): Promise<Report[]> {
  const waiting = await ctx.db
    .query("reports")
    .withIndex("by_settled_at", (q) => q.eq("settledAt", undefined))
    .take(MAX_WAITING);
  const settled = await ctx.db
    .query("reports")
    .withIndex("by_settled_at", (q) => q.gt("settledAt", 0))
    .order("desc")
    .take(MAX_SETTLED);
  return [...waiting, ...settled].map((row) => ({
    _id: row._id,
    reporterName: row.reporterName,
    targetName: row.targetName,
    isTeam: ctx.db.normalizeId("teams", row.target) !== null,
    said: row.said,
    reason: row.reason,
    sentAt: row._creationTime,
    settledAt: row.settledAt ?? null,
    settledBy: row.settledBy ?? null,
  }));
}

/**
 * Settles a report, and removes the card or the opening if `takeDown`.
 * @throws `not_found`, `request_over`
 */
export async function settle(
  ctx: MutationCtx,
  organiser: User,
  { reportId, takeDown }: { reportId: Row["_id"]; takeDown: boolean },
): Promise<void> {
  const row = await ctx.db.get("reports", reportId);
  if (row === null) return refuse("not_found", { label: "This report" });
  if (row.settledAt !== undefined) refuse("request_over");
  await ctx.db.patch("reports", reportId, {
    settledAt: Date.now(),
    settledBy: organiser.displayName,
  });
  if (takeDown) await Listings.withdraw(ctx, row.target);
  await AuditLog.record(ctx, organiser, {
    action: "report settled",
    target: row.targetName,
    // The entry outlives both accounts, so what one says of the other is not in it.
    before: null,
    after: { takenDown: takeDown },
  });
}

/** Returns a person's reports, for the export of personal data. */
export async function listOf(
  ctx: QueryCtx,
  userId: User["_id"],
): Promise<Row[]> {
  return ctx.db
    .query("reports")
    .withIndex("by_reporter_and_target", (q) => q.eq("reporterId", userId))
    .take(MAX_OF_ONE);
}

/** Deletes reports by a person and about them. @returns true if there may be more */
export async function removeBatchOf(
  ctx: MutationCtx,
  userId: User["_id"],
): Promise<boolean> {
  const by = await listOf(ctx, userId);
  const about = await ctx.db
    .query("reports")
    .withIndex("by_target", (q) => q.eq("target", userId))
    .take(MAX_OF_ONE);
  // Somebody may have reported themselves: that row is in both lists.
  for (const id of new Set([...by, ...about].map(({ _id }) => _id)))
    await ctx.db.delete("reports", id);
  return by.length === MAX_OF_ONE || about.length === MAX_OF_ONE;
}
