import ICAL from "ical.js";
import { beforeEach, describe, expect, test, vi } from "vitest";
import {
  CLOCK_PATH,
  entryPath,
  FEED_PATH,
  nowAndNext,
  type Entry,
} from "#convex/content/shared/schedule";
import { asUser, backend, type Person } from "./setup";

const HOUR = 60 * 60 * 1000;
const NOW = Date.parse("2025-06-28T12:00:00+05:30");

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
});

test("the deployment tells every page its time, and nothing keeps the answer", async () => {
  const response = await backend.fetch(CLOCK_PATH);
  expect(await response.text()).toBe(String(NOW));
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "access-control-allow-origin": "*",
    "cache-control": "no-store",
  });
});

const entry = (title: string, startsAt: number, more: Partial<Entry> = {}) =>
  ({ title, startsAt, kind: "stage", wholeDay: false, ...more }) as Entry;
const titlesAt = (entries: Entry[], nowMs: number) => {
  const { now, next } = nowAndNext(entries, nowMs);
  return [now, next].map((list) => list.map(({ title }) => title));
};

test("what is on has begun and is not over; next is all that begins first", () => {
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
  expect(titlesAt(entries, NOW + HOUR)).toEqual([["day", "talk"], ["dinner"]]);
});

test("what is on without an end counts as on for half an hour, a deadline not at all", () => {
  const talk = [entry("talk", NOW)];
  expect(titlesAt(talk, NOW + HOUR / 2 - 1)).toEqual([["talk"], []]);
  expect(titlesAt(talk, NOW + HOUR / 2)).toEqual([[], []]);
  const deadline = [entry("deadline", NOW, { kind: "deadline" })];
  expect(titlesAt(deadline, NOW)).toEqual([[], []]);
});

describe("the calendar", () => {
  let omar: Person;
  beforeEach(async () => {
    vi.stubEnv("SITE_URL", "https://arena.example");
    omar = await asUser("Omar", { role: "organiser" });
  });

  const lunch = {
    title:
      "Lunch, with \u0936\u093e\u0915\u093e\u0939\u093e\u0930\u0940 thali; bring your badge",
    kind: "meal",
    startsAt: NOW,
    endsAt: NOW + HOUR,
    wholeDay: false,
    place: "Courtyard",
  } as const;

  /** What a calendar reads at this address. */
  async function read(path: string = FEED_PATH) {
    const response = await backend.fetch(path);
    expect(response.headers.get("content-type")).toBe(
      "text/calendar; charset=utf-8",
    );
    const calendar = new ICAL.Component(
      ICAL.parse(await response.text()) as [],
    );
    return calendar.getAllSubcomponents("vevent").map((vevent) => {
      const get = (name: string) =>
        vevent.getFirstPropertyValue(name)?.toString() ?? null;
      const names = ["uid", "summary", "status", "sequence", "last-modified"];
      const more = ["dtstart", "dtend", "location", "url"];
      return Object.fromEntries(
        [...names, ...more].map((name) => [name, get(name)]),
      );
    });
  }

  test("tells an entry in UTC, and under the same UID after each edit", async () => {
    const id = await omar.schedule.add(lunch);
    const [first] = await read();
    expect(first).toMatchObject({
      summary: lunch.title,
      status: "CONFIRMED",
      sequence: "0",
      dtstart: "2025-06-28T06:30:00Z",
      dtend: "2025-06-28T07:30:00Z",
      location: "Courtyard",
      url: "https://arena.example/schedule",
    });
    vi.setSystemTime(NOW + HOUR);
    const later = { ...lunch, startsAt: NOW + HOUR, endsAt: undefined };
    await omar.schedule.edit({ id, ...later });
    // Without a change nothing counts.
    await omar.schedule.edit({ id, ...later });
    expect(await read()).toEqual([
      {
        ...first,
        sequence: "1",
        "last-modified": "2025-06-28T07:30:00Z",
        dtstart: "2025-06-28T07:30:00Z",
        dtend: "2025-06-28T08:00:00Z",
      },
    ]);
  });

  test.each([
    ["an entry without end and place", {}, NOW, "2025-06-28T07:00:00Z"],
    ["a deadline", { kind: "deadline" }, NOW, null],
    ["a whole day", { wholeDay: true }, NOW, null],
    ["one with an end", { endsAt: NOW + HOUR }, NOW, "2025-06-28T07:30:00Z"],
  ] as const)(
    "tells %s so that calendars can show it",
    async (_, more, at, end) => {
      const { place: _place, endsAt: _endsAt, ...bare } = lunch;
      await omar.schedule.add({ ...bare, ...more, startsAt: at });
      const [entry] = await read();
      const start = "wholeDay" in more ? "2025-06-28" : "2025-06-28T06:30:00Z";
      expect(entry).toMatchObject({
        dtstart: start,
        dtend: end,
        location: null,
      });
    },
  );

  test("keeps a cancelled entry as cancelled, and has none that is removed", async () => {
    const id = await omar.schedule.add(lunch);
    const cancelled = { ...lunch, isCancelled: true };
    await omar.schedule.edit({ id, ...cancelled });
    expect(await read()).toMatchObject([
      {
        status: "CANCELLED",
        summary: `Cancelled: ${lunch.title}`,
        sequence: "1",
      },
    ]);
    await omar.schedule.remove({ id });
    expect(await read()).toEqual([]);
  });

  test("tells a whole day as the day in India", async () => {
    await omar.schedule.add({ ...lunch, wholeDay: true });
    expect(await read()).toMatchObject([
      { dtstart: "2025-06-28", dtend: null },
    ]);
  });

  test("has one entry at an address of its own", async () => {
    const id = await omar.schedule.add(lunch);
    await omar.schedule.add({ ...lunch, title: "Dinner" });
    const [whole] = await read();
    expect(await read(entryPath(id))).toEqual([whole]);
    expect((await backend.fetch(entryPath("none"))).status).toBe(404);
  });

  test("is the same text however often it is read", async () => {
    await omar.schedule.add(lunch);
    const text = async () => (await backend.fetch(FEED_PATH)).text();
    const before = await text();
    vi.setSystemTime(NOW + 24 * HOUR);
    expect(await text()).toBe(before);
  });
});
