/** The organisers' list of projects, and handing in for a team. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { missingOf } from "../../shared/projectSchemas";
import type { ListedProject } from "../../shared/projectValidators";
import * as AuditLog from "../platform/auditLog";
import { readBounded } from "../platform/boundedRead";
import * as HandingIn from "./handingIn";
import * as HandIns from "./handIns";
import * as Projects from "./projects";

/** Fewer than for rows alone: each one is read with its description. */
const LIMIT = { rows: 500, bytes: 2 ** 20 };

/** Returns every project, the last changed one first. */
export async function list(
  ctx: QueryCtx,
): Promise<{ projects: ListedProject[]; isComplete: boolean }> {
  const { rows, isComplete } = await readBounded(
    ctx.db.query("projects").withIndex("by_creation_time"),
    LIMIT,
  );
  const projects = await Promise.all(rows.map((row) => listed(ctx, row)));
  projects.sort((one, other) => other.updatedAt - one.updatedAt);
  return { projects, isComplete };
}

/**
 * Hands a project in for its team, and adds it to the audit log.
 * @returns the receipt's number
 * @throws `not_found`, `project_incomplete`
 */
export async function handInFor(
  ctx: MutationCtx,
  organiser: Doc<"users">,
  projectId: Id<"projects">,
): Promise<number> {
  const { receipt, project } = await HandingIn.handInFor(
    ctx,
    organiser,
    projectId,
  );
  await AuditLog.record(ctx, organiser, {
    action: "project handed in",
    target: project.name,
    before: null,
    after: { receipt },
  });
  return receipt;
}

async function listed(
  ctx: QueryCtx,
  project: Doc<"projects">,
): Promise<ListedProject> {
  const team = await ctx.db.get("teams", project.teamId);
  const standing = await Projects.standingOf(ctx, project);
  const handIn = await HandIns.findOf(ctx, project);
  const isWhole = handIn !== null && !standing.hasChanges;
  const {
    hidesNames: _hidesNames,
    handedInBy: _handedInBy,
    handedInName: _handedInName,
    ...told
  } = standing;
  const { summary, tracks, repositoryUrl, demoUrl, videoUrl } = project;
  return {
    ...told,
    ...(await Projects.lastChangeOf(ctx, project)),
    teamName: team?.name ?? handIn?.teamName ?? "",
    name: project.name,
    summary,
    tracks,
    repositoryUrl,
    demoUrl,
    videoUrl,
    missing: isWhole
      ? []
      : missingOf(await Projects.contentOf(ctx, project)).labels,
  };
}
