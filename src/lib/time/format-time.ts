/** Instants with their time, and days by their parts; format-date.ts has what the first screen shows. */
import {
  formatDay,
  isInCalendar,
  NO_DATE,
  partsOf,
  timeZone,
} from "./format-date";

const time = new Intl.DateTimeFormat("en-US", {
  timeZone,
  hour: "numeric",
  minute: "2-digit",
  hour12: true,
});

/** An instant with its time in India: "28 May 2025, 6:00 PM IST". */
export function formatMoment(instant: string | number): string {
  if (!isInCalendar(instant)) return NO_DATE;
  return `${formatDay(instant)}, ${formatTime(instant)} IST`;
}

const weekday = new Intl.DateTimeFormat("en-US", { timeZone, weekday: "long" });
const numbers = new Intl.DateTimeFormat("en-US", {
  timeZone,
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
});

/** The parts of a day in India, for the schedule. */
export function partsOfDay(instant: string | number) {
  const { day: number, month } = partsOf(instant);
  return { number, month, weekday: partsOf(instant, weekday).weekday };
}

/** A day in India in ISO format: "2025-06-28". */
export function formatIsoDay(instant: string | number): string {
  const { year, month, day: number } = partsOf(instant, numbers);
  return `${year}-${month}-${number}`;
}

/** The time of an instant in India: "9:23 PM". */
export function formatTime(instant: string | number): string {
  const { hour, minute, dayPeriod } = partsOf(instant, time);
  return `${hour}:${minute} ${dayPeriod}`;
}

/** A day with the month first, as the specification spells some: "June 28, 2025". */
export function formatMonthFirst(instant: string | number): string {
  if (!isInCalendar(instant)) return NO_DATE;
  const { month, day: number, year } = partsOf(instant);
  return `${month} ${number}, ${year}`;
}
