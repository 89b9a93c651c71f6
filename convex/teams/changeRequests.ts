/**
 * The rows of change requests, which participants send to the organisers once team
 * changes are closed. The only writer of `changeRequests`; expiry.ts deletes settled
 * ones after their retention. changesAfterFreeze.ts decides about them.
 */
import type { WithoutSystemFields } from "convex/server";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { refuse } from "../platform/shared/errors";
import { isRestorable, type ChangeRequest } from "./shared/changeRequests";

type Row = Doc<"changeRequests">;
type User = Doc<"users">;

/** How many settled requests are shown to a person, and how many of each team. */
const MAX_OVER = 10;

/** How many requests of one person a transaction reads; settled ones expire. */
const MAX_OF_ONE = 1_000;

const MAX_WAITING = 200;
const MAX_ANSWERED = 100;

/** Adds a request. The caller has checked that none of the person is pending. */
export async function begin(
  ctx: MutationCtx,
  row: Omit<WithoutSystemFields<Row>, "outcome" | "answer" | "settledAt">,
): Promise<Row["_id"]> {
  return ctx.db.insert("changeRequests", row);
}

/** Withdraws the person's pending request, if there is one. */
export async function withdraw(ctx: MutationCtx, userId: User["_id"]) {
  const row = await findOpen(ctx, userId);
  if (row !== null) await end(ctx, row, { outcome: "withdrawn" });
}

/**
 * Opens a request again that the person has withdrawn by mistake.
 * @throws `request_over`, also if their team has changed since; `change_request_open`
 */
export async function putBack(
  ctx: MutationCtx,
  user: User,
  requestId: Row["_id"],
): Promise<void> {
  const row = await ctx.db.get("changeRequests", requestId);
  if (row?.userId !== user._id || !isRestorable(row, Date.now()))
    return refuse("request_over");
  if (row.kind !== "other" && row.teamId !== user.teamId)
    refuse("request_over");
  if ((await findOpen(ctx, user._id)) !== null) refuse("change_request_open");
  const opened = { outcome: undefined, settledAt: undefined };
  await ctx.db.patch("changeRequests", requestId, opened);
}

/** Ends the pending request of a person whose team has changed in another way. */
export async function overtake(ctx: MutationCtx, userId: User["_id"]) {
  const row = await findOpen(ctx, userId);
  if (row !== null && row.kind !== "other")
    await end(ctx, row, { outcome: "overtaken" });
}

export async function end(
  ctx: MutationCtx,
  row: Row,
  how: Pick<Row, "outcome" | "answer" | "settledBy">,
): Promise<void> {
  await ctx.db.patch("changeRequests", row._id, {
    ...how,
    settledAt: Date.now(),
  });
}

/** Returns a pending request. @throws `not_found`, `request_over` */
export async function getOpen(ctx: QueryCtx, requestId: Row["_id"]) {
  const row = await ctx.db.get("changeRequests", requestId);
  if (row === null) return refuse("not_found", { label: "This request" });
  if (row.settledAt !== undefined) refuse("request_over");
  return row;
}

/**
 * Returns the person's requests, and the decisions that concerned their team, the
 * newest first.
 */
export async function listFor(ctx: QueryCtx, user: User) {
  const own = await ctx.db
    .query("changeRequests")
    .withIndex("by_user_and_settled_at", (q) => q.eq("userId", user._id))
    .order("desc")
    .take(MAX_OVER);
  const waiting = await findOpen(ctx, user._id);
  const ofTeam =
    user.teamId === null ? [] : await listAnswered(ctx, user.teamId);
  return [
    ...(waiting === null ? [] : [viewOf(waiting, true)]),
    ...own
      .filter(({ settledAt }) => settledAt !== undefined)
      .map((row) => viewOf(row, true)),
    ...ofTeam
      .filter(({ userId }) => userId !== user._id)
      .map((row) => viewOf(row, false)),
  ];
}

/**
 * Returns the pending requests, the oldest first, then the last settled ones, the
 * newest first.
 */
export async function listAll(ctx: QueryCtx): Promise<Row[]> {
  const waiting = await queryPending(ctx).take(MAX_WAITING);
  const over = await ctx.db
    .query("changeRequests")
    .withIndex("by_settled_at", (q) => q.gt("settledAt", 0))
    .order("desc")
    .take(MAX_ANSWERED);
  return [...waiting, ...over];
}

/** The query for pending requests, the oldest first; for the caller to read with a bound. */
export function queryPending(ctx: QueryCtx) {
  return ctx.db
    .query("changeRequests")
    .withIndex("by_settled_at", (q) => q.eq("settledAt", undefined));
}

/** Returns the requests of a person, for the export of personal data. */
export async function listAllOf(ctx: QueryCtx, userId: User["_id"]) {
  return ctx.db
    .query("changeRequests")
    .withIndex("by_user_and_settled_at", (q) => q.eq("userId", userId))
    .take(MAX_OF_ONE);
}

/** Deletes requests of a person. @returns true if there may be more */
export async function removeBatchOf(ctx: MutationCtx, userId: User["_id"]) {
  const rows = await listAllOf(ctx, userId);
  for (const { _id } of rows) await ctx.db.delete("changeRequests", _id);
  return rows.length === MAX_OF_ONE;
}

/**
 * Returns the decided requests of a team's members, and of people who wanted to join
 * it.
 */
async function listAnswered(ctx: QueryCtx, teamId: Id<"teams">) {
  const left = await ctx.db
    .query("changeRequests")
    .withIndex("by_team_and_settled_at", (q) =>
      q.eq("teamId", teamId).gt("settledAt", 0),
    )
    .order("desc")
    .take(MAX_OVER);
  const came = await ctx.db
    .query("changeRequests")
    .withIndex("by_target_team_and_settled_at", (q) =>
      q.eq("targetTeamId", teamId).gt("settledAt", 0),
    )
    .order("desc")
    .take(MAX_OVER);
  return [...left, ...came].filter(
    ({ outcome }) => outcome === "approved" || outcome === "declined",
  );
}

export async function findOpen(ctx: QueryCtx, userId: User["_id"]) {
  return ctx.db
    .query("changeRequests")
    .withIndex("by_user_and_settled_at", (q) =>
      q.eq("userId", userId).eq("settledAt", undefined),
    )
    .first();
}

function viewOf(row: Row, isOwn: boolean): ChangeRequest {
  return { ...fieldsOf(row), isOwn, ...(!isOwn && { reason: "", answer: "" }) };
}

/** Returns the fields that are shown to everyone who may see the request. */
export function fieldsOf(row: Row): Omit<ChangeRequest, "isOwn"> {
  return {
    _id: row._id,
    personName: row.personName,
    kind: row.kind,
    reason: row.reason,
    answer: row.answer ?? "",
    teamName: row.teamName,
    targetTeamName: row.targetTeamName,
    sentAt: row._creationTime,
    outcome: row.outcome ?? null,
    settledAt: row.settledAt ?? null,
  };
}
