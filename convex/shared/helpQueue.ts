/** The rules of the queue for help, as pure functions. Times are milliseconds since the epoch. */
import type { HelpRequest } from "./help";

/** How long a team waits before all mentors are reminded, unless organisers say otherwise. */
export const REMINDER_MINUTES = 10;

/** The waits that make the usual one, and how few say nothing. */
const WAITS_COUNTED = 9;
const FEWEST_WAITS = 3;

type Place = { helpedBefore: number; askedAt: number };

/** Who was helped least comes first, then who waits longest. */
export function byTurn(one: Place, other: Place): number {
  return one.helpedBefore - other.helpedBefore || one.askedAt - other.askedAt;
}

/** Returns how long a team has waited by now, without pauses and without the time that a mentor had it. */
export function waitOf(
  { state, since, waitedMs }: Pick<HelpRequest, "state" | "since" | "waitedMs">,
  nowMs: number,
): number {
  return state === "waiting" ? waitedMs + Math.max(0, nowMs - since) : waitedMs;
}

/** Returns the median of the last waits, given the newest first; null while they are too few. */
export function usualWait(waits: readonly number[]): number | null {
  const sorted = waits.slice(0, WAITS_COUNTED).sort((a, b) => a - b);
  if (sorted.length < FEWEST_WAITS) return null;
  const middle = (sorted.length - 1) / 2;
  const [low = 0, high = 0] = [
    sorted[Math.floor(middle)],
    sorted[Math.ceil(middle)],
  ];
  return (low + high) / 2;
}
