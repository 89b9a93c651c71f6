/**
 * Who of a team is on the project's page, and in which field. @convex-dev/presence keeps
 * it: a page says every ten seconds that somebody is there, and who says nothing for 25
 * seconds is gone. Its secrets stay here: only members may ask, and only for their own
 * project. Writes `roomToken` of `projects`.
 */
import { Presence } from "@convex-dev/presence";
import { components } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { MAX_TEAM_SIZE } from "../shared/limits";
import type { Present, ProjectField } from "../shared/projectValidators";
import * as Projects from "./projects";
import * as RateLimits from "./rateLimits";

type User = Doc<"users">;
type Project = Doc<"projects">;

/** How often a page says that somebody is there; it uses the same number. */
const INTERVAL_MS = 10_000;

/** Members and, for a while, those who have left the team. */
const MAX_PEOPLE = 4 * MAX_TEAM_SIZE;

const presence = new Presence<Project["_id"], User["_id"]>(components.presence);

/**
 * Notes that the person is on the page. The project begins with it. `tab` tells the
 * person's pages apart.
 * @throws as `Projects.begin`, `rate_limited`
 */
export async function arrive(
  ctx: MutationCtx,
  user: User,
  { tab, field }: { tab: string; field: ProjectField | null },
): Promise<void> {
  const project = await Projects.begin(ctx, user);
  await RateLimits.requireAndTake(ctx, "bePresent", user._id);
  const { roomToken } = await beat(ctx, { project, user, tab });
  const told = { field };
  const before = await presence.list(ctx, roomToken, MAX_PEOPLE);
  const own = before.find(({ userId }) => userId === user._id);
  if (fieldIn(own?.data) !== field || own?.data === undefined)
    await presence.updateRoomUser(ctx, project._id, user._id, told);
  if (project.roomToken !== roomToken)
    await ctx.db.patch("projects", project._id, { roomToken });
}

/** Notes that the person has left the page in this tab. */
export async function leave(
  ctx: MutationCtx,
  user: User,
  tab: string,
): Promise<void> {
  const project = await Projects.findOfUser(ctx, user);
  if (project === null) return;
  // Only who says to be there once more learns the token with which one leaves.
  await RateLimits.requireAndTake(ctx, "bePresent", user._id);
  const { sessionToken } = await beat(ctx, { project, user, tab });
  await presence.disconnect(ctx, sessionToken);
}

/** Returns who of the person's team is there; nobody without a project. */
export async function list(ctx: QueryCtx, user: User): Promise<Present[]> {
  const project = await Projects.findOfUser(ctx, user);
  if (project?.roomToken === undefined) return [];
  const team = await ctx.db.get("teams", project.teamId);
  const people = await presence.list(ctx, project.roomToken, MAX_PEOPLE);
  return people
    .filter(({ online }) => online)
    .flatMap(({ userId, data }) => {
      const member = team?.members.find(({ uid }) => uid === userId);
      if (member === undefined) return [];
      return [{ userId, name: member.name, field: fieldIn(data) }];
    });
}

/** Forgets who was there; the project is about to be deleted. */
export async function removeAll(
  ctx: MutationCtx,
  projectId: Project["_id"],
): Promise<void> {
  await presence.removeRoom(ctx, projectId);
}

/** Forgets that a person was there, who deletes the account. */
export async function forgetPerson(
  ctx: MutationCtx,
  projectId: Project["_id"],
  userId: User["_id"],
): Promise<void> {
  await presence.removeRoomUser(ctx, projectId, userId);
}

/** Says that the person is there in this tab. The session has the person's id in its name, so nobody names another's tab. */
async function beat(
  ctx: MutationCtx,
  { project, user, tab }: { project: Project; user: User; tab: string },
) {
  const session = `${project._id}|${user._id}|${tab.slice(0, MAX_TAB_LENGTH)}`;
  return presence.heartbeat(ctx, project._id, user._id, session, INTERVAL_MS);
}

const MAX_TAB_LENGTH = 40;

function fieldIn(data: unknown): ProjectField | null {
  const isTold = typeof data === "object" && data !== null && "field" in data;
  return isTold ? (data.field as ProjectField | null) : null;
}
