/**
 * Hand-ins. The only writer of `handIns` and `handInTexts`: each row is an immutable copy
 * of a project. Judges and the gallery read the current row of each project.
 */
import { pick } from "convex-helpers";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import type { StoredPicture } from "./shared/pictures";
import { ROW_FIELDS, type ProjectContent } from "./shared/projects";
import { folded } from "../platform/shared/lists";

export type HandIn = Doc<"handIns">;
type Project = Doc<"projects">;

/** One project per team, with room for more teams than the event has places. */
const MAX_CURRENT = 1_000;
/** How many hand-ins of a project are kept; older ones are deleted. */
const MAX_KEPT = 50;

/** Receipts have eight digits. */
const FIRST_RECEIPT = 10_000_000;
const RECEIPTS = 90_000_000;

/** Returns the current hand-in of every project; withdrawn ones are left out. */
export async function listCurrent(ctx: QueryCtx): Promise<HandIn[]> {
  return queryCurrent(ctx).take(MAX_CURRENT);
}

/** The same as a query, for callers with a bound of their own. */
export function queryCurrent(ctx: QueryCtx) {
  return ctx.db
    .query("handIns")
    .withIndex("by_is_current", (q) => q.eq("isCurrent", true));
}

/** The same, by name. */
export function queryByName(ctx: QueryCtx) {
  return ctx.db
    .query("handIns")
    .withIndex("by_is_current_and_name_key", (q) => q.eq("isCurrent", true));
}

/** Returns the project's current hand-in; null for a draft. */
export async function getCurrent(ctx: QueryCtx, projectId: Project["_id"]) {
  const project = await ctx.db.get("projects", projectId);
  const handIn = project && (await findOf(ctx, project));
  return handIn?.isCurrent === true ? handIn : null;
}

/** The same by the project's document. */
export async function findOf(ctx: QueryCtx, { handInId }: Project) {
  return handInId === undefined ? null : ctx.db.get("handIns", handInId);
}

export async function contentOf(ctx: QueryCtx, handIn: HandIn) {
  const description = await descriptionOf(ctx, handIn._id);
  return { ...pick(handIn, ROW_FIELDS), description };
}

export async function descriptionOf(ctx: QueryCtx, handInId: HandIn["_id"]) {
  return (await findText(ctx, handInId))?.description ?? "";
}

/** Copies the project as it is now, and returns the new row. */
export async function add(
  ctx: MutationCtx,
  project: Project,
  {
    team,
    content: { description, ...content },
    pictures,
    by,
  }: {
    team: Doc<"teams">;
    content: ProjectContent;
    pictures: StoredPicture[];
    by: Doc<"users">;
  },
): Promise<{ handInId: HandIn["_id"]; receipt: number }> {
  await retire(ctx, project);
  const receipt = await drawReceipt(ctx);
  const handInId = await ctx.db.insert("handIns", {
    projectId: project._id,
    teamId: team._id,
    teamName: team.name,
    memberNames: team.members.map(({ name }) => name),
    memberIds: team.members.map(({ uid }) => uid),
    ...content,
    nameKey: folded(content.name),
    pictures,
    receipt,
    at: Date.now(),
    by: by.displayName,
    byId: by._id,
    isCurrent: true,
  });
  await ctx.db.insert("handInTexts", { handInId, description });
  const rows = await listOf(ctx, project._id);
  for (const row of rows.slice(MAX_KEPT)) await remove(ctx, row);
  return { handInId, receipt };
}

/** Whether nothing has been handed in since. */
export async function isNewest(ctx: QueryCtx, handInId: HandIn["_id"]) {
  const newest = await ctx.db
    .query("handIns")
    .withIndex("by_creation_time")
    .order("desc")
    .first();
  return newest?._id === handInId;
}

/** Marks the project's current hand-in as an earlier one. */
export async function retire(ctx: MutationCtx, { handInId }: Project) {
  if (handInId !== undefined)
    await ctx.db.patch("handIns", handInId, { isCurrent: false });
}

/** Deletes the hand-ins of a project that is about to be deleted. */
export async function removeAll(ctx: MutationCtx, projectId: Project["_id"]) {
  for (const row of await listOf(ctx, projectId)) await remove(ctx, row);
}

async function remove(ctx: MutationCtx, { _id }: HandIn): Promise<void> {
  const text = await findText(ctx, _id);
  if (text !== null) await ctx.db.delete("handInTexts", text._id);
  await ctx.db.delete("handIns", _id);
}

async function findText(ctx: QueryCtx, handInId: HandIn["_id"]) {
  return ctx.db
    .query("handInTexts")
    .withIndex("by_hand_in", (q) => q.eq("handInId", handInId))
    .first();
}

/** Removes a member who deletes their account from a project's hand-ins. */
export async function forgetPerson(
  ctx: MutationCtx,
  projectId: Project["_id"],
  userId: Id<"users">,
): Promise<void> {
  for (const row of await listOf(ctx, projectId)) {
    const place = row.memberIds.indexOf(userId);
    const isOther = (_: unknown, index: number) => index !== place;
    if (place < 0) continue;
    await ctx.db.patch("handIns", row._id, {
      memberNames: row.memberNames.filter(isOther),
      memberIds: row.memberIds.filter(isOther),
      ...(row.byId === userId && { by: FORMER_MEMBER, byId: null }),
    });
  }
}

/** Replaces the name of a person who has deleted their account. */
export const FORMER_MEMBER = "A former member";

async function listOf(ctx: QueryCtx, projectId: Project["_id"]) {
  return ctx.db
    .query("handIns")
    .withIndex("by_project", (q) => q.eq("projectId", projectId))
    .order("desc")
    .take(MAX_KEPT + 1);
}

async function drawReceipt(ctx: QueryCtx): Promise<number> {
  const [drawn = 0] = crypto.getRandomValues(new Uint32Array(1));
  const receipt = FIRST_RECEIPT + (drawn % RECEIPTS);
  const isUnused = (await findByReceipt(ctx, receipt)) === null;
  return isUnused ? receipt : drawReceipt(ctx);
}

/** Returns the hand-in with this receipt; null if it is gone. */
export async function findByReceipt(ctx: QueryCtx, receipt: number) {
  return ctx.db
    .query("handIns")
    .withIndex("by_receipt", (q) => q.eq("receipt", receipt))
    .first();
}
