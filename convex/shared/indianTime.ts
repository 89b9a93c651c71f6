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

/** Returns an instant as a sentence shows it: "29 June 2025, 14:05 IST". */
export function indianTime(atMs: number): string {
  const there = new Date(atMs + INDIA_OFFSET_MS);
  const month = MONTHS[there.getUTCMonth()] ?? "";
  const time = there.toISOString().slice(11, 16);
  return `${there.getUTCDate()} ${month} ${there.getUTCFullYear()}, ${time} IST`;
}
