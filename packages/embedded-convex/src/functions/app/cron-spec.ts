import type { JSONValue } from "convex/values";
import { Cron } from "croner";
import type { ModuleExports } from "./module";

/** When a cron job runs, in UTC. */
export type CronSchedule =
  | { type: "interval"; seconds?: number; minutes?: number; hours?: number }
  | { type: "hourly"; minuteUTC?: number }
  | { type: "daily"; hourUTC: number; minuteUTC?: number }
  | {
      type: "weekly";
      dayOfWeek: string;
      hourUTC: number;
      minuteUTC?: number;
    }
  | { type: "monthly"; day: number; hourUTC: number; minuteUTC?: number }
  | { type: "cron"; cron: string };

/** A cron job as `crons.ts` declares it. */
export type CronSpec = {
  /** Unique within its component. */
  identifier: string;
  functionPath: string;
  /** Encoded arguments: an array of one object. */
  args: JSONValue[];
  schedule: CronSchedule;
};

type ExportedCrons = Record<
  string,
  { name: string; args: JSONValue[]; schedule: CronSchedule }
>;

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/**
 * @param exports of the module `crons`
 * @throws Error when a cron expression is invalid
 */
export function parseCronModule(exports: ModuleExports): CronSpec[] {
  const crons = exports.default;
  if (!isCrons(crons))
    throw new Error("crons must export cron jobs as default");
  const exported = JSON.parse(crons.export()) as ExportedCrons;
  return Object.entries(exported).map(([identifier, { name, ...rest }]) => {
    requireSchedule(identifier, rest.schedule);
    return { identifier, functionPath: name, ...rest };
  });
}

/**
 * @returns the first run after `afterMs`, in milliseconds since the epoch
 * @throws Error when there is none
 */
export function nextRun(spec: CronSpec, afterMs: number): number {
  const { schedule } = spec;
  if (schedule.type === "interval") return afterMs + intervalMs(schedule);
  const expression = cronExpression(schedule, defaultMinute(spec.identifier));
  const next = new Cron(expression, { timezone: "UTC", paused: true }).nextRun(
    new Date(afterMs),
  );
  if (next === null) {
    throw new Error(`Cron job "${spec.identifier}" would never run`);
  }
  return next.getTime();
}

function intervalMs(
  schedule: Extract<CronSchedule, { type: "interval" }>,
): number {
  return (
    (schedule.seconds ?? 0) * SECOND +
    (schedule.minutes ?? 0) * MINUTE +
    (schedule.hours ?? 0) * HOUR
  );
}

function cronExpression(
  schedule: Exclude<CronSchedule, { type: "interval" }>,
  spareMinute: number,
): string {
  if (schedule.type === "cron") return schedule.cron;
  const minute = schedule.minuteUTC ?? spareMinute;
  switch (schedule.type) {
    case "hourly":
      return `${minute} * * * *`;
    case "daily":
      return `${minute} ${schedule.hourUTC} * * *`;
    case "weekly":
      return `${minute} ${schedule.hourUTC} * * ${schedule.dayOfWeek.slice(0, 3)}`;
    case "monthly":
      return `${minute} ${schedule.hourUTC} ${schedule.day} * *`;
    default:
      return schedule satisfies never;
  }
}

/** Hashes jobs without a minute to a fixed one each, to spread the load. */
function defaultMinute(identifier: string): number {
  let hash = 0;
  for (const character of identifier) {
    hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 60;
  }
  return hash;
}

function requireSchedule(identifier: string, schedule: CronSchedule): void {
  if (schedule.type !== "cron") return;
  const { cron } = schedule;
  if (cron.trim().split(/\s+/).length !== 5) {
    throw new Error(
      `Cron job "${identifier}": "${cron}" must have five fields`,
    );
  }
  try {
    new Cron(cron, { paused: true });
  } catch (cause) {
    throw new Error(`Cron job "${identifier}": ${String(cause)}`);
  }
}

function isCrons(value: unknown): value is { export(): string } {
  return typeof value === "object" && value !== null && "isCrons" in value;
}
