/** The reader's own clock, where it differs from India's. */
import { INDIA_OFFSET_MS } from "#convex/shared/indianTime";

/** An instant on the reader's own clock, or in `timeZone`; null if that clock agrees with India's. */
export function formatOwnTime(
  instant: number,
  timeZone?: string,
): string | null {
  const own = new Intl.DateTimeFormat("en-IN", {
    ...(timeZone === undefined ? {} : { timeZone }),
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "numeric",
    minute: "2-digit",
    hour12: true,
    timeZoneName: "short",
  });
  return offsetOf(instant, timeZone) === INDIA_OFFSET_MS
    ? null
    : own.format(instant);
}

const MINUTE_MS = 60_000;

const short = new Intl.DateTimeFormat("en-US", {
  weekday: "short",
  hour: "numeric",
  minute: "2-digit",
  hour12: true,
});

/** The same in short, for lists: "Sat, 9:30 AM". */
export function shortOwnTime(instant: number): string | null {
  const offsetMs = -new Date(instant).getTimezoneOffset() * MINUTE_MS;
  if (offsetMs === INDIA_OFFSET_MS) return null;
  const parts: Record<string, string> = {};
  for (const { type, value } of short.formatToParts(instant))
    parts[type] = value;
  return `${parts.weekday}, ${parts.hour}:${parts.minute} ${parts.dayPeriod}`;
}

/** A zone's offset from UTC at an instant, in milliseconds. */
function offsetOf(instant: number, timeZone?: string): number {
  const parts = new Intl.DateTimeFormat("en-GB", {
    ...(timeZone === undefined ? {} : { timeZone }),
    timeZoneName: "longOffset",
  }).formatToParts(instant);
  const name = parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
  const [, sign, hours, minutes = "0"] =
    /([+-])(\d{2}):?(\d{2})?/u.exec(name) ?? [];
  if (hours === undefined) return 0;
  const ms = (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
  return sign === "-" ? -ms : ms;
}
