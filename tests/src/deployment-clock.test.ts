import { expect, test } from "vitest";
import { digitsOf } from "../../src/features/clock/countdown";
import { measure } from "../../src/features/clock/deployment-clock";

const HOUR = 60 * 60 * 1000;
const SERVER = Date.UTC(2025, 5, 29, 6);

/** A stopwatch, and a deployment that is asked over a line with these delays, there and back. */
function world(delays: [number, number][]) {
  let elapsed = 0;
  let asked = 0;
  return {
    stopwatch: () => elapsed,
    wait: (ms: number) => (elapsed += ms),
    ask: () => {
      const [there, back] = delays[asked++] ?? [0, 0];
      elapsed += there;
      const serverMs = SERVER + elapsed;
      elapsed += back;
      return Promise.resolve(serverMs);
    },
  };
}

test("the deployment's time is right to half of the shortest round trip", async () => {
  const { ask, stopwatch, wait } = world([
    [300, 900],
    [10, 30],
    [200, 2_000],
  ]);
  const now = await measure(ask, stopwatch);
  expect(Math.abs(now() - (SERVER + stopwatch()))).toBeLessThanOrEqual(20);
  wait(HOUR);
  expect(Math.abs(now() - (SERVER + stopwatch()))).toBeLessThanOrEqual(20);
});

test.each([
  [36 * HOUR, "36:00:00"],
  [HOUR - 1, "01:00:00"],
  [61_000, "00:01:01"],
  [1, "00:00:01"],
])("%i ms are left as %s", (leftMs, digits) => {
  expect(digitsOf(leftMs)).toBe(digits);
});
