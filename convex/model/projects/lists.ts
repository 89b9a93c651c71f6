/** The organisers' list of projects, and handing in for a team. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { missingOf, type ListedProject } from "../../shared/projects";
import * as AuditLog from "../platform/auditLog";
import { readBounded } from "../platform/boundedRead";
import * as HandingIn from "./handingIn";
import * as HandIns from "./handIns";
import * as Projects from "./projects";

/** Each row is read with its team and its hand-in. */
const LIMIT = { rows: 500, bytes: 2 ** 20 };

/** Returns every project, the last changed one first. */
export async function list(ctx: QueryCtx) {
  const { rows, isComplete } = await readBounded(
    ctx.db.query("projects").withIndex("by_creation_time"),
    LIMIT,
  );
  const projects = await Promise.all(rows.map((row) => listed(ctx, row)));
  projects.sort((one, other) => other.updatedAt - one.updatedAt);
  return { projects, isComplete };
}

/**
 * Hands a project in for its team, and adds it to the audit log. `HandingIn.follow` must
 * run after it.
 */
export async function handInFor(
  ctx: MutationCtx,
  organiser: Doc<"users">,
  projectId: Id<"projects">,
): Promise<HandingIn.Kept> {
  const { project, ...kept } = await HandingIn.handInFor(
    ctx,
    organiser,
    projectId,
  );
  await AuditLog.record(ctx, organiser, {
    action: "project handed in",
    target: project.name,
    after: { receipt: kept.receipt },
  });
  return kept;
}

async function listed(
  ctx: QueryCtx,
  project: Doc<"projects">,
): Promise<ListedProject> {
  const team = await ctx.db.get("teams", project.teamId);
  const handIn = await HandIns.findOf(ctx, project);
  const standing = Projects.standingOf(project, handIn);
  const isWhole = handIn !== null && !standing.hasChanges;
  return {
    ...standing,
    ...Projects.fieldsOf(project),
    updatedAt: project.updatedAt,
    updatedBy: await Projects.nameOf(ctx, project.updatedBy),
    teamName: team?.name ?? handIn?.teamName ?? "",
    missing: isWhole ? [] : missingOf(project, project.isDescribed).labels,
  };
}
