/**
 * Texts of a field that another person changed meanwhile; they wait until somebody of
 * the team chooses. The only writer of `projectRivals`.
 */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { MAX_TEAM_SIZE } from "../shared/limits";
import {
  RIVAL_FIELDS,
  type Rival,
  type RivalField,
} from "../shared/projectValidators";

type Row = Doc<"projectRivals">;

/** One per field and person; people of the past may have left some. */
const MAX_ROWS = 2 * MAX_TEAM_SIZE * RIVAL_FIELDS.length;

/** Returns the texts of a project that wait. */
export async function list(
  ctx: QueryCtx,
  projectId: Id<"projects">,
): Promise<Rival[]> {
  const rows = await listRows(ctx, projectId);
  return rows.map(
    ({ _creationTime, projectId: _projectId, ...rival }) => rival,
  );
}

/** Keeps a person's text; it replaces the person's last one in this field. */
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

/** Forgets a person's text in a field, which has become the project's. */
export async function withdraw(
  ctx: MutationCtx,
  projectId: Id<"projects">,
  userId: Id<"users">,
  field: RivalField,
): Promise<void> {
  const own = await findOwn(ctx, projectId, userId, field);
  if (own !== null) await ctx.db.delete("projectRivals", own._id);
}

/** Returns a text that waits in this project, or null. */
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

/** Deletes what waits in a project that is about to be deleted. */
export async function removeAll(
  ctx: MutationCtx,
  projectId: Id<"projects">,
): Promise<void> {
  for (const row of await listRows(ctx, projectId)) await remove(ctx, row);
}

/** Returns the texts of a person that wait. */
export async function listOf(
  ctx: QueryCtx,
  userId: Id<"users">,
): Promise<Row[]> {
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

async function listRows(
  ctx: QueryCtx,
  projectId: Id<"projects">,
): Promise<Row[]> {
  return ctx.db
    .query("projectRivals")
    .withIndex("by_project_and_field", (q) => q.eq("projectId", projectId))
    .take(MAX_ROWS);
}
