/** The reader's own clock, where it differs from India's. */
import { INDIA_OFFSET_MS } from "#convex/platform/shared/indianTime";

const MINUTE_MS = 60_000;

const long = new Intl.DateTimeFormat("en-IN", {
  weekday: "short",
  day: "numeric",
  month: "short",
  hour: "numeric",
  minute: "2-digit",
  hour12: true,
  timeZoneName: "short",
});

const short = new Intl.DateTimeFormat("en-US", {
  weekday: "short",
  hour: "numeric",
  minute: "2-digit",
  hour12: true,
});

/** An instant on the reader's own clock; null if that clock agrees with India's. */
export function formatOwnTime(instant: number): string | null {
  return isIndian(instant) ? null : long.format(instant);
}

/** The same in short, for lists: "Sat, 9:30 AM". */
export function shortOwnTime(instant: number): string | null {
  if (isIndian(instant)) return null;
  const parts: Record<string, string> = {};
  for (const { type, value } of short.formatToParts(instant))
    parts[type] = value;
  return `${parts.weekday}, ${parts.hour}:${parts.minute} ${parts.dayPeriod}`;
}

function isIndian(instant: number): boolean {
  const offsetMs = -new Date(instant).getTimezoneOffset() * MINUTE_MS;
  return offsetMs === INDIA_OFFSET_MS;
}
