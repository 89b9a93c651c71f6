import { expect, onTestFinished, test } from "vitest";
import * as Days from "../../src/lib/time/format-date";
import * as Times from "../../src/lib/time/format-time";

const Dates = { ...Days, ...Times };

test.each([
  [
    "two days of one month share its name",
    "2025-06-28T00:00:00+05:30",
    "2025-06-29T00:00:00+05:30",
    "28–29 June 2025",
  ],
  [
    "two days of two months name both",
    "2025-04-30T00:00:00+05:30",
    "2025-05-15T00:00:00+05:30",
    "30 April – 15 May 2025",
  ],
  [
    "days are India's, wherever the page is rendered",
    "2025-04-29T18:30:00Z",
    "2025-05-15T18:29:59Z",
    "30 April – 15 May 2025",
  ],
])("%s", (_, first, last, span) => {
  expect(Dates.formatDateLine(first, last)).toBe(span);
});

test.each([
  ["2025-05-28T18:00:00+05:30", "28 May 2025, 6:00 PM IST"],
  ["2025-05-28T18:30:00Z", "29 May 2025, 12:00 AM IST"],
  ["2025-06-28T06:35:00Z", "28 June 2025, 12:05 PM IST"],
])("%s is %s", (instant, words) => {
  expect(Dates.formatMoment(instant)).toBe(words);
  expect(Dates.formatMoment(Date.parse(instant))).toBe(words);
});

test("a day for machines is India's too", () => {
  const midnight = Date.parse("2025-05-28T18:30:00Z");
  expect(Dates.formatIsoDay(midnight)).toBe("2025-05-29");
});

test("no date depends on how a browser puts the parts of a locale together", () => {
  // WebKit has its own idea of Canada.
  const { prototype } = Intl.DateTimeFormat;
  const own = Object.getOwnPropertyDescriptor(prototype, "format") ?? {};
  onTestFinished(() => void Object.defineProperty(prototype, "format", own));
  const foreign = { ...own, get: () => () => "6/28/2025" };
  Object.defineProperty(prototype, "format", foreign);
  const morning = Date.parse("2025-06-28T09:05:00+05:30");
  expect(Dates.formatIsoDay(morning)).toBe("2025-06-28");
  expect(Dates.formatDay(morning)).toBe("28 June 2025");
  expect(Dates.formatMonthFirst(morning)).toBe("June 28, 2025");
  expect(Dates.formatMoment(morning)).toBe("28 June 2025, 9:05 AM IST");
  const { weekday } = Dates.partsOfDay("2025-06-28T09:05:00+05:30");
  expect(weekday).toBe("Saturday");
});

test.each([NaN, Infinity, 1e300, "yesterday"])(
  "%s, which no calendar knows, is shown as that",
  (instant) => {
    expect(Dates.formatDay(instant)).toBe("No date");
    expect(Dates.formatMoment(instant)).toBe("No date");
  },
);
