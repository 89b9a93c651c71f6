/**
 * The projects that are judged: the current hand-ins. The one place in which judging
 * reads `handIns`. Writes nothing.
 */
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";

export type JudgedProject = Doc<"handIns">;

/** An upper bound for the projects of an event. */
const MAX_PROJECTS = 1_000;

/** Returns every project that is handed in, in the order of the last hand-ins. */
export async function list(ctx: QueryCtx): Promise<JudgedProject[]> {
  return ctx.db
    .query("handIns")
    .withIndex("by_is_current", (q) => q.eq("isCurrent", true))
    .take(MAX_PROJECTS);
}

/** Returns a project as it is handed in; null if it is not. */
export async function find(
  ctx: QueryCtx,
  projectId: Id<"projects">,
): Promise<JudgedProject | null> {
  const project = await ctx.db.get("projects", projectId);
  if (project?.handInId === undefined) return null;
  const handIn = await ctx.db.get("handIns", project.handInId);
  return handIn?.isCurrent === true ? handIn : null;
}
