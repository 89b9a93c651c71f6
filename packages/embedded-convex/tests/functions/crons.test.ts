import { expect, test, vi } from "vitest";
import { silentLogger } from "../base/silent-logger";
import { nextRun, type CronSchedule } from "../../src/functions/app/cron-spec";
import { openWorkbench, type Workbench } from "./workbench";
import { TestTime } from "./test-time";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

async function count(bench: Workbench, title: string): Promise<number> {
  const titles = (await bench.query("nesting:titles")) as string[];
  return titles.filter((candidate) => candidate === title).length;
}

test("an interval runs at once and then every interval", async () => {
  const bench = await openWorkbench();
  await bench.functions.start();
  await bench.time.advance(0);
  expect(await count(bench, "often")).toBe(1);
  await bench.time.advance(9 * MINUTE);
  expect(await count(bench, "often")).toBe(1);
  await bench.time.advance(21 * MINUTE);
  expect(await count(bench, "often")).toBe(4);
});

test("a daily job runs at its time, in UTC", async () => {
  const time = new TestTime(Date.UTC(2025, 9, 11, 3, 29));
  const bench = await openWorkbench("workshop", { time });
  await bench.functions.start();
  await time.advance(30_000);
  expect(await count(bench, "each day")).toBe(0);
  await time.advance(MINUTE);
  expect(await count(bench, "each day")).toBe(1);
  await time.advance(24 * HOUR);
  expect(await count(bench, "each day")).toBe(2);
});

test("of the runs missed while nothing ran only one is made up for", async () => {
  const bench = await openWorkbench();
  await bench.functions.start();
  await bench.time.advance(0);
  await bench.close();
  const { disk, time } = bench;
  await time.advance(95 * MINUTE);
  const reopened = await openWorkbench("workshop", { disk, time });
  await reopened.functions.start();
  await time.advance(0);
  expect(await count(reopened, "often")).toBe(2);
  await time.advance(4 * MINUTE);
  expect(await count(reopened, "often")).toBe(2);
  await time.advance(2 * MINUTE);
  expect(await count(reopened, "often")).toBe(3);
});

const DAY = 24 * HOUR;

test("a clock that jumps ahead runs each overdue job once", async () => {
  const bench = await openWorkbench();
  await bench.functions.start();
  await bench.time.advance(0);
  bench.time.step(3 * DAY);
  await bench.time.advance(MINUTE);
  expect(await count(bench, "often")).toBe(2);
  expect(await count(bench, "each day")).toBe(1);
});

test.each<[CronSchedule, string]>([
  [{ type: "hourly", minuteUTC: 15 }, "2025-10-11T13:15"],
  [{ type: "daily", hourUTC: 6, minuteUTC: 5 }, "2025-10-12T06:05"],
  [
    { type: "weekly", dayOfWeek: "sunday", hourUTC: 1, minuteUTC: 0 },
    "2025-10-12T01:00",
  ],
  [{ type: "monthly", day: 1, hourUTC: 0, minuteUTC: 0 }, "2025-11-01T00:00"],
  [{ type: "cron", cron: "*/20 14 * * *" }, "2025-10-11T14:00"],
  [{ type: "interval", hours: 2 }, "2025-10-11T14:30"],
])("the schedule %j runs next at %s", (schedule, expected) => {
  const spec = { identifier: "x", functionPath: "f", args: [], schedule };
  const next = nextRun(spec, Date.UTC(2025, 9, 11, 12, 30));
  expect(new Date(next).toISOString()).toContain(expected);
});

test("a job that names no minute always has the same one", () => {
  const schedule: CronSchedule = { type: "hourly" };
  const spec = { identifier: "x", functionPath: "f", args: [], schedule };
  const first = nextRun(spec, 0);
  expect(nextRun(spec, first)).toBe(first + HOUR);
});

test("a job that cannot be run for reasons of ours is not tried all the time", async () => {
  const errors: string[] = [];
  const logger = {
    ...silentLogger,
    error: (message: string) => errors.push(message),
  };
  const bench = await openWorkbench("workshop", { logger });
  await bench.functions.start();
  const begin = vi.spyOn(bench.database, "begin");
  begin.mockImplementation(() => {
    throw new Error("out of order");
  });
  await bench.time.advance(11 * MINUTE);
  expect(errors.length).toBeGreaterThan(1);
  expect(errors.length).toBeLessThan(1000);
  begin.mockRestore();
  await bench.time.advance(10_000);
  expect(await count(bench, "often")).toBeGreaterThan(0);
});
