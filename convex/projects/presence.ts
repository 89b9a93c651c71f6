/**
 * Presence of a team's members on the project's page, with the field that each is in,
 * kept by @convex-dev/presence in a room named by the team: a page sends a heartbeat
 * every thirty seconds, or every two minutes while nobody else is there, and a session
 * without one for two and a half times as long has ended. The component's tokens are not
 * handed out: only members say that they are there, and whoever has the read key of the
 * team's description sees it. No heartbeat reads the project.
 */
import { Presence } from "@convex-dev/presence";
import { components } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { refuse } from "../platform/shared/errors";
import { MAX_TEAM_SIZE } from "../teams/shared/teams";
import { heartbeatMs, type ProjectField } from "./shared/projects";
import * as Settings from "../settings/settings";
import { sha256 } from "../platform/digest";
import * as RateLimits from "../platform/rateLimits";
import * as ReadKeys from "../platform/readKeys";
import * as Texts from "./description/texts";
import * as Projects from "./projects";

type User = Doc<"users">;
type TeamId = Id<"teams">;

/** Members and, for a while, those who have left the team. */
const MAX_PEOPLE = 4 * MAX_TEAM_SIZE;
const MAX_TAB_LENGTH = 40;
/** Of base64: 96 bits. */
const SESSION_LENGTH = 16;
/** Heartbeats, by one of them. */
const COUNTED_AT_ONCE = 8;

const presence = new Presence<TeamId, User["_id"]>(components.presence);

/**
 * Records that the person is on the page. `tab` distinguishes the person's pages. An
 * absent field stays as it was, and costs the least: not even the settings are read.
 * @throws `not_in_team`, `submissions_not_open`, `submissions_closed`, `rate_limited`
 */
export async function arrive(
  ctx: MutationCtx,
  user: User,
  {
    tab,
    field,
    isAlone = false,
  }: {
    tab: string;
    field?: ProjectField | null | undefined;
    isAlone?: boolean | undefined;
  },
): Promise<void> {
  const { teamId } = user;
  if (teamId === null) return refuse("not_in_team");
  if (field !== undefined) await Settings.requireSubmissionsOpen(ctx);
  // Counting each would cost a quarter of what a heartbeat reads and writes.
  const count = field === undefined ? COUNTED_AT_ONCE : 1;
  if (Math.random() * count < 1)
    await RateLimits.requireAndTake(ctx, "bePresent", user._id, count);
  const { roomToken } = await beat(ctx, teamId, user, tab, isAlone);
  if (field === undefined) return;
  await presence.updateRoomUser(ctx, teamId, user._id, { field });
  if (await ReadKeys.noteRoom(ctx, teamId, roomToken)) return;
  const project = await Projects.begin(ctx, user);
  if (await ReadKeys.noteRoom(ctx, teamId, roomToken)) return;
  // It began before, and its key was deleted by hand.
  await Texts.begin(ctx, project);
  await ReadKeys.noteRoom(ctx, teamId, roomToken);
}

/** Records that the person has left the page in this tab. */
export async function leave(ctx: MutationCtx, user: User, tab: string) {
  if (user.teamId === null) return;
  // `disconnect` needs the session's token, which only a heartbeat returns.
  await RateLimits.requireAndTake(ctx, "bePresent", user._id);
  const { sessionToken } = await beat(ctx, user.teamId, user, tab, false);
  await presence.disconnect(ctx, sessionToken);
}

/** Returns the members who are on the page; null if the read key is void. */
export async function list(ctx: QueryCtx, readKey: string) {
  const room = await ReadKeys.findRoom(ctx, readKey);
  if (room === null) return null;
  const { teamId, roomToken } = room;
  if (roomToken === undefined) return [];
  const team = await ctx.db.get("teams", teamId);
  const people = await presence.list(ctx, roomToken, MAX_PEOPLE);
  return people
    .filter(({ online }) => online)
    .flatMap(({ userId, data }) => {
      const member = team?.members.find(({ uid }) => uid === userId);
      if (member === undefined) return [];
      return [{ userId, name: member.name, field: fieldIn(data) }];
    });
}

/** Deletes the presence of a team whose project is about to be deleted. */
export async function removeAll(ctx: MutationCtx, teamId: TeamId) {
  await presence.removeRoom(ctx, teamId);
}

/** Deletes the presence of a person who deletes their account, in all rooms. */
export async function forgetPerson(ctx: MutationCtx, userId: User["_id"]) {
  for (const { roomId } of await presence.listUser(ctx, userId))
    await presence.removeRoomUser(ctx, roomId, userId);
}

/**
 * Sends a heartbeat. The session's name is made of the person's id, so nobody can name
 * the session of another; it is short, because each heartbeat reads or writes it four
 * times.
 */
async function beat(
  ctx: MutationCtx,
  teamId: TeamId,
  { _id }: User,
  tab: string,
  isAlone: boolean,
) {
  const name = await sha256(`${teamId}|${_id}|${tab.slice(0, MAX_TAB_LENGTH)}`);
  const session = name.slice(0, SESSION_LENGTH);
  return presence.heartbeat(ctx, teamId, _id, session, heartbeatMs(isAlone));
}

function fieldIn(data: unknown): ProjectField | null {
  const isTold = typeof data === "object" && data !== null && "field" in data;
  return isTold ? (data.field as ProjectField | null) : null;
}
