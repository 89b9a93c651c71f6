import { expect, test } from "vitest";
import { Watchdog } from "../../src/functions/execution/watchdog";
import { TestTime } from "./test-time";

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

/** A run that is being watched, and why it was given up, if it was. */
function watched() {
  const time = new TestTime();
  const run = { activity: 0, pendingWork: 0, pendingSlowWork: 0 };
  const failures: string[] = [];
  const end = new Watchdog(time).watch(run, ({ message }) => {
    failures.push(message);
  });
  return { time, run, failures, end };
}

test("waiting for a hash for minutes is no reason to give up", async () => {
  const { time, run, failures } = watched();
  run.pendingWork = run.pendingSlowWork = 1;
  await time.advance(4 * MINUTE_MS);
  expect(failures).toEqual([]);
});

test("nobody waits for more than five minutes", async () => {
  const { time, run, failures } = watched();
  run.pendingWork = run.pendingSlowWork = 1;
  await time.advance(5 * MINUTE_MS);
  expect(failures).toEqual([
    "Function execution timed out (maximum duration: 300s)",
  ]);
});

test("work that waits for nobody counts", async () => {
  const { time, run, failures } = watched();
  run.pendingWork = 1;
  await time.advance(15 * SECOND_MS);
  expect(failures).toHaveLength(1);
});

test("the time between two waits counts", async () => {
  const { time, run, failures } = watched();
  for (let second = 0; second < 14; second++) {
    run.activity++;
    await time.advance(SECOND_MS);
    run.pendingWork = run.pendingSlowWork = 1;
    await time.advance(10 * SECOND_MS);
    run.pendingWork = run.pendingSlowWork = 0;
  }
  expect(failures).toEqual([]);
  run.activity++;
  await time.advance(SECOND_MS);
  expect(failures).toEqual([
    "Function execution timed out (maximum duration: 15s)",
  ]);
});

test("a run that has ended is left alone", async () => {
  const { time, failures, end } = watched();
  end();
  await time.advance(MINUTE_MS);
  expect(failures).toEqual([]);
});
