import { expect, test } from "vitest";
import { Watchdog } from "../../src/functions/execution/watchdog";
import { TestTime } from "./test-time";

test("only the time between waits counts, however short they are", async () => {
  const time = new TestTime();
  const run = { activity: 0, pendingWork: 0, waitedMs: 0 };
  const failures: string[] = [];
  new Watchdog(time).watch(run, ({ message }) => failures.push(message));
  for (let second = 0; second < 140; second++) {
    run.activity++;
    await time.advance(100);
    run.pendingWork = 1;
    for (let tenth = 0; tenth < 9; tenth++) {
      run.waitedMs += 100;
      await time.advance(100);
    }
    run.pendingWork = 0;
  }
  expect(failures).toEqual([]);
  run.pendingWork = 1;
  await time.advance(1_000);
  expect(failures).toEqual([
    "Function execution timed out (maximum duration: 15s)",
  ]);
});
