import { expect, test } from "vitest";
import {
  commitRates,
  type Sample,
  withSample,
} from "../../data-browser/health/commit-rates";
import {
  shortDuration,
  indianTime,
  localTime,
  longDuration,
} from "../../data-browser/time/format-time";

const SECOND = 1000;
const samplesOf = (...pairs: [seconds: number, commits: number][]) =>
  pairs.reduce<readonly Sample[]>(
    (samples, [seconds, commits]) =>
      withSample(samples, { atMs: seconds * SECOND, commits }),
    [],
  );

test("a rate is commits divided by the time between two samples", () => {
  expect(commitRates(samplesOf([0, 10], [2, 10], [4, 16]))).toEqual([
    [
      { atMs: 2 * SECOND, perSecond: 0 },
      { atMs: 4 * SECOND, perSecond: 3 },
    ],
  ]);
});

test("samples far apart leave a gap, not a rate", () => {
  const stretches = commitRates(
    samplesOf([0, 0], [2, 2], [60, 1000], [62, 1004]),
  );
  expect(stretches.map((rates) => rates.map((r) => r.perSecond))).toEqual([
    [1],
    [2],
  ]);
});

test("samples older than five minutes are dropped", () => {
  expect(samplesOf([0, 1], [299, 2], [300, 3], [301, 4])).toHaveLength(3);
});

test("a lower count drops the samples before a restart", () => {
  expect(samplesOf([0, 50], [2, 60], [4, 1])).toEqual([
    { atMs: 4 * SECOND, commits: 1 },
  ]);
});

test("a late response is ignored", () => {
  const samples = samplesOf([0, 1], [4, 2]);
  expect(withSample(samples, { atMs: 3 * SECOND, commits: 2 })).toBe(samples);
});

test.each([
  [0, "less than a second"],
  [1_000, "1 second"],
  [61_000, "1 minute 1 second"],
  [7_200_000, "2 hours"],
  [90_061_000, "1 day 1 hour"],
])("%i ms are %s", (ms, words) => {
  expect(longDuration(ms)).toBe(words);
});

test.each([
  [0, "0 ms"],
  [4, "4 ms"],
  [4.25, "4.3 ms"],
  [140.4, "140 ms"],
  [1350, "1.35 s"],
])("%d ms took %s", (ms, words) => {
  expect(shortDuration(ms)).toBe(words);
});

test("a time is formatted for India, and in the zone that it names", () => {
  const atMs = Date.UTC(2026, 10, 21, 20, 0, 5);
  expect(indianTime(atMs)).toBe("22 Nov 2026, 01:30:05 IST");
  // In whatever zone this runs, it is named.
  expect(localTime(atMs)).toMatch(/^2\d Nov 2026, \d\d:\d\d:05 [A-Z]/);
});
