/** The organisers' list of projects, and handing in for a team. */
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { missingOf, type ListedProject } from "./shared/projects";
import * as AuditLog from "../platform/auditLog";
import { readBounded } from "../platform/boundedRead";
import * as ReadKeys from "../platform/readKeys";
import type { NotingCtx } from "../platform/facts";
import * as HandingIn from "./handingIn";
import * as HandIns from "./handIns";
import * as Projects from "./projects";

/** The list keeps a query open for each; the overview reads as many besides three reads of `READ_LIMIT`. */
const LIMIT = { rows: 500, bytes: 2 ** 20 };

/**
 * Returns the ids of all projects and the current hand-ins, from the rows of read keys and
 * hand-ins: those of the projects change with each word that a team saves.
 */
export async function readAll(ctx: QueryCtx) {
  const begun = await readBounded(ReadKeys.queryOfTeams(ctx), LIMIT);
  const handedIn = await readBounded(HandIns.queryCurrent(ctx), LIMIT);
  const projectIds = [
    ...begun.rows.flatMap(({ description }) => description?.projectId ?? []),
    ...handedIn.rows.map(({ projectId }) => projectId),
  ];
  return {
    projectIds: [...new Set(projectIds)],
    handIns: handedIn.rows,
    isComplete: begun.isComplete && handedIn.isComplete,
  };
}

/** Returns a project with what is missing for a hand-in; null once it is deleted. */
export async function findListed(
  ctx: QueryCtx,
  projectId: Id<"projects">,
): Promise<ListedProject | null> {
  const project = await ctx.db.get("projects", projectId);
  if (project === null) return null;
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

/**
 * Hands a project in for its team, and adds it to the audit log.
 * @returns the number of the receipt
 */
export async function handInFor(
  ctx: NotingCtx,
  organiser: Doc<"users">,
  wanted: HandingIn.WantedFor,
): Promise<number> {
  const { project, receipt } = await HandingIn.handInFor(
    ctx,
    organiser,
    wanted,
  );
  await AuditLog.record(ctx, organiser, {
    action: "project handed in",
    target: project.name,
    after: { receipt },
  });
  return receipt;
}
