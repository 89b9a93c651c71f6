import { expect, test } from "vitest";
import { isOver, splitByDay } from "../../src/lib/time/days";

test("a date is over when its day in India is", () => {
  const evening = "2025-06-15T23:00:00+05:30";
  expect(isOver(evening, "2025-06-15")).toBe(false);
  expect(isOver(evening, "2025-06-16")).toBe(true);
  // Before hydration nobody knows the day.
  expect(isOver(evening, undefined)).toBe(false);
});

test("what is over stands below what is to come", () => {
  const at = (day: string) => ({
    startsAt: Date.parse(`${day}T00:00:00+05:30`),
  });
  const dates = ["2025-05-15", "2025-05-25", "2025-06-15"].map(at);
  const [deadline, workshop, finalization] = dates;
  expect(splitByDay(dates, "2025-05-25")).toEqual({
    toCome: [workshop, finalization],
    over: [deadline],
  });
  expect(splitByDay(dates, "2026-01-01")).toEqual({ toCome: [], over: dates });
});
