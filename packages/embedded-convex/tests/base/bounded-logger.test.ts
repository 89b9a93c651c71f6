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
