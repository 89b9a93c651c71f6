const timeZone = "Asia/Kolkata";

/** Shown for invalid dates, which rows edited by hand may hold. */
const NO_DATE = "No date";

const day = new Intl.DateTimeFormat("en-US", {
  timeZone,
  month: "long",
  day: "numeric",
  year: "numeric",
});

/** An instant (ISO with offset, or milliseconds since the epoch) as a day in India: "June 28, 2025". */
export function formatDay(instant: string | number): string {
  const at = new Date(instant);
  return isInCalendar(at) ? day.format(at) : NO_DATE;
}

const time = new Intl.DateTimeFormat("en-US", {
  timeZone,
  hour: "numeric",
  minute: "2-digit",
});

/** An instant with its time in India: "May 28, 2025, 6:00 PM IST". */
export function formatMoment(instant: string | number): string {
  const at = new Date(instant);
  if (!isInCalendar(at)) return NO_DATE;
  // The kind of space before PM depends on the browser's version.
  return `${day.format(at)}, ${time.format(at).replace(/\s/u, " ")} IST`;
}

/** Two days of one month: "June 28-29, 2025". */
export function formatDays(first: string, last: string): string {
  const { month, day: from, year } = partsOf(first);
  return `${month} ${from}-${partsOf(last).day}, ${year}`;
}

/** Two days of one month: "28–29 June 2025". */
export function formatDateLine(first: string, last: string): string {
  const { month, day: from, year } = partsOf(first);
  return `${from}–${partsOf(last).day} ${month} ${year}`;
}

/** Two days of one year: "30 April – 15 May 2025", or "28–29 June 2025" within a month. */
export function formatSpan(first: string, last: string): string {
  const [from, to] = [partsOf(first), partsOf(last)];
  return from.month === to.month
    ? formatDateLine(first, last)
    : `${from.day} ${from.month} – ${to.day} ${to.month} ${to.year}`;
}

const weekday = new Intl.DateTimeFormat("en-US", { timeZone, weekday: "long" });
const isoDay = new Intl.DateTimeFormat("en-CA", { timeZone });

/** The parts of a day in India, for the schedule. */
export function partsOfDay(instant: string) {
  const { day: number, month } = partsOf(instant);
  return { number, month, weekday: weekday.format(new Date(instant)) };
}

/** A day in India in ISO format: "2025-06-28". */
export function formatIsoDay(instant: number): string {
  return isoDay.format(new Date(instant));
}

/** Whether two instants fall on the same day in India. */
export function isSameDay(one: string | number, other: string | number) {
  return isoDay.format(new Date(one)) === isoDay.format(new Date(other));
}

function isInCalendar(at: Date): boolean {
  return !Number.isNaN(at.getTime());
}

function partsOf(instant: string) {
  const parts = day.formatToParts(new Date(instant));
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    parts.find((candidate) => candidate.type === type)?.value ?? "";
  return { month: part("month"), day: part("day"), year: part("year") };
}
