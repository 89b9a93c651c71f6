import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { CLOCK_PATH, nowAndNext, type Entry } from "#convex/shared/schedule";
import { newBackend, type Backend } from "./setup";

const HOUR = 60 * 60 * 1000;
const NOW = Date.parse("2025-06-28T12:00:00+05:30");

let backend: Backend;
beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  backend = newBackend();
});
afterEach(() => vi.useRealTimers());

test("the deployment tells every page its time, and nothing keeps the answer", async () => {
  const response = await backend.fetch(CLOCK_PATH);
  expect(await response.text()).toBe(String(NOW));
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "access-control-allow-origin": "*",
    "cache-control": "no-store",
  });
});

describe("what is on", () => {
  const entry = (title: string, startsAt: number, more: Partial<Entry> = {}) =>
    ({ title, startsAt, kind: "stage", wholeDay: false, ...more }) as Entry;
  const titlesAt = (entries: Entry[], nowMs: number) => {
    const { now, next } = nowAndNext(entries, nowMs);
    return [now, next].map((list) => list.map(({ title }) => title));
  };

  test("has begun and is not over; next is all that begins first", () => {
    const entries = [
      entry("day", NOW - 12 * HOUR, { wholeDay: true }),
      entry("lunch", NOW, { endsAt: NOW + HOUR }),
      entry("talk", NOW + HOUR),
      entry("gone", NOW + HOUR, { isCancelled: true }),
      entry("call", NOW + HOUR, { kind: "deadline" }),
      entry("dinner", NOW + 9 * HOUR),
    ];
    expect(titlesAt(entries, NOW - 1)).toEqual([["day"], ["lunch"]]);
    expect(titlesAt(entries, NOW)).toEqual([
      ["day", "lunch"],
      ["talk", "call"],
    ]);
    expect(titlesAt(entries, NOW + HOUR)).toEqual([
      ["day", "talk"],
      ["dinner"],
    ]);
  });

  test("without an end counts as on for half an hour, a deadline not at all", () => {
    const talk = [entry("talk", NOW)];
    expect(titlesAt(talk, NOW + HOUR / 2 - 1)).toEqual([["talk"], []]);
    expect(titlesAt(talk, NOW + HOUR / 2)).toEqual([[], []]);
    const deadline = [entry("deadline", NOW, { kind: "deadline" })];
    expect(titlesAt(deadline, NOW)).toEqual([[], []]);
  });
});
