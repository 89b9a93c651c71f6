/** What the hall's screen at /arena shows. It has no person's name, and no team that organisers have hidden. */
import { v, type Infer } from "convex/values";

/** For how long an announcement may take the stage after it has come out, in milliseconds. */
export const ON_STAGE_MS = 10 * 60 * 1000;

/** The teams in the order of creation. */
export const boardValidator = v.array(
  v.object({
    id: v.id("teams"),
    /** With a number, if teams before it have a name that looks like it; `namesInHall`. */
    name: v.string(),
    /** How many of its slots are filled. */
    filled: v.number(),
  }),
);
export type Board = Infer<typeof boardValidator>;

/** Which teams have handed in, in the order of their ids. */
export const handInsValidator = v.array(
  v.object({ teamId: v.id("teams"), handInId: v.id("handIns") }),
);
export type HandInsOnBoard = Infer<typeof handInsValidator>;

/** How many people of each team have arrived; teams of which nobody has are left out. */
export const arrivedValidator = v.record(v.id("teams"), v.number());
export type Arrived = Infer<typeof arrivedValidator>;

/** An announcement that is new; without its author. */
export const stagedAnnouncementValidator = v.object({
  id: v.id("announcements"),
  title: v.string(),
  body: v.string(),
});
