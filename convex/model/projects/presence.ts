/**
 * Presence of a team's members on the project's page, with the field that each is in,
 * kept by @convex-dev/presence: a page sends a heartbeat every ten seconds, and a
 * session without one for 25 seconds has ended. The component's tokens are not handed
 * out: only members may call, and only for their own project. Writes `roomToken` of
 * `projects`.
 */
import { Presence } from "@convex-dev/presence";
import { components } from "../../_generated/api";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { MAX_TEAM_SIZE } from "../../shared/limits";
import type { Present, ProjectField } from "../../shared/projects";
import { wellFormed } from "../../shared/text";
import * as Projects from "./projects";
import * as RateLimits from "../platform/rateLimits";

type User = Doc<"users">;
type Project = Doc<"projects">;

/** The interval of the heartbeats; the page uses the same constant. */
const INTERVAL_MS = 10_000;

/** Members and, for a while, those who have left the team. */
const MAX_PEOPLE = 4 * MAX_TEAM_SIZE;

const presence = new Presence<Project["_id"], User["_id"]>(components.presence);

/**
 * Records that the person is on the page. `tab` distinguishes the person's pages.
 * @throws `rate_limited`
 */
export async function arrive(
  ctx: MutationCtx,
  project: Project,
  user: User,
  { tab, field }: { tab: string; field: ProjectField | null },
): Promise<void> {
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

/** Records that the person has left the page in this tab. */
export async function leave(
  ctx: MutationCtx,
  user: User,
  tab: string,
): Promise<void> {
  const project = await Projects.findOfUser(ctx, user);
  if (project === null) return;
  // `disconnect` needs the session's token, which only a heartbeat returns.
  await RateLimits.requireAndTake(ctx, "bePresent", user._id);
  const { sessionToken } = await beat(ctx, { project, user, tab });
  await presence.disconnect(ctx, sessionToken);
}

/** Returns the members who are on the page; none without a project. */
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

/** Deletes the presence of a project that is about to be deleted. */
export async function removeAll(
  ctx: MutationCtx,
  projectId: Project["_id"],
): Promise<void> {
  await presence.removeRoom(ctx, projectId);
}

/** Deletes the presence of a person who deletes their account. */
export async function forgetPerson(
  ctx: MutationCtx,
  projectId: Project["_id"],
  userId: User["_id"],
): Promise<void> {
  await presence.removeRoomUser(ctx, projectId, userId);
}

/**
 * Sends a heartbeat. The session's name contains the person's id, so nobody can name
 * the session of another.
 */
async function beat(
  ctx: MutationCtx,
  { project, user, tab }: { project: Project; user: User; tab: string },
) {
  const shortTab = wellFormed(tab.slice(0, MAX_TAB_LENGTH));
  const session = `${project._id}|${user._id}|${shortTab}`;
  return presence.heartbeat(ctx, project._id, user._id, session, INTERVAL_MS);
}

const MAX_TAB_LENGTH = 40;

function fieldIn(data: unknown): ProjectField | null {
  const isTold = typeof data === "object" && data !== null && "field" in data;
  return isTold ? (data.field as ProjectField | null) : null;
}
