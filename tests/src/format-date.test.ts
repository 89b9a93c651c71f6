import { expect, test } from "vitest";
import * as Dates from "../../src/lib/format-date";

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
  expect(Dates.formatSpan(first, last)).toBe(span);
});
