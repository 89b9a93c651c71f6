import { counted } from "#convex/platform/shared/text";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The contact page promises an answer within this time, or twice of it. */
export const PROMISED_MS = DAY_MS;

/** "Waiting for 3 hours", in whole units; the clocks of organiser and deployment may differ a little. */
export function waitingInWords(ms: number): string {
  if (ms < MINUTE_MS) return "Just arrived";
  if (ms < HOUR_MS) {
    return `Waiting for ${counted(Math.floor(ms / MINUTE_MS), "minute")}`;
  }
  // Up to two days in hours: around the first, an hour counts.
  if (ms < 2 * DAY_MS) {
    return `Waiting for ${counted(Math.floor(ms / HOUR_MS), "hour")}`;
  }
  return `Waiting for ${counted(Math.floor(ms / DAY_MS), "day")}`;
}
