/** What jobs read and write in a day on which nobody has a page open: Convex Cloud bills them too. */
import type { JSONValue, Value } from "convex/values";
import { expect, test } from "vitest";
import crons from "#convex/crons";
import { Meter } from "../count-costs";
import { byHand } from "./by-hand";
import { startFilled } from "./filled-event";

const HOUR_MS = 3_600_000;
const DAY = { minutes: 24 * 60, hours: 24 };

/** A chain of sweeps looks nine times, and two more can run beside it: at worst each looks at the same files. */
const SWEEPS = { anHour: 9, ofAFile: 3 };

type Run = { path: string; args: Record<string, Value>; times: number };

test("the jobs of a day cost less than 200 kB at 60 teams with pictures", async () => {
  const { server } = await startFilled("live", HOUR_MS);
  const hand = byHand(server);
  const isCron = (path: string) =>
    Object.values(crons.crons).some(({ name }) => pathOf(name) === path);
  const meter = new Meter(server.url, server.engine.keys.adminKey);
  const bytesOf = async ({ path, args, times }: Run) => {
    const next = path.replace(":", ".js:");
    const costs = await meter.count(async () => {
      await hand.run(path, args);
      // A job may go on in another transaction.
      await expect.poll(hand.waiting).not.toContain(next);
    });
    const cost = costs.get(path);
    if (cost === undefined) throw new Error(`${path} has not run`);
    const bytes = cost.readBytes + cost.writeBytes;
    return {
      path,
      times,
      bytes: (bytes * times) / (isCron(path) ? cost.runs : 1),
    };
  };
  const periodic: Run[] = Object.values(crons.crons).map(
    ({ name, args, schedule }) => {
      if (schedule.type !== "interval") throw new Error(`${name}: how often?`);
      const times =
        "hours" in schedule
          ? DAY.hours / schedule.hours
          : "minutes" in schedule
            ? DAY.minutes / schedule.minutes
            : NaN;
      return { path: pathOf(name), args: argsOf(args), times };
    },
  );
  const sweep = "projects/pictureJobs:sweep";
  const runs: Run[] = [
    ...periodic,
    {
      path: sweep,
      args: { after: Date.now() + HOUR_MS },
      times: DAY.hours * SWEEPS.anHour,
    },
    // As if all pictures had been uploaded on this day, some in each hour.
    { path: sweep, args: {}, times: SWEEPS.ofAFile },
    // Organisers open help, and turn reminders on.
    { path: "help/jobs:watchAll", args: {}, times: 3 },
    { path: "push/jobs:scheduleReminders", args: {}, times: 3 },
  ];
  // The server runs all crons on its start, one after the other: the first removal counts once, not each hour.
  for (const run of periodic) await bytesOf(run);
  const costs = [];
  for (const run of runs) costs.push(await bytesOf(run));
  expect(costs.every(({ times }) => times > 0)).toBe(true);
  const sum = costs.reduce((all, { bytes }) => all + bytes, 0);
  expect(sum).toBeLessThan(200_000);
});

/** What a cron job calls its function with: a list of one. */
function argsOf(all: JSONValue): Run["args"] {
  const [args = {}] = all as [Run["args"]?];
  return args;
}

/** A function's name as jobs are told it, without the file's ending. */
function pathOf(name: string): string {
  return name.replace(".js:", ":");
}
