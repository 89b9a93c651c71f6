import type { FunctionReference } from "convex/server";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { api } from "#convex/_generated/api";
import { listAnnouncements } from "#convex/content/kinds";
import {
  asUser,
  backend,
  expectRefusal,
  must,
  rowsIn,
  type Person,
} from "./setup";

const NOW = Date.parse("2025-05-20T12:00:00+05:30");
const HOUR = 60 * 60 * 1000;

type Table = "announcements" | "schedule" | "resources";
type Fields = Record<string, string | number | boolean | null>;
type Functions = Record<"list" | "all", FunctionReference<"query">> &
  Record<"add" | "edit" | "remove" | "putBack", FunctionReference<"mutation">>;

type Kind = {
  table: Table;
  noun: string;
  functions: Functions;
  /** What an organiser enters. */
  draft: Fields;
  /** What a row has besides. */
  written: Fields;
  /** The fields that only organisers see. */
  withheld: string[];
  /** An edit. */
  change: Fields;
  /** The field by which the rows come in time. */
  at: string;
  mostShown: number;
  mostForOrganisers: number;
  added: string;
  refused: [Fields, string, string][];
};

const announcements: Kind = {
  table: "announcements",
  noun: "announcement",
  functions: api.announcements,
  draft: {
    title: "Lunch",
    body: "In the hall.\nBring your badge.",
    pinned: false,
    publishAt: NOW,
  },
  written: { author: "Omar" },
  withheld: [],
  change: { title: "Lunch at two", pinned: true, publishAt: NOW - HOUR },
  at: "publishAt",
  mostShown: 100,
  mostForOrganisers: 200,
  added: "announcement published",
  refused: [
    [{ body: "\n\u200b" }, "required", "body"],
    [{ body: "x".repeat(2001) }, "too_long", "body"],
  ],
};

const schedule: Kind = {
  table: "schedule",
  noun: "entry",
  functions: api.schedule,
  draft: {
    title: "Workshop",
    kind: "stage",
    startsAt: NOW,
    wholeDay: false,
    endsAt: NOW + HOUR,
    place: "Hall 2",
    isCancelled: true,
  },
  written: {},
  withheld: [],
  change: { title: "Long workshop", startsAt: NOW - HOUR, kind: "meal" },
  at: "startsAt",
  mostShown: 200,
  mostForOrganisers: 200,
  added: "entry added",
  refused: [
    [{ title: "a\u202eb" }, "hidden_text", "title"],
    [{ place: "x".repeat(81) }, "too_long", "place"],
    [{ endsAt: NaN }, "required", "endsAt"],
    [{ endsAt: NOW }, "ends_before_it_starts", "endsAt"],
  ],
};

const resources: Kind = {
  table: "resources",
  noun: "resource",
  functions: api.resources,
  draft: {
    title: "Kit",
    url: "/resources/starter-kits",
    description: "What to bring.",
    publishAt: NOW,
    order: 1,
  },
  written: {},
  withheld: ["publishAt", "order"],
  change: { title: "Kits", publishAt: NOW - HOUR, order: 0.5 },
  at: "publishAt",
  mostShown: 100,
  mostForOrganisers: 200,
  added: "resource added",
  refused: [
    [{ url: " " }, "required", "url"],
    [{ url: "https://example.com/a b" }, "unsafe_address", "url"],
    [{ url: `/${"x".repeat(500)}` }, "too_long", "url"],
    [{ description: "" }, "required", "description"],
    [{ description: "x".repeat(301) }, "too_long", "description"],
    [{ order: NaN }, "required", "order"],
    [{ order: 1_001 }, "required", "order"],
  ],
};

const kinds = [announcements, schedule, resources];
const published = [announcements, resources];

let asha: Person;
let omar: Person;
beforeEach(async () => {
  vi.useFakeTimers({ now: NOW });
  asha = await asUser("Asha");
  omar = await asUser("Omar", { role: "organiser" });
});

/** Inserts rows as an organiser does in the data browser. */
async function typeIn(kind: Kind, ...rows: Fields[]): Promise<string[]> {
  return backend.run(async (ctx) => {
    const ids: string[] = [];
    for (const row of rows)
      ids.push(
        await ctx.db.insert(kind.table, {
          ...kind.draft,
          ...kind.written,
          ...row,
        } as never),
      );
    return ids;
  });
}

/** What a person's dashboard shows, and when it changes. */
async function seen(kind: Kind, at = Date.now(), person = asha) {
  const args = kind === schedule ? {} : { at };
  const answer = must(await person.query(kind.functions.list, args));
  const rows: Fields[] = kind === schedule ? answer : answer[kind.table];
  return { rows, titles: rows.map(({ title }) => title), next: answer.next };
}

async function stored({ table }: Kind) {
  const rows = await rowsIn(table);
  // The last two are for calendars; see schedule.test.ts.
  return rows.map(
    ({
      _id,
      _creationTime,
      revision: _revision,
      changedAt: _changedAt,
      ...row
    }: Fields) => row,
  );
}

async function audited() {
  const entries = await rowsIn("auditLog");
  return entries.map(({ _id, _creationTime, ...entry }) => entry);
}

const without = (names: string[], row: Fields): Fields =>
  Object.fromEntries(
    Object.entries(row).filter(([name]) => !names.includes(name)),
  );
const only = (names: string[], row: Fields): Fields =>
  Object.fromEntries(names.map((name) => [name, row[name] ?? null]));

describe.each(kinds)("$table", (kind) => {
  const { functions, draft, written, change, at } = kind;
  const entry = { at: NOW, actorId: "", actorName: "Omar" };

  test("are shown with the fields for people and no others", async () => {
    const [_id] = await typeIn(kind, {});
    const fields = without(kind.withheld, { ...draft, ...written });
    expect((await seen(kind)).rows).toEqual([{ _id, ...fields }]);
  });

  test("have a bound, and one for organisers", async () => {
    await typeIn(kind, ...Array.from({ length: 210 }, () => ({})));
    expect((await seen(kind)).rows).toHaveLength(kind.mostShown);
    expect(await omar.query(functions.all, {})).toHaveLength(
      kind.mostForOrganisers,
    );
  });

  test("are added, edited and removed, and the log has each once", async () => {
    const id = await omar.mutation(functions.add, draft);
    const row = { ...draft, ...written };
    expect(await omar.query(functions.all, {})).toEqual([{ _id: id, ...row }]);
    const edited = { ...draft, ...change };
    const editedRow = { ...edited, ...written };
    expect(await omar.mutation(functions.edit, { id, ...edited })).toBeNull();
    // The same again changes nothing.
    await omar.mutation(functions.edit, { id, ...edited });
    expect(await omar.query(functions.all, {})).toEqual([
      { _id: id, ...editedRow },
    ]);
    expect((await seen(kind)).rows).toEqual([
      { _id: id, ...without(kind.withheld, editedRow) },
    ]);
    await omar.mutation(functions.remove, { id });
    expect((await seen(kind)).rows).toEqual([]);
    const { title } = draft;
    const changed = Object.keys(change);
    const by = { ...entry, actorId: omar.uid };
    expect(await audited()).toEqual([
      { ...by, action: kind.added, target: title, before: null, after: row },
      {
        ...by,
        action: `${kind.noun} edited`,
        target: title,
        before: only(changed, draft),
        after: change,
      },
      {
        ...by,
        action: `${kind.noun} removed`,
        target: change.title,
        before: editedRow,
        after: null,
      },
    ]);
  });

  const seenOf = (row: Fields) => ({ ...row, ...written });

  test("keep what another has changed elsewhere, and refuse what replaces a change that was not seen", async () => {
    const mira = await asUser("Mira", { role: "organiser" });
    const id = await omar.mutation(functions.add, draft);
    const seen = seenOf(draft);
    const [other] = Object.keys(change).filter((name) => name !== "title");
    const theirs = only([other ?? ""], change);
    await mira.mutation(functions.edit, { id, ...draft, ...theirs, seen });
    const titled = { ...draft, title: "Mine" };
    await omar.mutation(functions.edit, { id, ...titled, seen });
    const merged = { ...titled, ...theirs };
    expect(await stored(kind)).toEqual([seenOf(merged)]);
    const again = { ...draft, title: "Hers" };
    const replacing = mira.mutation(functions.edit, { id, ...again, seen });
    await expectRefusal(replacing, {
      code: "changed_since",
      message: `Somebody else has changed this ${kind.noun} meanwhile. Please look again.`,
    });
    // What both have typed alike is no rival.
    await mira.mutation(functions.edit, { id, ...titled, seen });
    expect(await stored(kind)).toEqual([seenOf(merged)]);
    await mira.mutation(functions.edit, { id, ...again, seen: seenOf(merged) });
    expect(await stored(kind)).toEqual([seenOf({ ...draft, title: "Hers" })]);
  });

  test("are removed as they were seen, and put back with their id for an hour", async () => {
    const id = await omar.mutation(functions.add, draft);
    const shown = await seen(kind);
    const removing = (row: Fields) =>
      omar.mutation(functions.remove, { id, seen: seenOf(row) });
    await expectRefusal(removing({ ...draft, title: "Old" }), "changed_since");
    await removing(draft);
    expect((await seen(kind)).rows).toEqual([]);
    expect(await omar.query(functions.all, {})).toMatchObject([
      { _id: id, removedAt: NOW },
    ]);
    await omar.mutation(functions.putBack, { id });
    await omar.mutation(functions.putBack, { id });
    expect(await seen(kind)).toEqual(shown);
    await removing(draft);
    // The job of the first removal finds one that is newer.
    vi.setSystemTime(NOW + HOUR - 1);
    await omar.mutation(functions.putBack, { id });
    await removing(draft);
    await backend.finishAllScheduledFunctions(() => vi.advanceTimersByTime(1));
    const actions = (await audited()).map(({ action }) => action);
    expect(actions.slice(-2)).toEqual([
      `${kind.noun} put back`,
      `${kind.noun} removed`,
    ]);
    vi.setSystemTime(NOW + 3 * HOUR);
    await backend.finishAllScheduledFunctions(vi.runAllTimers);
    expect(await rowsIn(kind.table)).toEqual([]);
    await expectRefusal(omar.mutation(functions.putBack, { id }), "not_found");
  });

  const refused: Kind["refused"] = [
    [{ title: " " }, "required", "title"],
    [{ title: "x".repeat(121) }, "too_long", "title"],
    [{ [at]: NaN }, "required", at],
    [{ [at]: Infinity }, "required", at],
    [{ [at]: 8.64e15 + 2 }, "required", at],
    [{ [at]: -1 }, "required", at],
    ...kind.refused,
  ];
  test.each(refused)(
    "with %j are refused as %s",
    async (override, code, field) => {
      const [id] = await typeIn(kind, {});
      const entered = { ...draft, ...override };
      await expectRefusal(
        [
          omar.mutation(functions.add, entered),
          omar.mutation(functions.edit, { id, ...entered }),
        ],
        { code, field },
      );
      expect(await stored(kind)).toEqual([{ ...draft, ...written }]);
      expect(await audited()).toEqual([]);
    },
  );

  test("can be neither edited nor removed once another has removed them", async () => {
    const [id] = await typeIn(kind, {});
    await omar.mutation(functions.remove, { id });
    await expectRefusal(
      [
        omar.mutation(functions.remove, { id }),
        omar.mutation(functions.edit, { id, ...draft }),
      ],
      { code: "not_found", message: `This ${kind.noun} no longer exists.` },
    );
    expect(await audited()).toHaveLength(1);
  });
});

describe.each(published)("scheduled $table", (kind) => {
  const { functions, draft } = kind;

  test("are withheld until their time, which alone is told", async () => {
    await typeIn(
      kind,
      { title: "out" },
      { title: "later", publishAt: NOW + 2 * HOUR },
      { title: "soon", publishAt: NOW + HOUR },
    );
    vi.setSystemTime(NOW + HOUR - 1);
    expect(await seen(kind)).toMatchObject({
      titles: ["out"],
      next: { at: NOW + HOUR, inMs: 1 },
    });
    vi.setSystemTime(NOW + HOUR);
    const { titles, next } = await seen(kind);
    expect(new Set(titles)).toEqual(new Set(["soon", "out"]));
    expect(next).toEqual({ at: NOW + 2 * HOUR, inMs: HOUR });
    vi.setSystemTime(NOW + 2 * HOUR);
    expect((await seen(kind)).next).toBeNull();
  });

  test.each([NOW + 2 * HOUR, Number.MAX_VALUE, Infinity, NaN, -1])(
    "do not come early for a question of %d",
    async (asked) => {
      await typeIn(kind, { publishAt: NOW + HOUR });
      for (const person of [asha, omar])
        expect((await seen(kind, asked, person)).rows).toEqual([]);
    },
  );

  test("come at once without a time, and are withdrawn by a later one", async () => {
    const added = { ...draft, publishAt: null };
    const id = await omar.mutation(functions.add, added);
    expect(await omar.query(functions.all, {})).toMatchObject([
      { _id: id, publishAt: NOW },
    ]);
    expect((await seen(kind)).rows).toHaveLength(1);
    const publishAt = NOW + HOUR;
    await omar.mutation(functions.edit, { id, ...draft, publishAt });
    expect(await seen(kind)).toMatchObject({
      rows: [],
      next: { at: NOW + HOUR },
    });
  });
});

test("announcements come pinned ones first, until their end, which is told like the next publication, then the newest first", async () => {
  await typeIn(
    announcements,
    { title: "new", publishAt: NOW - HOUR },
    {
      title: "was pinned",
      publishAt: NOW - 2 * HOUR,
      pinned: true,
      pinnedUntil: NOW,
    },
    {
      title: "pinned",
      publishAt: NOW - 3 * HOUR,
      pinned: true,
      pinnedUntil: NOW + HOUR,
    },
    { title: "old, pinned", publishAt: NOW - 4 * HOUR, pinned: true },
    { title: "soon", publishAt: NOW + 2 * HOUR },
  );
  expect(await seen(announcements)).toMatchObject({
    titles: ["pinned", "old, pinned", "new", "was pinned"],
    next: { at: NOW + HOUR },
  });
  const shown = await backend.run(listAnnouncements);
  const pinned = shown.announcements.map((row) => row.pinned);
  expect(pinned).toEqual([true, true, false, false]);
});

test("announcements come pinned ones first if there are too many", async () => {
  await typeIn(
    announcements,
    { title: "pinned", pinned: true, publishAt: NOW - HOUR },
    ...Array.from({ length: 120 }, (_, k) => ({
      title: `${k}`,
      publishAt: NOW - k,
    })),
  );
  const { titles } = await seen(announcements);
  expect(titles.slice(0, 2)).toEqual(["pinned", "0"]);
  expect(titles.at(-1)).toBe("98");
});

test("announcements cost the same number of reads however many are scheduled", async () => {
  const reads = () =>
    backend.run(async (ctx) => {
      await listAnnouncements(ctx);
      const { documentsRead } = await ctx.meta.getTransactionMetrics();
      return documentsRead.used;
    });
  await typeIn(
    announcements,
    { publishAt: NOW - 1 },
    { publishAt: NOW + HOUR },
  );
  expect(await reads()).toBe(2);
  const later = Array.from({ length: 300 }, (_, k) => ({
    publishAt: NOW + HOUR + k,
  }));
  await typeIn(announcements, ...later);
  expect(await reads()).toBe(2);
});

test("announcements are listed for organisers with the latest first", async () => {
  await typeIn(
    announcements,
    { title: "out", pinned: true },
    { title: "later", publishAt: NOW + 2 * HOUR },
    { title: "soon", publishAt: NOW + HOUR },
  );
  const all = await omar.announcements.all();
  expect(all.map(({ title }) => title)).toEqual(["later", "soon", "out"]);
});

test("announcements are stored tidied, in the organiser's name, which an edit keeps", async () => {
  const id = await omar.announcements.add({
    title: "  Lunch   is ready ",
    body: " In the hall.\r\n\r\nBring your badge. ",
    pinned: false,
    publishAt: null,
  });
  const tidied = {
    title: "Lunch is ready",
    body: "In the hall.\n\nBring your badge.",
    pinned: false,
    publishAt: NOW,
  };
  expect(await stored(announcements)).toEqual([{ ...tidied, author: "Omar" }]);
  const mira = await asUser("Mira", { role: "organiser" });
  await mira.announcements.edit({ id, ...tidied, title: " Lunch  is late" });
  expect(await stored(announcements)).toEqual([
    { ...tidied, title: "Lunch is late", author: "Omar" },
  ]);
  expect((await audited())[1]).toMatchObject({
    actorId: mira.uid,
    actorName: "Mira",
  });
});

test.each(published)("$table are shown to no stranger", async (kind) => {
  await typeIn(kind, {});
  expect(await backend.query(kind.functions.list, { at: NOW })).toBeNull();
});

test("the schedule does not end before it starts when two have moved one time each", async () => {
  const { draft, functions } = schedule;
  const [id] = await typeIn(schedule, {});
  const seen = draft;
  const later = NOW + HOUR / 2;
  await omar.mutation(functions.edit, {
    id,
    ...draft,
    startsAt: later,
    seen,
  });
  const endsAt = NOW + HOUR / 4;
  const ending = omar.mutation(functions.edit, {
    id,
    ...draft,
    endsAt,
    seen,
  });
  await expectRefusal(ending, "ends_before_it_starts");
  expect(await stored(schedule)).toEqual([{ ...draft, startsAt: later }]);
});

const day = Date.parse("2025-05-25T00:00:00+05:30");

test("the schedule comes the earliest first, past entries included, to everyone", async () => {
  const rows = Array.from({ length: 210 }, (_, k) => ({
    title: `${k}`,
    startsAt: NOW - 2 * HOUR + k,
  }));
  await typeIn(schedule, ...rows.toReversed());
  const shown = await backend.schedule.list();
  expect(shown.map(({ title }) => title)).toEqual(
    rows.slice(0, 200).map(({ title }) => title),
  );
});

test("the schedule loses an end and a place that an edit leaves out", async () => {
  const [id] = await typeIn(schedule, {});
  const { endsAt, place, isCancelled, ...kept } = schedule.draft;
  await omar.mutation(schedule.functions.edit, { id, ...kept, place: " " });
  expect(await stored(schedule)).toEqual([kept]);
  expect((await audited()).at(-1)).toMatchObject({
    before: { endsAt, place, isCancelled },
    after: { endsAt: null, place: null, isCancelled: null },
  });
});

test.each(["2025-05-25T00:00+05:30", "2025-05-25T23:59:59.999+05:30"])(
  "the schedule has whole days start with the day in India, without an end, given %s",
  async (at) => {
    const startsAt = Date.parse(at);
    const date = {
      title: "Workshop",
      kind: "stage" as const,
      startsAt,
      wholeDay: true,
      endsAt: startsAt,
    };
    const id = await omar.schedule.add(date);
    expect(await stored(schedule)).toMatchObject([{ startsAt: day }]);
    await omar.schedule.edit({ id, ...date, startsAt: NOW });
    await omar.schedule.edit({ id, ...date });
    expect(await stored(schedule)).toMatchObject([{ startsAt: day }]);
  },
);

test("resources come by their place, then by title", async () => {
  const places = { third: 10, b: 2, a: 2, first: -1 };
  for (const [title, order] of Object.entries(places))
    await omar.mutation(resources.functions.add, {
      ...resources.draft,
      title,
      order,
    });
  const titles = ["first", "a", "b", "third"];
  expect((await seen(resources)).titles).toEqual(titles);
  const all = await omar.resources.all();
  expect(all.map(({ title }) => title)).toEqual(titles);
});

test.each([
  "/",
  "/code-of-conduct#respect",
  "https://example.com/kit.zip?v=2",
  "HTTPS://example.com",
])("resources lead to %j", async (url) => {
  const { draft, functions } = resources;
  await omar.mutation(functions.add, { ...draft, url: ` ${url}\n` });
  expect((await seen(resources)).rows).toMatchObject([{ url }]);
});

test.each([
  "kit.zip",
  "//example.com/kit.zip",
  "/\\example.com",
  "/\t/example.com",
  "http://example.com",
  "https://",
  "https:///example.com",
  "https:example.com",
  "javascript:alert(1)",
  "java\nscript:alert(1)",
  "data:text/html,hello",
  "mailto:organisers@example.com",
  "/kit\njavascript:alert(1)",
])("resources do not lead to %j", async (url) => {
  const { draft, functions } = resources;
  const adding = omar.mutation(functions.add, { ...draft, url });
  await expectRefusal(adding, "unsafe_address");
});
