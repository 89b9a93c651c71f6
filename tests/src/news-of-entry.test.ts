import { expect, test } from "vitest";
import { newsOf } from "../../src/routes/organiser/content/news-of-entry";

const HOUR = 60 * 60 * 1000;
const NOW = Date.parse("2025-06-28T12:00:00+05:30");
const dinner = {
  title: "Dinner",
  kind: "meal" as const,
  startsAt: NOW + HOUR,
  endsAt: NOW + 2 * HOUR,
  wholeDay: false,
  place: "Courtyard",
};
const WHEN =
  "28 June 2025, 1:00 PM IST to 28 June 2025, 2:00 PM IST, Courtyard";

test.each([
  [
    { place: "Foyer" },
    "Changed: Dinner",
    `Dinner is now: ${WHEN.replace("Courtyard", "Foyer")}. Before, it was: ${WHEN}.`,
  ],
  [
    { startsAt: NOW + 48 * HOUR, endsAt: undefined },
    "Changed: Dinner",
    `Dinner is now: 30 June 2025, 12:00 PM IST, Courtyard. Before, it was: ${WHEN}.`,
  ],
  [
    { isCancelled: true },
    "Cancelled: Dinner",
    `Dinner, planned for ${WHEN}, does not take place.`,
  ],
])("a change to %j is announced as %s", (change, title, body) => {
  const after = { ...dinner, ...change };
  expect(newsOf(dinner, after, NOW)).toEqual({ title, body });
});

test("what comes back after it was cancelled is announced", () => {
  const cancelled = { ...dinner, isCancelled: true };
  expect(newsOf(cancelled, dinner, NOW)?.body).toBe(
    `Dinner takes place after all: ${WHEN}.`,
  );
});

test.each([
  ["that changes neither time nor place", { kind: "other" as const }, NOW],
  ["more than a day ahead", { place: "Foyer" }, NOW - 24 * HOUR],
  ["of what is over", { place: "Foyer" }, NOW + 2 * HOUR],
])("a change %s needs no announcement", (_, change, nowMs) => {
  expect(newsOf(dinner, { ...dinner, ...change }, nowMs)).toBeNull();
});
