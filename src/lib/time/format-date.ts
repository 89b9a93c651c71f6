/**
 * Dates are built from their parts: how a locale puts them together differs between browsers and their versions.
 */
export const timeZone = "Asia/Kolkata";

/** Shown for invalid dates, which rows edited by hand may hold. */
export const NO_DATE = "No date";

const day = new Intl.DateTimeFormat("en-US", {
  timeZone,
  month: "long",
  day: "numeric",
  year: "numeric",
});

/** An instant (ISO with offset, or milliseconds since the epoch) as a day in India: "28 June 2025". */
export function formatDay(instant: string | number): string {
  if (!isInCalendar(instant)) return NO_DATE;
  const { month, day: number, year } = partsOf(instant);
  return `${number} ${month} ${year}`;
}

/** Two days, what they share said once: "28–29 June 2025", "30 April – 15 May 2025". */
export function formatDateLine(first: string, last: string): string {
  const [from, to] = [partsOf(first), partsOf(last)];
  const end = formatDay(last);
  if (from.year !== to.year) return `${formatDay(first)} – ${end}`;
  if (from.month !== to.month) return `${from.day} ${from.month} – ${end}`;
  return from.day === to.day ? end : `${from.day}–${end}`;
}

export function isInCalendar(instant: string | number): boolean {
  return !Number.isNaN(new Date(instant).getTime());
}

/** The parts of an instant by name; those that the format does not have are missing. */
export function partsOf(instant: string | number, format = day) {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
  for (const { type, value } of format.formatToParts(new Date(instant))) {
    parts[type] = value;
  }
  return parts;
}
