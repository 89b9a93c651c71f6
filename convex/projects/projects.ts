/**
 * Projects. With editing.ts the only writer of `projects`, except for the description
 * (description/texts.ts), the hand-in (handIns.ts) and the presence token (presence.ts).
 * Members edit while submissions are open; the deployment's clock decides that in the
 * mutation that writes.
 */
import { pick } from "convex-helpers";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { refuse } from "../platform/shared/errors";
import {
  EMPTY_CONTENT,
  FIELD_LABELS,
  holdingsOf,
  PROJECT_FIELDS,
  ROW_FIELDS,
  rowOf,
  type ProjectContent,
} from "./shared/projects";
import type { StoredPicture } from "./shared/pictures";
import * as HandIns from "./handIns";
import * as Pictures from "./pictures/pictures";
import * as History from "./history";
import * as Rivals from "./rivals";
import * as Settings from "../settings/settings";
import type * as Teams from "../teams/teams";
import * as Texts from "./description/texts";
import * as ReadKeys from "../platform/readKeys";
import * as TextReading from "./description/reading";

type Project = Doc<"projects">;
type User = Doc<"users">;

/** How old the row's last change may be while somebody types in the description. */
const TOUCH_MS = 10 * 60 * 1000;

/**
 * Returns the project of the person's team for its page, without the description; null
 * without one.
 */
export async function findWorkbench(ctx: QueryCtx, user: User) {
  const project = await findOfUser(ctx, user);
  if (project === null) return null;
  const handIn = await HandIns.findOf(ctx, project);
  return {
    ...standingOf(project, handIn),
    ...fieldsOf(project),
    // Without a row, which somebody deleted: the page's next sign of life creates it.
    textReadKey: (await ReadKeys.keyOf(ctx, project.teamId)) ?? "",
    changedSince:
      handIn === null ? [] : await changesSince(ctx, project, handIn),
    rivals: await Rivals.list(ctx, project._id),
  };
}

export async function findOfUser(ctx: QueryCtx, { teamId }: User) {
  return teamId === null ? null : findOfTeam(ctx, teamId);
}

export async function findOfTeam(ctx: QueryCtx, teamId: Id<"teams">) {
  return ctx.db
    .query("projects")
    .withIndex("by_team", (q) => q.eq("teamId", teamId))
    .first();
}

/** Returns the state of the project of a team, also of one that has ended. */
export async function statusOf(ctx: QueryCtx, teamId: Id<"teams"> | null) {
  const project = teamId && (await findOfTeam(ctx, teamId));
  if (project === null) return null;
  return project.handInId === undefined ? "draft" : "handed_in";
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
    ...rowOf(EMPTY_CONTENT),
    hidesNames: false,
    updatedAt: Date.now(),
    updatedBy: user._id,
    hasChanges: false,
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

/** Records that a person goes on writing, for those who see when projects changed. */
export async function touchSometimes(
  ctx: MutationCtx,
  projectId: Project["_id"],
  user: User,
): Promise<void> {
  const { updatedAt } = await getProject(ctx, projectId);
  if (Date.now() - updatedAt >= TOUCH_MS) await touch(ctx, projectId, user);
}

/** Returns the history of the project of the person's team, the newest entry first. */
export async function listHistory(
  ctx: QueryCtx,
  user: User,
  hasPictures: boolean,
) {
  const project = await findOfUser(ctx, user);
  if (project === null) return [];
  const entries = await History.list(ctx, project);
  return Promise.all(
    entries
      .filter(({ field }) => hasPictures || field !== "pictures")
      .map(async ({ pictureId, ...entry }) => ({
        ...entry,
        ...(pictureId && {
          picture: await Pictures.findRemoved(ctx, pictureId),
        }),
      })),
  );
}

/** Removes a person who deletes their account from a project. */
export async function forgetPerson(
  ctx: MutationCtx,
  { _id, updatedBy }: Project,
  userId: User["_id"],
): Promise<void> {
  if (updatedBy === userId)
    await ctx.db.patch("projects", _id, { updatedBy: null });
}

/**
 * Returns what asks whether a team may end, for teams.ts. A hand-in outlives its team, and so that nobody loses it by accident,
 * members withdraw it first. It throws `project_handed_in`, `project_would_go`.
 */
export function mayEndTeam(
  ctx: QueryCtx,
  {
    byMembers,
    withProject,
  }: {
    /** Whether its own members end it, as members. */
    byMembers: boolean;
    /** Whether who ends it was told that its project is deleted with it. */
    withProject: boolean;
  },
): Teams.MayEnd {
  return async (teamId) => {
    const status = await statusOf(ctx, teamId);
    if (status === "handed_in" && byMembers) {
      const { state } = await Settings.getWindow(ctx, "submissions");
      refuse("project_handed_in", { canWithdraw: state === "open" });
    }
    if (status === "draft" && !withProject) refuse("project_would_go");
  };
}

/**
 * Deletes a project whose team is gone, with all that belongs to it. Of one that is
 * handed in, the hand-in stays, and the project is what was handed in.
 */
export async function end(ctx: MutationCtx, project: Project): Promise<void> {
  const { _id } = project;
  await Texts.removeAll(ctx, project);
  await History.removeAll(ctx, _id);
  await Rivals.removeAll(ctx, _id);
  const handIn = await HandIns.findOf(ctx, project);
  if (handIn === null) {
    await HandIns.removeAll(ctx, _id);
    await ctx.db.delete("projects", _id);
  } else {
    const content = rowOf(await HandIns.contentOf(ctx, handIn));
    await ctx.db.patch("projects", _id, { ...content, hasChanges: false });
  }
  await Pictures.removeAll(ctx, _id);
}

/** Returns the content of a project; `upTo` as for `TextReading.read`. */
export async function contentOf(
  ctx: QueryCtx,
  project: Project,
  upTo?: number,
): Promise<ProjectContent> {
  const description = await TextReading.read(ctx, project._id, upTo);
  return { ...fieldsOf(project), description };
}

/** Returns whether a project is handed in, by whom and when. */
export function standingOf(
  { _id, hidesNames, hasChanges }: Project,
  handIn: HandIns.HandIn | null,
) {
  return {
    _id,
    hidesNames,
    status: handIn === null ? ("draft" as const) : ("handed_in" as const),
    handedInAt: handIn?.at ?? null,
    receipt: handIn?.receipt ?? null,
    handedInBy: handIn?.by ?? null,
    handedInName: handIn?.name ?? null,
    holds: handIn === null ? [] : holdingsOf(handIn),
    hasChanges: handIn !== null && hasChanges,
  };
}

/**
 * Returns the labels of what differs from the current hand-in, without the description's
 * head, which changes with every keystroke.
 */
async function changesSince(
  ctx: QueryCtx,
  project: Project,
  handIn: HandIns.HandIn,
): Promise<string[]> {
  if (!project.hasChanges) return [];
  const labels = PROJECT_FIELDS.filter((field) =>
    field === "description"
      ? project.isDescriptionChanged
      : String(project[field]) !== String(handIn[field]),
  ).map((field) => FIELD_LABELS[field]);
  const shown = (pictures: readonly StoredPicture[]) =>
    pictures.map(({ storageId, alt }) => `${storageId} ${alt}`).join("\n");
  const now = await Pictures.snapshot(ctx, project._id);
  return shown(now) === shown(handIn.pictures)
    ? labels
    : [...labels, "Pictures"];
}

/** Returns the name of the person who made a change. */
export async function nameOf(ctx: QueryCtx, userId: User["_id"] | null) {
  const user = userId && (await ctx.db.get("users", userId));
  return user?.displayName ?? HandIns.FORMER_MEMBER;
}

async function getProject(ctx: QueryCtx, id: Project["_id"]): Promise<Project> {
  const project = await ctx.db.get("projects", id);
  if (project === null) throw new Error(`no project ${id}`);
  return project;
}

/** The fields that record the last change. */
export function by({ _id }: User) {
  return { updatedAt: Date.now(), updatedBy: _id, hasChanges: true };
}

/** Returns the content of a project without its description. */
export function fieldsOf(project: Project) {
  return pick(project, ROW_FIELDS);
}
