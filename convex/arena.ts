/**
 * The hall's screen. Anyone may call these functions; each returns null until organisers
 * turn the screen on (`settings.arenaOpen`).
 */
import { v } from "convex/values";
import { publicQuery } from "./functions";
import * as CheckIns from "./checkIns/checkIns";
import * as Arena from "./hall/arena";
import {
  arrivedValidator,
  boardValidator,
  handInsValidator,
  stagedAnnouncementValidator,
} from "./hall/shared/arena";
import { nextChangeValidator } from "./platform/shared/nextChange";

/** Returns the teams, and how many of their slots are filled. */
export const board = publicQuery({
  args: {},
  returns: v.nullable(boardValidator),
  handler: async (ctx) =>
    (await Arena.isOpen(ctx)) ? Arena.listTeams(ctx) : null,
});

/** Returns how many people of each team have arrived; empty before check-in begins. */
export const arrived = publicQuery({
  args: {},
  returns: v.nullable(arrivedValidator),
  handler: async (ctx) =>
    (await Arena.isOpen(ctx)) ? Arena.countArrived(ctx) : null,
});

/** Returns how many people have arrived, in whatever team: the same number as organisers see. */
export const here = publicQuery({
  args: {},
  returns: v.nullable(v.number()),
  handler: async (ctx) =>
    (await Arena.isOpen(ctx))
      ? (await CheckIns.countArrivals(ctx)).arrived
      : null,
});

/** Returns which teams have handed in, in the order of their ids. */
export const handIns = publicQuery({
  args: {},
  returns: v.nullable(handInsValidator),
  handler: async (ctx) =>
    (await Arena.isOpen(ctx)) ? Arena.listHandIns(ctx) : null,
});

/** Returns the name of the project of a hand-in; null if it must not be said beside the team's. */
export const projectName = publicQuery({
  args: { handInId: v.id("handIns") },
  returns: v.nullable(v.string()),
  handler: async (ctx, { handInId }) =>
    (await Arena.isOpen(ctx)) ? Arena.findProjectName(ctx, handInId) : null,
});

/**
 * Returns the newest announcement while it is new, without its author, and when that changes.
 * `at` is the page's own time; it does not change the answer (see content/content.ts).
 */
export const announcement = publicQuery({
  args: { at: v.number() },
  returns: v.nullable(
    v.object({
      announcement: v.nullable(stagedAnnouncementValidator),
      next: nextChangeValidator,
    }),
  ),
  handler: async (ctx) => {
    if (!(await Arena.isOpen(ctx))) return null;
    const { announcement: found, next } = await Arena.findAnnouncement(ctx);
    const staged = found && {
      id: found._id,
      title: found.title,
      body: found.body,
    };
    return { announcement: staged, next };
  },
});
