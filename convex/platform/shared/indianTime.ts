/**
 * India has one time zone and no summer time, so a fixed offset from UTC gives
 * its date and time.
 */
export const INDIA_OFFSET_MS = 5.5 * 60 * 60 * 1000;

// Without Intl, which not every runtime of functions has.
const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns the instant at which the day of `atMs` begins in India. */
export function startOfIndianDay(atMs: number): number {
  return indianDay(atMs) * DAY_MS - INDIA_OFFSET_MS;
}

/** Returns the number of the day in India on which `atMs` falls; 0 is 1 January 1970. */
export function indianDay(atMs: number): number {
  return Math.floor((atMs + INDIA_OFFSET_MS) / DAY_MS);
}

/** Returns the instants at which the days from the first to the last begin. */
export function daysOf(first: string, last: string): number[] {
  const days = indianDay(Date.parse(last)) - indianDay(Date.parse(first)) + 1;
  return Array.from({ length: days }, (_, n) => Date.parse(first) + n * DAY_MS);
}

/** Returns the day of an instant in India: "29 June 2025". */
export function indianDate(at: string | number): string {
  const there = new Date(new Date(at).getTime() + INDIA_OFFSET_MS);
  const month = MONTHS[there.getUTCMonth()] ?? "";
  return `${there.getUTCDate()} ${month} ${there.getUTCFullYear()}`;
}

/** Returns an instant as a sentence shows it: "29 June 2025, 2:05 PM IST". */
export function indianTime(atMs: number): string {
  return `${indianDate(atMs)}, ${indianClock(atMs)} IST`;
}

/** Returns its time of day, as pages show it: "2:05 PM". */
export function indianClock(atMs: number): string {
  const there = new Date(atMs + INDIA_OFFSET_MS);
  const hours = there.getUTCHours();
  const minutes = String(there.getUTCMinutes()).padStart(2, "0");
  return `${hours % 12 || 12}:${minutes} ${hours < 12 ? "AM" : "PM"}`;
}
