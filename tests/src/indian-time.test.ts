import { describe, expect, test, vi } from "vitest";
import { formatOwnTime, shortOwnTime } from "../../src/lib/time/own-time";
import {
  indianCell,
  indianInput,
  parseIndianTime,
} from "../../src/routes/organiser/frame/indian-time";

describe("what is typed", () => {
  test.each([
    ["2025-06-28T09:30", "2025-06-28T04:00:00Z"],
    ["2025-06-28T09:30:15", "2025-06-28T04:00:15Z"],
    ["2025-01-01T00:00", "2024-12-31T18:30:00Z"],
    ["2025-07-01T05:29", "2025-06-30T23:59:00Z"],
    ["2024-02-29T12:00", "2024-02-29T06:30:00Z"],
  ])("%s is %s", (typed, instant) => {
    expect(parseIndianTime(typed)).toBe(Date.parse(instant));
  });

  test.each([
    "",
    "2025-06-28",
    "tomorrow",
    "2025-06-31T10:00",
    "2025-02-29T10:00",
    "2025-13-01T10:00",
    "2025-06-28T25:00",
    "2025-06-28T09:30Z",
  ])("%j is no time", (typed) => {
    expect(parseIndianTime(typed)).toBeNull();
  });

  test("comes back as it was typed", () => {
    const typed = "2025-06-28T23:45";
    expect(indianInput(parseIndianTime(typed) ?? Number.NaN)).toBe(typed);
  });
});

test.each([Number.NaN, Infinity, 1e300, 8.64e15])(
  "%d, an instant of no calendar, leaves field and cell empty",
  (instant) => {
    expect(indianInput(instant)).toBe("");
    expect(indianCell(instant)).toBe("");
  },
);

test("a spreadsheet reads Indian clocks", () => {
  expect(indianCell(Date.parse("2025-06-28T18:30:05Z"))).toBe(
    "2025-06-29 00:00:05",
  );
});

describe("the organiser's own clock", () => {
  const instant = Date.parse("2025-06-28T04:00:00Z");

  test("is told where it differs", () => {
    const offset = vi.spyOn(Date.prototype, "getTimezoneOffset");
    offset.mockReturnValue(0);
    expect(formatOwnTime(instant)).toMatch(/2[78] Jun, \d+:\d{2} [ap]m \S+/);
    expect(shortOwnTime(instant)).toMatch(/^[A-Z][a-z]{2}, \d+:\d{2} [AP]M$/u);
    offset.mockReturnValue(-330);
    expect(formatOwnTime(instant)).toBeNull();
    expect(shortOwnTime(instant)).toBeNull();
    offset.mockRestore();
  });
});
