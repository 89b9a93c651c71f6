import { expect, test } from "vitest";
import { encodeKey } from "../../src/values/keys";
import { WriteLog } from "../../src/transaction/write-log";

/** A log that started at 0 and has the commits 1 to `count`. */
function logOf(count: number): WriteLog {
  const log = new WriteLog(0n);
  for (let ts = 1; ts <= count; ts++) {
    log.append({ ts: BigInt(ts), touched: new Map() });
  }
  return log;
}

function between(log: WriteLog, since: bigint, until: bigint): bigint[] {
  return [...log.between(since, until)].map(({ ts }) => ts);
}

test("gives the commits after one moment, up to another", () => {
  const log = logOf(5);
  expect(between(log, 2n, 4n)).toEqual([4n, 3n]);
  expect(between(log, 0n, 9n)).toEqual([5n, 4n, 3n, 2n, 1n]);
  expect(between(log, 5n, 9n)).toEqual([]);
});

test.each([
  ["what nobody needs", 3n, 0, 2, 3n],
  ["nothing that somebody needs", 0n, 0, 5, 0n],
  ["all but the newest few", 5n, 4, 4, 1n],
])("forgets %s", (_, neededTs, min, size, floorTs) => {
  const log = logOf(5);
  log.prune(neededTs, { min, maxBytes: 1_000_000 });
  expect(log.size).toBe(size);
  expect(log.reachesBackTo(floorTs)).toBe(true);
  expect(log.reachesBackTo(floorTs - 1n)).toBe(false);
});

test("forgets what somebody needs when it takes too much memory", () => {
  const log = logOf(5);
  const key = encodeKey(["k".repeat(100_000)]);
  log.append({ ts: 6n, touched: new Map([["/notes/by_text", [key]]]) });
  log.append({ ts: 7n, touched: new Map() });
  log.prune(0n, { min: 9, maxBytes: 50_000 });
  expect(between(log, 6n, 9n)).toEqual([7n]);
  expect(log.reachesBackTo(6n)).toBe(true);
  expect(log.reachesBackTo(5n)).toBe(false);
  expect(log.bytes).toBeLessThan(1000);
});

test("counts the commits after a moment", () => {
  const log = logOf(5);
  expect([0n, 2n, 5n, 9n].map((ts) => log.countSince(ts))).toEqual([
    5, 3, 0, 0,
  ]);
});
