import type { Value } from "convex/values";

const EARLIEST = Date.UTC(2000, 0, 1);
const LATEST = Date.UTC(2100, 0, 1);
/** The event's time zone; lists show it beside the user's. */
const INDIA = "Asia/Kolkata";
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const UNITS = [
  { unit: "day", ms: DAY },
  { unit: "hour", ms: HOUR },
  { unit: "minute", ms: MINUTE },
  { unit: "second", ms: SECOND },
] as const;

const FORMAT = {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
} as const;
const here = new Intl.DateTimeFormat("en-GB", FORMAT);
const india = new Intl.DateTimeFormat("en-GB", { ...FORMAT, timeZone: INDIA });
const zone = new Intl.DateTimeFormat("en-IN", { timeZoneName: "short" });

/** Whether a value looks like a timestamp in milliseconds of this century. */
export function isTimeLike(value: Value | undefined): value is number {
  return typeof value === "number" && value >= EARLIEST && value < LATEST;
}

/** "21 Nov 2026, 08:30:12 IST" */
export function indianTime(timeMs: number): string {
  return `${india.format(timeMs)} IST`;
}

/** "21 Nov 2026, 03:00:12 UTC" in the user's time zone. */
export function localTime(timeMs: number): string {
  return `${here.format(timeMs)} ${zoneName(timeMs)}`;
}

/** In the user's time zone and in India's, both named. */
export function timeInBothZones(timeMs: number): string {
  return `${here.format(timeMs)} here (${zoneName(timeMs)}), ${india.format(timeMs)} in India (IST)`;
}

/** `localTime`; null if that reads like India's time. */
export function zonedLocalTime(timeMs: number): string | null {
  const isSame = here.format(timeMs) === india.format(timeMs);
  return isSame ? null : localTime(timeMs);
}

/** "2 days 3 hours", "4 minutes 10 seconds": the two largest units. */
export function longDuration(ms: number): string {
  const parts = UNITS.map((entry, i) => {
    const larger = UNITS[i - 1];
    const rest = larger === undefined ? ms : ms % larger.ms;
    return { unit: entry.unit, count: Math.floor(rest / entry.ms) };
  });
  const first = parts.findIndex(({ count }) => count > 0);
  if (first === -1) return "less than a second";
  return parts
    .slice(first, first + 2)
    .filter(({ count }) => count > 0)
    .map(({ unit, count }) => `${count} ${unit}${count === 1 ? "" : "s"}`)
    .join(" ");
}

/** "4.2 ms", "140 ms", "1.35 s" */
export function shortDuration(ms: number): string {
  if (ms >= SECOND) return `${(ms / SECOND).toFixed(2)} s`;
  if (ms < 0.1) return "0 ms";
  const rounded = ms >= 100 ? Math.round(ms) : Math.round(ms * 10) / 10;
  return `${rounded} ms`;
}

/** "08:30:12.345" in India. */
export function indianClock(timeMs: number): string {
  return new Intl.DateTimeFormat("en-GB", {
    timeZone: INDIA,
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    fractionalSecondDigits: 3,
  }).format(timeMs);
}

/** The user's time zone at an instant: "UTC", "IST". */
export function zoneName(timeMs: number): string {
  const parts = zone.formatToParts(timeMs);
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? "local";
}
