import { expect, test } from "vitest";
import { Watchdog } from "../../src/functions/execution/watchdog";
import { TestTime } from "./test-time";

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

/** A run that is being watched, and why it was given up, if it was. */
function watched() {
  const time = new TestTime();
  let waitsSinceMs: number | null = null;
  let waitedMs = 0;
  const run = {
    activity: 0,
    pendingWork: 0,
    get waitedMs() {
      const since = waitsSinceMs ?? time.steadyNow();
      return waitedMs + time.steadyNow() - since;
    },
    /** Waits for others from now on, or does not any more. */
    wait(isWaiting: boolean) {
      waitedMs = run.waitedMs;
      waitsSinceMs = isWaiting ? time.steadyNow() : null;
      run.pendingWork = isWaiting ? 1 : 0;
    },
  };
  const failures: string[] = [];
  const end = new Watchdog(time).watch(run, ({ message }) => {
    failures.push(message);
  });
  return { time, run, failures, end };
}

test("waiting for others for minutes is no reason to give up", async () => {
  const { time, run, failures } = watched();
  run.wait(true);
  await time.advance(4 * MINUTE_MS);
  expect(failures).toEqual([]);
  await time.advance(MINUTE_MS);
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

test("only the time between waits counts, however short they are", async () => {
  const { time, run, failures } = watched();
  for (let second = 0; second < 140; second++) {
    run.activity++;
    await time.advance(100);
    run.wait(true);
    await time.advance(900);
    run.wait(false);
  }
  expect(failures).toEqual([]);
  run.pendingWork = 1;
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
