/**
 * What the hall's screen shows, to anybody, while organisers have turned it on. Several queries
 * and not one: each runs again only when what it reads has changed, and none of them reads
 * the projects' rows, which change with every word that is typed. docs/decisions/the-hall.md
 * has the figures.
 */
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import {
  ON_STAGE_MS,
  type Arrived,
  type Board,
  type HandInsOnBoard,
} from "./shared/arena";
import { nextPublication } from "../content/content";
import { nextChange } from "../platform/shared/nextChange";
import * as Settings from "../settings/settings";
import * as CheckIns from "../checkIns/checkIns";
import * as HandIns from "../projects/handIns";
import * as Teams from "../teams/teams";

/** Four times the largest hall that the board is drawn for. */
const MAX_TEAMS = 1_000;

/** Whether organisers have turned the hall's screen on. */
export async function isOpen(ctx: QueryCtx): Promise<boolean> {
  return (await Settings.getCurrent(ctx)).arenaOpen === true;
}

/** Returns the teams that the hall may see. */
export async function listTeams(ctx: QueryCtx): Promise<Board> {
  const teams = await readTeams(ctx);
  const names = Teams.namesInHall(teams);
  return teams.flatMap(({ _id, name, isHiddenInHall, members }, index) =>
    isHiddenInHall === true
      ? []
      : { id: _id, name: names[index] ?? name, filled: members.length },
  );
}

/** Returns how many people of each team have arrived. */
export async function countArrived(ctx: QueryCtx): Promise<Arrived> {
  const teams = await readTeams(ctx);
  const { rows } = await CheckIns.listRows(ctx);
  const here = new Set(
    rows.filter(({ first }) => first !== null).map(({ userId }) => userId),
  );
  const counts = teams
    .filter(({ isHiddenInHall }) => isHiddenInHall !== true)
    .map(({ _id, members }): [Id<"teams">, number] => [
      _id,
      members.filter(({ uid }) => here.has(uid)).length,
    ]);
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

/** Returns which of them have handed in, in an order that tells nothing of when. */
export async function listHandIns(ctx: QueryCtx): Promise<HandInsOnBoard> {
  const hidden = await ctx.db
    .query("teams")
    .withIndex("by_is_hidden_in_hall", (q) => q.eq("isHiddenInHall", true))
    .take(MAX_TEAMS);
  const hiddenIds = new Set(hidden.map(({ _id }) => _id));
  const handIns = await HandIns.listCurrent(ctx);
  return handIns
    .filter(({ teamId }) => !hiddenIds.has(teamId))
    .map(({ teamId, _id }) => ({ teamId, handInId: _id }))
    .sort((one, other) => (one.teamId < other.teamId ? -1 : 1));
}

/**
 * Returns the name of a project that has just been handed in; null if the team's name must not
 * stand beside it, and for what is not shown any more. Pages ask once: the project's row, which
 * this reads, changes often.
 */
export async function findProjectName(ctx: QueryCtx, handInId: Id<"handIns">) {
  const handIn = await ctx.db.get("handIns", handInId);
  if (handIn?.isCurrent !== true) return null;
  const project = await ctx.db.get("projects", handIn.projectId);
  const team = await ctx.db.get("teams", handIn.teamId);
  const isShown =
    project?.hidesNames === false &&
    project.takenDownAt === undefined &&
    team?.isHiddenInHall !== true;
  return isShown ? handIn.name : null;
}

/** Returns the newest announcement while it is new, and when that changes. */
export async function findAnnouncement(ctx: QueryCtx) {
  const now = Date.now();
  const announcement = await ctx.db
    .query("announcements")
    .withIndex("by_publish_at", (q) =>
      q.gt("publishAt", now - ON_STAGE_MS).lte("publishAt", now),
    )
    .filter((q) => q.eq(q.field("removedAt"), undefined))
    .order("desc")
    .first();
  const coming = await nextPublication(ctx, "announcements", now);
  const endsAt = announcement && announcement.publishAt + ON_STAGE_MS;
  return { announcement, next: nextChange([coming?.at ?? null, endsAt], now) };
}

async function readTeams(ctx: QueryCtx): Promise<Doc<"teams">[]> {
  return ctx.db.query("teams").withIndex("by_creation_time").take(MAX_TEAMS);
}
