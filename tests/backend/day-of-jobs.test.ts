/** What jobs read and write in a day on which nobody has a page open: Convex Cloud bills them too. */
import type { Value } from "convex/values";
import { expect, test } from "vitest";
import crons from "#convex/crons";
import { Meter } from "../count-costs";
import { byHand } from "./by-hand";
import { startFilled } from "./filled-event";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const sweep = "projects/pictureJobs:sweep";
/** What the day may have besides, and how often. */
const MORE: { path: string; args: Record<string, Value>; times: number }[] = [
  // A chain of sweeps looks nine times an hour, and two more can run beside it: at worst each looks at the same files.
  { path: sweep, args: { after: Date.now() + 2 * DAY_MS }, times: 24 * 9 },
  // As if all pictures had been uploaded on this day, some in each hour.
  { path: sweep, args: {}, times: 3 },
  // Organisers open help, and turn reminders on.
  { path: "help/jobs:watchAll", args: {}, times: 3 },
  { path: "push/jobs:scheduleReminders", args: {}, times: 3 },
];

test("the jobs of a day cost less than 150 kB at 60 teams with pictures", async () => {
  const { server } = await startFilled("live", HOUR_MS);
  const { engine, url } = server;
  const hand = byHand(server);
  const meter = new Meter(url, engine.keys.adminKey);
  // What has expired in the event is removed once, and not on each day.
  await engine.advance(HOUR_MS);
  const day = await meter.count(() => engine.advance(DAY_MS));
  const periodic = Object.values(crons.crons).map(({ name }) =>
    name.replace(".js:", ":"),
  );
  expect([...day.keys()]).toEqual(expect.arrayContaining(periodic));
  let sum = 0;
  for (const { readBytes, writeBytes } of day.values())
    sum += readBytes + writeBytes;
  for (const { path, args, times } of MORE) {
    const costs = await meter.count(async () => {
      await hand.run(path, args);
      // A job may go on in another transaction.
      const next = path.replace(":", ".js:");
      await expect.poll(hand.waiting).not.toContain(next);
    });
    const cost = costs.get(path);
    if (cost === undefined) throw new Error(`${path} has not run`);
    sum += (cost.readBytes + cost.writeBytes) * times;
  }
  expect(sum).toBeLessThan(150_000);
});
