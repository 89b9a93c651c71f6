import type { Value } from "convex/values";

const EARLIEST = Date.UTC(2000, 0, 1);
const LATEST = Date.UTC(2100, 0, 1);

const FORMAT: Intl.DateTimeFormatOptions = {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
};
const local = new Intl.DateTimeFormat("en-IN", FORMAT);
const india = new Intl.DateTimeFormat("en-IN", {
  ...FORMAT,
  timeZone: "Asia/Kolkata",
});
const zone = new Intl.DateTimeFormat("en-IN", { timeZoneName: "longOffset" });

/** Does a value look like milliseconds since the epoch in this century? */
export function isTimeLike(value: Value | undefined): value is number {
  return typeof value === "number" && value >= EARLIEST && value < LATEST;
}

/** In the zone of who looks. */
export function formatLocalTime(time: number): string {
  return local.format(time);
}

/** In the zone of who looks and in India's, both named. */
export function describeTime(time: number): string {
  return `${local.format(time)} here (${zoneName(time)}), ${india.format(time)} in India (IST)`;
}

function zoneName(time: number): string {
  const parts = zone.formatToParts(time);
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? "local";
}
