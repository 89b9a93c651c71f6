/**
 * The rows of requests (a person asks a team) and offers (a team asks a person). The
 * only writer of `requests`, except for `mailed` (requestMail.ts); expiry.ts deletes settled ones after their retention.
 * asking.ts decides who may do what.
 */
import type { IndexRange } from "convex/server";
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import {
  answerInWords,
  offerAnswerInWords,
  MAX_REQUESTS_OF_PERSON,
  MAX_REQUESTS_OF_TEAM,
  type Kind,
  type Request,
  type RequestOutcome,
  type Subject,
} from "./shared";
import * as Listings from "./listings";
import * as RateLimits from "../platform/rateLimits";

type Row = Doc<"requests">;
type Team = Pick<Doc<"teams">, "_id" | "name">;
type User = Pick<Doc<"users">, "_id" | "displayName">;

const SECOND_MS = 1_000;

/** How many settled requests each side still sees. */
const MAX_OVER = 10;

/** How many requests of one person a transaction reads; settled ones expire. */
const MAX_OF_ONE = 1_000;

/** Whose requests: a person's, or a team's. */
export type Whose = { uid: Row["uid"] } | { teamId: Row["teamId"] };

/** Returns the open requests, at most five of a person and ten of a team, the oldest first. */
export async function listOpen(ctx: QueryCtx, whose: Whose): Promise<Row[]> {
  const max = "uid" in whose ? MAX_REQUESTS_OF_PERSON : MAX_REQUESTS_OF_TEAM;
  return query(ctx, whose, (q) => q.eq("settledAt", undefined)).take(max);
}

/** Returns the last settled requests, the newest first. */
export async function listOver(ctx: QueryCtx, whose: Whose): Promise<Row[]> {
  const over = query(ctx, whose, (q) => q.gt("settledAt", 0));
  return over.order("desc").take(MAX_OVER);
}

/** Returns the open requests, for a team with the person's card, then the last settled ones. */
export async function list(ctx: QueryCtx, whose: Whose): Promise<Request[]> {
  const side = "uid" in whose ? "person" : "team";
  const over = await listOver(ctx, whose);
  const open = (await listOpen(ctx, whose)).map(async (row) =>
    viewOf(
      row,
      side,
      side === "team" ? await Listings.findOf(ctx, row.uid) : null,
    ),
  );
  return [
    ...(await Promise.all(open)),
    ...over.map((row) => viewOf(row, side, null)),
  ];
}

/** `range` ends the range of the index. */
function query(
  ctx: QueryCtx,
  whose: Whose,
  range: (q: {
    eq(field: "settledAt", value: undefined): IndexRange;
    gt(field: "settledAt", value: number): IndexRange;
  }) => IndexRange,
) {
  const requests = ctx.db.query("requests");
  return "uid" in whose
    ? requests.withIndex("by_uid_and_settled_at", (q) =>
        range(q.eq("uid", whose.uid)),
      )
    : requests.withIndex("by_team_and_settled_at", (q) =>
        range(q.eq("teamId", whose.teamId)),
      );
}

/**
 * Adds a request. The caller has checked that both sides may have one more.
 * @throws `rate_limited` soon after the same side has withdrawn one between the two
 */
export async function begin(
  ctx: MutationCtx,
  {
    user,
    team,
    sentBy,
    note,
  }: { user: User; team: Team; sentBy: Kind; note: string },
): Promise<Row["_id"]> {
  const row = { uid: user._id, teamId: team._id, sentBy };
  await RateLimits.requireLeft(ctx, "askAgain", pairOf(row));
  return ctx.db.insert("requests", {
    ...row,
    personName: user.displayName,
    teamName: team.name,
    note,
  });
}

/** Settles an open request. After a withdrawal the same side waits before it asks again. */
export async function end(ctx: MutationCtx, row: Row, outcome: RequestOutcome) {
  if (outcome === "withdrawn")
    await RateLimits.take(ctx, "askAgain", pairOf(row));
  await ctx.db.patch("requests", row._id, { outcome, settledAt: Date.now() });
  if (row.sentBy === "team" && offerAnswerInWords(outcome) !== null)
    await tellLater(ctx, row.teamId);
  const isNews = outcome === "accepted" || answerInWords(outcome) !== null;
  if (row.sentBy === "person" && isNews) await tellLater(ctx, row.uid);
}

/** Opens a settled request again. Whoever has to answer it is told unless they were, and hears of the next answer. */
export async function reopen(ctx: MutationCtx, row: Row): Promise<void> {
  const { _id, mailed, sentBy, uid, teamId } = row;
  await ctx.db.patch("requests", _id, {
    outcome: undefined,
    settledAt: undefined,
    mailed: mailed && "request",
  });
  if (mailed === undefined)
    await tellLater(ctx, sentBy === "person" ? teamId : uid);
}

/**
 * Schedules a mail about what the person, or the team's leader, has to know by then,
 * unless one is scheduled: the limit allows the next just before that one is composed.
 */
export async function tellLater(ctx: MutationCtx, recipient: Subject) {
  if ((await RateLimits.take(ctx, "requestMail", recipient)) !== null) return;
  await ctx.scheduler.runAfter(
    RateLimits.RATE_LIMITS.requestMail.period + SECOND_MS,
    internal.listings.jobs.mailRequests,
    { recipient },
  );
}

/** Settles the open requests, because they can no longer be accepted. */
export async function lapse(
  ctx: MutationCtx,
  whose: Whose,
  why: RequestOutcome,
): Promise<void> {
  for (const row of await listOpen(ctx, whose)) await end(ctx, row, why);
}

/** Returns the requests of a person, for the export of personal data. */
export async function listAllOf(ctx: QueryCtx, uid: Row["uid"]) {
  return ctx.db
    .query("requests")
    .withIndex("by_uid_and_settled_at", (q) => q.eq("uid", uid))
    .take(MAX_OF_ONE);
}

/** Deletes requests of a person. @returns true if there may be more */
export async function removeBatchOf(ctx: MutationCtx, uid: Row["uid"]) {
  const rows = await listAllOf(ctx, uid);
  for (const { _id } of rows) await ctx.db.delete("requests", _id);
  return rows.length === MAX_OF_ONE;
}

function pairOf({
  sentBy,
  uid,
  teamId,
}: Pick<Row, "sentBy" | "uid" | "teamId">): string {
  return `${sentBy} ${uid} ${teamId}`;
}

function viewOf(request: Row, side: Kind, card: Request["card"]): Request {
  const { _creationTime: sentAt, mailed: _mailed, ...row } = request;
  const { outcome = null, settledAt = null } = row;
  return { ...row, side, card, sentAt, outcome, settledAt };
}
