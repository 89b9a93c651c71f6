/**
 * When things happen at the demo event, in hours after its start. A moment says only how
 * late it is: what lies before that has happened, and nothing else differs.
 */

import { startOfIndianDay } from "../../convex/platform/shared/indianTime";

export const HOUR_MS = 60 * 60 * 1000;
const HALF_HOUR_MS = HOUR_MS / 2;

/** What has happened by hour: the start lies so long ago, and less than an hour longer. */
export const HOURS = { before: -9 * 24, live: 14, judging: 34, over: 50 };

export type Moment = keyof typeof HOURS;

export const EVENT_HOURS = 36;
export const TEAM_CHANGES_CLOSE_AT = -48;
export const SUBMISSIONS_CLOSE_AT = 33;
export const JUDGING_CLOSES_AT = 35.4;
export const PUBLISHED_AT = 36;
/** Accounts were made during these days. */
export const SIGN_UPS = { from: -33 * 24, to: -3 * 24 };

export type Story = {
  nowMs: number;
  startsAt: number;
  /** Returns the instant of an hour. */
  at: (hour: number) => number;
  hasPassed: (hour: number) => boolean;
};

/** Long before and after, the event starts in the morning, and so has two days; while it is on, by how late it is. */
const START_HOUR = 10;

/**
 * The event starts at a full hour in India, so how long ago depends on the minute; what has
 * happened does not.
 */
export function storyOf({
  moment,
  nowMs,
}: {
  moment: Moment;
  nowMs: number;
}): Story {
  const sinceFullHour = (nowMs + HALF_HOUR_MS) % HOUR_MS;
  const latest = nowMs - sinceFullHour - HOURS[moment] * HOUR_MS;
  const morning =
    startOfIndianDay(latest - START_HOUR * HOUR_MS) + START_HOUR * HOUR_MS;
  const isOn = moment === "live" || moment === "judging";
  const startsAt = isOn ? latest : morning;
  const at = (hour: number) => startsAt + hour * HOUR_MS;
  return { nowMs, startsAt, at, hasPassed: (hour) => hour <= HOURS[moment] };
}
