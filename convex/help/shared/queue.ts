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

/** As many tables as a mail names. */
const MAX_TABLES = 10;
const TABLE =
  /^\s*(\d{1,3})\s*$|\bt(?:able)?[\s.#-]*(?:no\.?\s*|number\s*)?(\d{1,3})\b/iu;

/**
 * Returns the sentence about where teams sit, in their order, without a word of theirs: what
 * teams write of their place is free text, and mails carry our name. So of each place it says
 * the number of the table, and of what has none, how many they are. "" if no place has one.
 */
export function tablesInWords(places: readonly string[]): string {
  const numbers = places.map((place) => {
    const [, alone, named] = TABLE.exec(place) ?? [];
    return alone ?? named;
  });
  const named = [...new Set(numbers.flatMap((number) => number ?? []))];
  const shown = named.slice(0, MAX_TABLES);
  if (shown.length === 0) return "";
  const rest = numbers.filter((number) => !number || !shown.includes(number));
  const more = rest.length > 0 ? `, and ${rest.length} more` : "";
  return ` ${shown.length === 1 ? "Table" : "Tables"} ${shown.join(", ")}${more}.`;
}
