/**
 * Rival texts: a person's text for a field that somebody else changed meanwhile. It is
 * kept until a member chooses between the two. The only writer of `projectRivals`.
 */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { MAX_TEAM_SIZE } from "../teams/shared/teams";
import { RIVAL_FIELDS, type RivalField } from "./shared/projects";

type Row = Doc<"projectRivals">;

/** One per field and person; former members may have left some. */
const MAX_ROWS = 2 * MAX_TEAM_SIZE * RIVAL_FIELDS.length;

export async function list(ctx: QueryCtx, projectId: Id<"projects">) {
  const rows = await listRows(ctx, projectId);
  return rows.map(
    ({ _creationTime, projectId: _projectId, ...rival }) => rival,
  );
}

/** Stores a person's rival text for a field, replacing their earlier one. */
export async function keep(
  ctx: MutationCtx,
  projectId: Id<"projects">,
  user: Doc<"users">,
  { field, text }: { field: RivalField; text: string },
): Promise<void> {
  const own = await findOwn(ctx, projectId, user._id, field);
  const fields = { text, at: Date.now() };
  if (own !== null) await ctx.db.patch("projectRivals", own._id, fields);
  else
    await ctx.db.insert("projectRivals", {
      projectId,
      field,
      userId: user._id,
      userName: user.displayName,
      ...fields,
    });
}

/** Deletes a person's rival text for a field, because it has become the project's. */
export async function withdraw(
  ctx: MutationCtx,
  projectId: Id<"projects">,
  userId: Id<"users">,
  field: RivalField,
): Promise<void> {
  const own = await findOwn(ctx, projectId, userId, field);
  if (own !== null) await ctx.db.delete("projectRivals", own._id);
}

/** Returns a rival text of this project, or null. */
export async function find(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  id: Row["_id"],
): Promise<Row | null> {
  const row = await ctx.db.get("projectRivals", id);
  return row?.projectId === projectId ? row : null;
}

export async function remove(ctx: MutationCtx, { _id }: Row): Promise<void> {
  await ctx.db.delete("projectRivals", _id);
}

/** Deletes the rival texts of a project that is about to be deleted. */
export async function removeAll(ctx: MutationCtx, projectId: Id<"projects">) {
  for (const row of await listRows(ctx, projectId)) await remove(ctx, row);
}

export async function listOf(ctx: QueryCtx, userId: Id<"users">) {
  return ctx.db
    .query("projectRivals")
    .withIndex("by_user", (q) => q.eq("userId", userId))
    .take(MAX_ROWS);
}

async function findOwn(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  userId: Id<"users">,
  field: RivalField,
): Promise<Row | null> {
  const rows = await ctx.db
    .query("projectRivals")
    .withIndex("by_project_and_field", (q) =>
      q.eq("projectId", projectId).eq("field", field),
    )
    .take(MAX_ROWS);
  return rows.find((row) => row.userId === userId) ?? null;
}

async function listRows(ctx: QueryCtx, projectId: Id<"projects">) {
  return ctx.db
    .query("projectRivals")
    .withIndex("by_project_and_field", (q) => q.eq("projectId", projectId))
    .take(MAX_ROWS);
}
