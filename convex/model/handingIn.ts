/**
 * How a project is handed in and withdrawn: by the team's leader while submissions are
 * open, by an organiser at any time. Writes `handInId` and `hasChanges` of
 * `projects`, and `handIns` through handIns.ts.
 */
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { refuse } from "../shared/errors";
import { missingOf } from "../shared/projectSchemas";
import type { ProjectContent } from "../shared/projectValidators";
import { isBlank } from "../shared/text";
import * as Assignments from "./assignments";
import * as HandIns from "./handIns";
import * as Pictures from "./pictures";
import * as Projects from "./projects";
import * as RateLimits from "./rateLimits";
import * as Texts from "./projectTexts";

type Project = Doc<"projects">;
type User = Doc<"users">;

/**
 * Hands the team's project in as it is now, and returns the receipt's number; null, and
 * counts it, if only the description is missing. It may be handed in again.
 *
 * A member can make a description that takes a tenth of a second to load. So it is
 * loaded only if nothing else is missing, and then the call counts: it merges the
 * description, and does not throw.
 * @throws `not_in_team`, `not_leader`, as `Projects.begin`, `project_incomplete`, `rate_limited`
 */
export async function handIn(
  ctx: MutationCtx,
  leader: User,
): Promise<number | null> {
  const project = await requireLed(ctx, leader);
  await RateLimits.requireLeft(ctx, "handIn", project.teamId);
  const fields = Projects.fieldsOf(project);
  if (missingOf({ ...fields, description: UNKNOWN }).fields.length > 0) {
    const isEmpty = await Texts.isEmpty(ctx, project);
    requireComplete({ ...fields, description: isEmpty ? "" : UNKNOWN });
  }
  await RateLimits.requireAndTake(ctx, "handIn", project.teamId);
  const description = await Texts.settle(ctx, project);
  if (isBlank(description)) return null;
  return keep(ctx, project, { ...fields, description }, leader);
}

/** Stands for a description that has not been read. */
const UNKNOWN = "?";

/**
 * Hands a project in for its team, also after submissions closed.
 * @throws `not_found`, `project_incomplete`
 */
export async function handInFor(
  ctx: MutationCtx,
  organiser: User,
  projectId: Project["_id"],
): Promise<{ receipt: number; project: Project }> {
  const project = await ctx.db.get("projects", projectId);
  if (project === null) return refuse("not_found", { label: "This project" });
  const content = requireComplete(await Projects.contentOf(ctx, project));
  await Texts.settle(ctx, project);
  const receipt = await keep(ctx, project, content, organiser);
  return { receipt, project };
}

/**
 * Withdraws the project's hand-in: it is a draft again.
 * @throws `not_in_team`, `not_leader`, as `Projects.begin`
 */
export async function withdraw(ctx: MutationCtx, leader: User): Promise<void> {
  const project = await requireLed(ctx, leader);
  if (project.handInId === undefined) return;
  await HandIns.retire(ctx, project);
  await ctx.db.patch("projects", project._id, { handInId: undefined });
  await Pictures.settle(ctx, project._id);
  await Assignments.follow(ctx);
}

/** Returns the project that the person leads. */
async function requireLed(ctx: MutationCtx, leader: User): Promise<Project> {
  if (leader.teamId === null) return refuse("not_in_team");
  if (leader.teamRole !== "leader") return refuse("not_leader");
  return Projects.begin(ctx, leader);
}

function requireComplete(content: ProjectContent): ProjectContent {
  const missing = missingOf(content);
  if (missing.fields.length > 0) refuse("project_incomplete", missing);
  return content;
}

async function keep(
  ctx: MutationCtx,
  project: Project,
  content: ProjectContent,
  { displayName }: User,
): Promise<number> {
  const team = await ctx.db.get("teams", project.teamId);
  if (team === null) throw new Error(`no team of project ${project._id}`);
  const { handInId, receipt } = await HandIns.add(ctx, project, {
    team,
    content,
    pictures: await Pictures.snapshot(ctx, project._id),
    by: displayName,
  });
  await ctx.db.patch("projects", project._id, { handInId, hasChanges: false });
  await Pictures.settle(ctx, project._id);
  await Assignments.follow(ctx);
  return receipt;
}
