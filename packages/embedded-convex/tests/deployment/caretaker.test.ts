import { beforeEach, expect, test, vi } from "vitest";
import { silentLogger } from "../base/silent-logger";
import { Caretaker } from "../../src/deployment/caretaker";
import { TestTime } from "../functions/test-time";

const DAY_MS = 24 * 60 * 60 * 1000;
const NOW_MS = new Date(2025, 5, 28, 12).getTime();

let looks = 0;
let compactions = 0;
let prunings = 0;
let failure: Error | null = null;
const lost: unknown[] = [];

const store = {
  assertThere: () => {
    looks++;
    if (failure !== null) throw failure;
  },
  compact: async () => {
    compactions++;
  },
};

beforeEach(() => {
  looks = 0;
  compactions = 0;
  prunings = 0;
  failure = null;
  lost.length = 0;
});

function open({ logger = silentLogger } = {}) {
  const time = new TestTime(NOW_MS);
  const caretaker = new Caretaker({
    store,
    pruneOutbox: async () => {
      prunings++;
      if (failure !== null) throw failure;
    },
    clock: time,
    timers: time,
    logger,
    onLost: (error) => lost.push(error),
  });
  return { caretaker, time };
}

test("the data is checked every second until it is gone", async () => {
  const { caretaker, time } = open();
  await time.advance(5_000);
  expect(looks).toBe(5);
  failure = new Error("gone");
  await time.advance(5_000);
  expect(lost).toEqual([failure]);
  await caretaker.close();
});

test("it tidies ten minutes after the start, and each night at four", async () => {
  const { caretaker, time } = open();
  // It looks no more: days of looks would take seconds.
  failure = new Error("gone");
  await time.advance(1_000);
  failure = null;
  await time.advance(11 * 60_000);
  expect(compactions).toBe(1);
  await time.advance(15.5 * 60 * 60_000);
  expect(compactions).toBe(1);
  await time.advance(60 * 60_000);
  expect(compactions).toBe(2);
  await time.advance(DAY_MS);
  expect(compactions).toBe(3);
  expect(prunings).toBe(3);
  await caretaker.close();
  await time.advance(2 * DAY_MS);
  expect(compactions).toBe(3);
});

test("the store is compacted although a mail cannot be deleted, which the log tells", async () => {
  const error = vi.fn();
  const logger = { ...silentLogger, error };
  const { caretaker } = open({ logger });
  failure = new Error("no such permission");
  await caretaker.tidy();
  expect(error.mock.calls).toEqual([
    ["Old mails could not be deleted", failure],
  ]);
  expect(compactions).toBe(1);
  await caretaker.close();
});
