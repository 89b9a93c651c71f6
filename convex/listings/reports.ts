/**
 * Reports of participants about each other, for the organisers. The only writer of
 * `reports`; expiry.ts deletes settled ones after their retention.
 */
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { refuse } from "../platform/shared/errors";
import type { Report, Reports, Subject } from "./shared";
import * as AuditLog from "../platform/auditLog";
import * as Listings from "./listings";
import * as RateLimits from "../platform/rateLimits";
import * as ReadKeys from "../platform/readKeys";

type Row = Doc<"reports">;
type User = Doc<"users">;

const HOUR_MS = 60 * 60 * 1000;
/** How many open reports an account may have that is younger than an hour. */
const MAX_OF_YOUNG = 3;
/** How many open reports are read, of the oldest and of the newest. */
const MAX_OF_END = 1_000;
/** How many people and teams that are reported are shown. */
const MAX_SHOWN = 200;
const MAX_SETTLED = 50;
const MAX_OF_ONE = 1_000;

/** The name of a person or a team, and the text of its card or opening. */
type Described = { name: string; said: string };

/** Returns a person or a team as it can be hidden and reported. @throws `not_found` */
export async function describe(ctx: QueryCtx, target: Subject) {
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
 * is open. Whoever is reported gets no further with a read key that they kept.
 * @throws `rate_limited`, also for a new account with several open reports
 */
export async function send(
  ctx: MutationCtx,
  reporter: User,
  {
    target,
    name: targetName,
    said,
    reason,
    isOfKnown,
  }: Described & { target: Subject; reason: string; isOfKnown: boolean },
): Promise<void> {
  await RateLimits.requireAndTake(ctx, "askOrganisers", reporter._id);
  const open = await listOpenBy(ctx, reporter._id);
  const earlier = open.find((row) => row.target === target);
  const fields = { targetName, said, reason };
  if (earlier !== undefined) {
    await ctx.db.patch("reports", earlier._id, fields);
    return;
  }
  const youngMs = reporter.createdAt + HOUR_MS - Date.now();
  if (youngMs > 0 && open.length >= MAX_OF_YOUNG)
    refuse("rate_limited", { waitSeconds: Math.ceil(youngMs / 1000) });
  await ctx.db.insert("reports", {
    reporterId: reporter._id,
    reporterName: reporter.displayName,
    target,
    ...fields,
    isOfKnown,
  });
  await ReadKeys.renew(ctx, "listings");
}

/**
 * Returns the open reports and the last settled ones. Of the open ones it returns two about
 * each person and team. If too many are reported, those whom known people report come before
 * all others, then those whose reporters have few reports, and the oldest and newest before
 * those between: junk of many accounts hides nothing.
 */
export async function list(ctx: QueryCtx): Promise<Reports> {
  const all = await readOpen(ctx);
  const by = groupedBy(all, ({ reporterId }) => reporterId);
  const about = groupedBy(all, ({ target }) => target);
  const countOf = ({ reporterId }: Row) => by.get(reporterId)?.length ?? 0;
  const rankOf = (rows: Row[]) =>
    Math.min(...rows.map(countOf)) + (rows.some(isByKnown) ? 0 : all.length);
  const shown = [...about.values()]
    .toSorted((one, other) => rankOf(one) - rankOf(other))
    .slice(0, MAX_SHOWN);
  const settled = await ctx.db
    .query("reports")
    .withIndex("by_settled_at", (q) => q.gt("settledAt", 0))
    .order("desc")
    .take(MAX_SETTLED);
  const view = (row: Row) =>
    viewOf(ctx, row, {
      openOfReporter: countOf(row),
      openAboutTarget: about.get(row.target)?.length ?? 0,
    });
  return {
    open: shown.flatMap(firstAndNewest).toSorted(byTime).map(view),
    more: about.size - shown.length,
    isComplete: all.length < 2 * MAX_OF_END,
    settled: settled.map(view),
  };
}

const isByKnown = (row: Row) => row.isOfKnown === true;
const byTime = (one: Row, other: Row) =>
  one._creationTime - other._creationTime;

/** Of reports about one target; those of people who are not known only if there are no others. */
function firstAndNewest(rows: Row[]): Row[] {
  const known = rows.filter(isByKnown);
  const all = (known.length > 0 ? known : rows).toSorted(byTime);
  return all.filter((_, nth) => nth === 0 || nth === all.length - 1);
}

function groupedBy<Key>(rows: Row[], keyOf: (row: Row) => Key) {
  const groups = new Map<Key, Row[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row)) ?? [];
    groups.set(keyOf(row), group);
    group.push(row);
  }
  return groups;
}

/** Returns the oldest open reports and the newest, in turn. */
async function readOpen(ctx: QueryCtx): Promise<Row[]> {
  const oldest = await queryOpen(ctx).take(MAX_OF_END);
  const newest = await queryOpen(ctx).order("desc").take(MAX_OF_END);
  const both = oldest.flatMap((row, nth) => [row, newest[nth] ?? row]);
  return [...new Map(both.map((row) => [row._id, row])).values()];
}

/** The query for open reports, the oldest first; for the caller to read with a bound. */
export function queryOpen(ctx: QueryCtx) {
  return ctx.db
    .query("reports")
    .withIndex("by_settled_at", (q) => q.eq("settledAt", undefined));
}

function viewOf(
  ctx: QueryCtx,
  report: Row,
  counts: Pick<Report, "openOfReporter" | "openAboutTarget">,
): Report {
  const { _creationTime: sentAt, isOfKnown: _, ...row } = report;
  const { settledAt = null, settledBy = null } = row;
  const isTeam = ctx.db.normalizeId("teams", row.target) !== null;
  return { ...row, ...counts, isTeam, sentAt, settledAt, settledBy };
}

/**
 * Settles the open reports about a person or a team that were `seen`, or all, and removes the
 * card or the opening if `takeDown`.
 * @throws `request_over`
 */
export async function settleAbout(
  ctx: MutationCtx,
  organiser: User,
  {
    target,
    takeDown,
    seen,
  }: { target: Subject; takeDown: boolean; seen?: Row["_id"][] },
): Promise<void> {
  const all = await ctx.db
    .query("reports")
    .withIndex("by_target_and_settled_at", (q) =>
      q.eq("target", target).eq("settledAt", undefined),
    )
    .take(MAX_OF_ONE);
  const open = all.filter(({ _id }) => seen?.includes(_id) ?? true);
  const [{ targetName } = refuse("request_over")] = open;
  if (takeDown) await Listings.withdraw(ctx, target);
  await settle(ctx, organiser, open, { target: targetName, takeDown });
}

/**
 * Settles the open reports of a person, without an effect, and returns which they are.
 * @throws `request_over`, `changed_since` if they are more than were `seen`
 */
export async function settleBy(
  ctx: MutationCtx,
  organiser: User,
  reporterId: User["_id"],
  seen = MAX_OF_ONE,
): Promise<Row["_id"][]> {
  const open = await listOpenBy(ctx, reporterId);
  const [{ reporterName } = refuse("request_over")] = open;
  if (open.length > seen)
    refuse("changed_since", {
      what: `${reporterName} has ${open.length} open reports now.`,
    });
  await settle(ctx, organiser, open, { target: reporterName, takeDown: false });
  return open.map(({ _id }) => _id);
}

async function settle(
  ctx: MutationCtx,
  organiser: User,
  open: Row[],
  { target, takeDown }: { target: string; takeDown: boolean },
): Promise<void> {
  for (const { _id } of open)
    await ctx.db.patch("reports", _id, {
      settledAt: Date.now(),
      settledBy: organiser.displayName,
    });
  await AuditLog.record(ctx, organiser, {
    action: "report settled",
    target,
    // The entry outlives both accounts, so what one says of the other is not in it.
    after: { reports: open.length, takenDown: takeDown },
  });
}

/** Opens settled reports again. */
export async function reopen(
  ctx: MutationCtx,
  organiser: User,
  ids: readonly Row["_id"][],
): Promise<void> {
  const rows = await Promise.all(ids.map((id) => ctx.db.get("reports", id)));
  const settled = rows.filter((row) => row?.settledAt !== undefined);
  for (const row of settled)
    if (row)
      await ctx.db.patch("reports", row._id, {
        settledAt: undefined,
        settledBy: undefined,
      });
  if (settled[0])
    await AuditLog.record(ctx, organiser, {
      action: "report reopened",
      target: settled[0].targetName,
      after: { reports: settled.length },
    });
}

async function listOpenBy(ctx: QueryCtx, reporterId: User["_id"]) {
  return ctx.db
    .query("reports")
    .withIndex("by_reporter_and_settled_at", (q) =>
      q.eq("reporterId", reporterId).eq("settledAt", undefined),
    )
    .take(MAX_OF_ONE);
}

/** Returns a person's reports, for the export of personal data. */
export async function listOf(ctx: QueryCtx, userId: User["_id"]) {
  return ctx.db
    .query("reports")
    .withIndex("by_reporter_and_settled_at", (q) => q.eq("reporterId", userId))
    .take(MAX_OF_ONE);
}

/** Deletes reports by a person and about them. @returns true if there may be more */
export async function removeBatchOf(ctx: MutationCtx, userId: User["_id"]) {
  const by = await listOf(ctx, userId);
  const about = await ctx.db
    .query("reports")
    .withIndex("by_target_and_settled_at", (q) => q.eq("target", userId))
    .take(MAX_OF_ONE);
  // Somebody may have reported themselves: that row is in both lists.
  for (const id of new Set([...by, ...about].map(({ _id }) => _id)))
    await ctx.db.delete("reports", id);
  return by.length === MAX_OF_ONE || about.length === MAX_OF_ONE;
}
