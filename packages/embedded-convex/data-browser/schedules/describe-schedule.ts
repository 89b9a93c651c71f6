import type { Value } from "convex/values";
import { longDuration } from "../time/format-time";

type Schedule = Record<string, Value>;

/** Describes when a cron job runs. Convex schedules in UTC. */
export function describeSchedule(schedule: Schedule): string {
  switch (schedule.type) {
    case "interval":
      return `every ${longDuration(intervalMs(schedule)).replace(/^1 /, "")}`;
    case "hourly":
      return "every hour";
    case "daily":
      return `every day at ${hour(schedule)}`;
    case "weekly":
      return `every ${text(schedule.dayOfWeek)} at ${hour(schedule)}`;
    case "monthly":
      return `on day ${Number(schedule.day)} of every month at ${hour(schedule)}`;
    case "cron":
      return `${text(schedule.cron)} (UTC)`;
    default:
      return text(schedule.type);
  }
}

function intervalMs({ hours = 0, minutes = 0, seconds = 0 }: Schedule): number {
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
}

/** "04:30 UTC"; without a minute, Convex chooses one: "04 h UTC". */
function hour({ hourUTC = 0, minuteUTC }: Schedule): string {
  const two = (n: Value) => String(Number(n)).padStart(2, "0");
  if (minuteUTC === undefined) return `${two(hourUTC)} h UTC`;
  return `${two(hourUTC)}:${two(minuteUTC)} UTC`;
}

function text(value: Value | undefined): string {
  return typeof value === "string" ? value : "";
}
