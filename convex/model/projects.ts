/**
 * Projects. With projectEditing.ts the only writer of `projects`, except for the
 * description (projectTexts.ts), the hand-in (handingIn.ts) and the presence token
 * (projectPresence.ts). Members edit while submissions are open; the deployment's clock
 * decides that in the mutation that writes.
 */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { refuse } from "../shared/errors";
import type {
  HistoryEntry,
  OwnProject,
  ProjectContent,
  Workbench,
} from "../shared/projectValidators";
import * as Assignments from "./assignments";
import * as HandIns from "./handIns";
import * as Pictures from "./pictures";
import * as History from "./projectHistory";
import * as Rivals from "./projectRivals";
import * as Settings from "./settings";
import * as Texts from "./projectTexts";
import * as Passes from "./textPasses";
import * as TextReading from "./textReading";

type Project = Doc<"projects">;
type User = Doc<"users">;

/** Returns the project of the person's team as its members see it; null without one. */
export async function findOwn(
  ctx: QueryCtx,
  user: User,
): Promise<OwnProject | null> {
  const project = await findOfUser(ctx, user);
  if (project === null) return null;
  return {
    ...(await standingOf(ctx, project)),
    ...(await lastChangeOf(ctx, project)),
    ...(await contentOf(ctx, project)),
  };
}

/** Returns the same without the description, but with the rival texts. */
export async function findWorkbench(
  ctx: QueryCtx,
  user: User,
): Promise<Workbench | null> {
  const project = await findOfUser(ctx, user);
  if (project === null) return null;
  const { description: _description, ...content } = fieldsOf(project);
  return {
    ...(await standingOf(ctx, project)),
    ...content,
    textPass: await Passes.tell(ctx, project.teamId),
    rivals: await Rivals.list(ctx, project._id),
  };
}

/** Returns the project of the person's team, or null. */
export async function findOfUser(
  ctx: QueryCtx,
  { teamId }: User,
): Promise<Project | null> {
  return teamId === null ? null : findOfTeam(ctx, teamId);
}

/** Returns the team's project, or null. */
export async function findOfTeam(
  ctx: QueryCtx,
  teamId: Id<"teams">,
): Promise<Project | null> {
  return ctx.db
    .query("projects")
    .withIndex("by_team", (q) => q.eq("teamId", teamId))
    .unique();
}

/**
 * Returns the project of the person's team; creates it if there is none.
 * @throws `not_in_team`, `submissions_not_open`, `submissions_closed`
 */
export async function begin(ctx: MutationCtx, user: User): Promise<Project> {
  if (user.teamId === null) return refuse("not_in_team");
  await Settings.requireSubmissionsOpen(ctx);
  const begun = await findOfTeam(ctx, user.teamId);
  if (begun !== null) return begun;
  const id = await ctx.db.insert("projects", {
    teamId: user.teamId,
    name: "",
    summary: "",
    description: "",
    tracks: [],
    repositoryUrl: "",
    demoUrl: "",
    videoUrl: "",
    builtWith: [],
    hidesNames: false,
    updatedAt: Date.now(),
    updatedBy: user.displayName,
  });
  const project = await getProject(ctx, id);
  await Texts.begin(ctx, project);
  return project;
}

/** Records that a person changed another part of the project, such as its pictures. */
export async function touch(
  ctx: MutationCtx,
  projectId: Project["_id"],
  user: User,
): Promise<void> {
  await ctx.db.patch("projects", projectId, by(user));
}

/** Returns the history of the project of the person's team, the newest entry first. */
export async function listHistory(
  ctx: QueryCtx,
  user: User,
): Promise<HistoryEntry[]> {
  const project = await findOfUser(ctx, user);
  if (project === null) return [];
  const content = await contentOf(ctx, project);
  return History.list(ctx, project._id, content);
}

/** Removes the name of a person who deletes their account from a project. */
export async function forgetPerson(
  ctx: MutationCtx,
  { _id, updatedBy }: Project,
  names: ReadonlySet<string>,
): Promise<void> {
  if (names.has(updatedBy))
    await ctx.db.patch("projects", _id, { updatedBy: HandIns.FORMER_MEMBER });
}

/** Deletes a project whose team is gone, with all that belongs to it. */
export async function remove(
  ctx: MutationCtx,
  project: Project,
): Promise<void> {
  await Texts.removeAll(ctx, project);
  await History.removeAll(ctx, project._id);
  await Rivals.removeAll(ctx, project._id);
  await HandIns.removeAll(ctx, project._id);
  await ctx.db.delete("projects", project._id);
  await Pictures.removeAll(ctx, project._id);
  await Assignments.follow(ctx);
}

/** Returns the content of a project. */
export async function contentOf(
  ctx: QueryCtx,
  project: Project,
): Promise<ProjectContent> {
  const description = await TextReading.read(ctx, project._id);
  return { ...fieldsOf(project), description };
}

/** Returns whether it is handed in, by whom and when. */
export async function standingOf(ctx: QueryCtx, project: Project) {
  const { _id, hidesNames, updatedAt, hasChanges } = project;
  const last = await HandIns.findOf(ctx, project);
  return {
    _id,
    hidesNames,
    status: last === null ? ("draft" as const) : ("handed_in" as const),
    handedInAt: last?.at ?? null,
    receipt: last?.receipt ?? null,
    handedInBy: last?.by ?? null,
    hasChanges: last !== null && (hasChanges ?? updatedAt > last.at),
  };
}

/**
 * Returns when it was last changed, and by whom. The result changes with every
 * keystroke.
 */
export async function lastChangeOf(ctx: QueryCtx, project: Project) {
  const { updatedAt, updatedBy } = project;
  const head = await Texts.findHead(ctx, project.teamId);
  return head === null || head.changedAt <= updatedAt
    ? { updatedAt, updatedBy }
    : { updatedAt: head.changedAt, updatedBy: head.changedBy };
}

async function getProject(ctx: QueryCtx, id: Project["_id"]): Promise<Project> {
  const project = await ctx.db.get("projects", id);
  if (project === null) throw new Error(`no project ${id}`);
  return project;
}

/** The fields that record the last change. */
export function by({ displayName }: User) {
  return { updatedAt: Date.now(), updatedBy: displayName, hasChanges: true };
}

/** Returns the content of a project; the description is that of the last merge. */
export function fieldsOf(project: Project): ProjectContent {
  const { name, summary, description, tracks } = project;
  const { repositoryUrl, demoUrl, videoUrl, builtWith } = project;
  return {
    name,
    summary,
    description,
    tracks,
    repositoryUrl,
    demoUrl,
    videoUrl,
    builtWith,
  };
}
