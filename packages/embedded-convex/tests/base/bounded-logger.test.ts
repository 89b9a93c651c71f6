import { expect, test } from "vitest";
import { BoundedLogger } from "../../src/base/bounded-logger";
import { TestTime } from "../functions/test-time";

test("a flood of messages is cut and counted, and what comes later is told", async () => {
  const time = new TestTime();
  const told: string[] = [];
  const tell = (message: string) => {
    told.push(message);
  };
  const logger = new BoundedLogger(
    { info: tell, warn: tell, error: tell },
    time,
  );
  for (let n = 0; n < 5_000; n++) logger.warn(`call ${n} failed`);
  expect(told).toHaveLength(1_000);
  await time.advance(1_000);
  expect(told.at(-1)).toBe("4000 messages were left out: too many at once");
  logger.error("the disk is full");
  expect(told.at(-1)).toBe("the disk is full");
  await time.advance(1_000);
  expect(told).toHaveLength(1_002);
});

test("what the system refuses is one line, and its repetitions are one a minute", async () => {
  const time = new TestTime();
  const told: unknown[][] = [];
  const tell = (...values: unknown[]) => {
    told.push(values);
  };
  const logger = new BoundedLogger(
    { info: tell, warn: tell, error: tell },
    time,
  );
  const full = (path: string) =>
    Object.assign(
      new Error(`ENOSPC: no space left on device, open '${path}'`),
      {
        code: "ENOSPC",
        syscall: "open",
      },
    );
  for (const path of ["a", "b", "c"]) {
    logger.error("A request failed", full(path));
  }
  const line = "A request failed: ENOSPC: no space left on device, open 'a'";
  expect(told).toEqual([[line]]);
  logger.error("A mail is not kept", full("d"));
  expect(told).toHaveLength(2);
  await time.advance(60_000);
  expect(told.slice(2)).toEqual([[`${line} (2 more in a minute)`]]);
  logger.error("A request failed", full("e"));
  await time.advance(60_000);
  expect(told).toHaveLength(4);
  const bug = new TypeError("no function");
  logger.error("A request failed", bug);
  expect(told.at(-1)).toEqual(["A request failed", bug]);
});
