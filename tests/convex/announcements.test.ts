import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { api } from "#convex/_generated/api";
import type { Id } from "#convex/_generated/dataModel";
import * as Announcements from "#convex/model/content/announcements";
import {
  asUser,
  codeOf,
  newBackend,
  refusalOf,
  type Backend,
  type Person,
} from "./setup";

const NOW = Date.parse("2025-05-20T12:00:00+05:30");
const HOUR = 60 * 60 * 1000;

const draft = {
  title: "Lunch",
  body: "In the hall.\nBring your badge.",
  pinned: false,
  publishAt: NOW,
};

let backend: Backend;
let asha: Person;
let omar: Person;
beforeEach(async () => {
  vi.useFakeTimers({ now: NOW });
  backend = newBackend();
  asha = await asUser(backend, "Asha");
  omar = await asUser(backend, "Omar", { role: "organiser" });
});
afterEach(() => vi.useRealTimers());

/** Inserts rows as an organiser does in the data browser. */
async function typeIn(
  ...rows: Partial<typeof draft>[]
): Promise<Id<"announcements">[]> {
  return backend.run(async (ctx) => {
    const ids: Id<"announcements">[] = [];
    for (const row of rows)
      ids.push(
        await ctx.db.insert("announcements", {
          ...draft,
          author: "Omar",
          ...row,
        }),
      );
    return ids;
  });
}

async function seenBy(person: Person, at = Date.now()) {
  const answer = await person.query(api.announcements.list, { at });
  if (answer === null) throw new Error("a signed-in person is not answered");
  const { announcements, next } = answer;
  return { titles: announcements.map(({ title }) => title), next };
}

async function stored() {
  return backend.run((ctx) => ctx.db.query("announcements").collect());
}

async function audited() {
  const entries = await backend.run((ctx) =>
    ctx.db.query("auditLog").collect(),
  );
  return entries.map(({ _id, _creationTime, ...entry }) => entry);
}

describe("announcements.list", () => {
  test("returns pinned ones first, then the newest first", async () => {
    await typeIn(
      { title: "old", publishAt: NOW - 3 * HOUR },
      { title: "new", publishAt: NOW - HOUR },
      { title: "old, pinned", publishAt: NOW - 4 * HOUR, pinned: true },
      { title: "newer, pinned", publishAt: NOW - 2 * HOUR, pinned: true },
    );
    expect((await seenBy(asha)).titles).toEqual([
      "newer, pinned",
      "old, pinned",
      "new",
      "old",
    ]);
  });

  test("returns all fields of an announcement", async () => {
    const [_id] = await typeIn(draft);
    const answer = await asha.query(api.announcements.list, { at: NOW });
    expect(answer).toEqual({
      announcements: [{ _id, ...draft, author: "Omar" }],
      next: null,
    });
  });

  test("withholds a scheduled announcement and returns only its time", async () => {
    await typeIn(
      { title: "out", publishAt: NOW },
      { title: "later", publishAt: NOW + 2 * HOUR, pinned: true },
      { title: "soon", publishAt: NOW + HOUR },
    );
    expect(await seenBy(asha)).toEqual({
      titles: ["out"],
      next: { at: NOW + HOUR, inMs: HOUR },
    });
  });

  test("returns a scheduled announcement from its time on", async () => {
    await typeIn({ title: "soon", publishAt: NOW + HOUR });
    vi.setSystemTime(NOW + HOUR - 1);
    expect(await seenBy(asha)).toEqual({
      titles: [],
      next: { at: NOW + HOUR, inMs: 1 },
    });
    vi.setSystemTime(NOW + HOUR);
    expect(await seenBy(asha)).toEqual({ titles: ["soon"], next: null });
  });

  test.each([NOW + 2 * HOUR, Number.MAX_VALUE, Infinity, NaN, -1])(
    "returns nothing early when asked at %d",
    async (at) => {
      await typeIn({ title: "soon", publishAt: NOW + HOUR });
      expect((await seenBy(asha, at)).titles).toEqual([]);
      expect((await seenBy(omar, at)).titles).toEqual([]);
    },
  );

  test("skips instants that are not valid dates", async () => {
    await typeIn(
      ...[NaN, -NaN, Infinity, -Infinity, -1, 8.64e15 + 2].map((publishAt) => ({
        publishAt,
      })),
    );
    expect(await seenBy(asha)).toEqual({ titles: [], next: null });
  });

  test("returns a hundred at most, pinned ones first", async () => {
    await typeIn({ title: "pinned", pinned: true, publishAt: NOW - HOUR });
    await typeIn(
      ...Array.from({ length: 120 }, (_, k) => ({
        title: `${k}`,
        publishAt: NOW - k,
      })),
    );
    const { titles } = await seenBy(asha);
    expect(titles).toHaveLength(100);
    expect(titles.slice(0, 2)).toEqual(["pinned", "0"]);
    expect(titles.at(-1)).toBe("98");
  });

  test("returns a hundred when all are pinned", async () => {
    await typeIn(
      ...Array.from({ length: 110 }, () => ({ pinned: true })),
      draft,
    );
    expect((await seenBy(asha)).titles).toHaveLength(100);
  });

  test("reads the same number of rows however many are scheduled", async () => {
    const reads = () =>
      backend.run(async (ctx) => {
        await Announcements.listPublished(ctx);
        const { documentsRead } = await ctx.meta.getTransactionMetrics();
        return documentsRead.used;
      });
    await typeIn({ publishAt: NOW - 1 }, { publishAt: NOW + HOUR });
    expect(await reads()).toBe(2);
    const later = Array.from({ length: 300 }, (_, k) => ({
      publishAt: NOW + HOUR + k,
    }));
    await typeIn(...later);
    expect(await reads()).toBe(2);
  });

  test("returns null to a stranger", async () => {
    await typeIn(draft);
    expect(await backend.query(api.announcements.list, { at: NOW })).toBeNull();
  });
});

describe("announcements.all", () => {
  test("returns scheduled ones to organisers too, the latest first", async () => {
    await typeIn(
      { title: "out", pinned: true },
      { title: "later", publishAt: NOW + 2 * HOUR },
      { title: "soon", publishAt: NOW + HOUR },
    );
    const all = await omar.query(api.announcements.all, {});
    expect(all.map(({ title }) => title)).toEqual(["later", "soon", "out"]);
  });

  test("returns two hundred at most", async () => {
    await typeIn(...Array.from({ length: 210 }, () => draft));
    expect(await omar.query(api.announcements.all, {})).toHaveLength(200);
  });

  test("refuses participants and strangers", async () => {
    const refusals = [asha, backend].map((caller) =>
      codeOf(caller.query(api.announcements.all, {})),
    );
    expect(await Promise.all(refusals)).toEqual([
      "organisers_only",
      "not_signed_in",
    ]);
  });
});

describe("announcements.publish", () => {
  test("publishes at once, in the organiser's name", async () => {
    const _id = await omar.mutation(api.announcements.publish, {
      ...draft,
      title: "  Lunch   is ready ",
      body: " In the hall.\r\n\r\nBring your badge. ",
      publishAt: null,
    });
    const answer = await asha.query(api.announcements.list, { at: NOW });
    expect(answer?.announcements).toEqual([
      {
        _id,
        title: "Lunch is ready",
        body: "In the hall.\n\nBring your badge.",
        pinned: false,
        publishAt: NOW,
        author: "Omar",
      },
    ]);
  });

  test("publishes at a later time", async () => {
    await omar.mutation(api.announcements.publish, {
      ...draft,
      publishAt: NOW + HOUR,
    });
    expect(await seenBy(asha)).toEqual({
      titles: [],
      next: { at: NOW + HOUR, inMs: HOUR },
    });
  });

  test("records the announcement in the audit log", async () => {
    await omar.mutation(api.announcements.publish, draft);
    expect(await audited()).toEqual([
      {
        at: NOW,
        actorId: omar.uid,
        actorName: "Omar",
        action: "announcement published",
        target: "Lunch",
        before: null,
        after: { ...draft, author: "Omar" },
      },
    ]);
  });

  test("accepts the longest title and text", async () => {
    const longest = { title: "x".repeat(120), body: "y".repeat(2000) };
    await omar.mutation(api.announcements.publish, { ...draft, ...longest });
    expect(await stored()).toMatchObject([longest]);
  });

  test.each([
    [{ title: " " }, "required", "title"],
    [{ title: "x".repeat(121) }, "too_long", "title"],
    [{ body: "\n\u200b" }, "required", "body"],
    [{ body: "x".repeat(2001) }, "too_long", "body"],
    [{ publishAt: NaN }, "required", "publishAt"],
    [{ publishAt: Infinity }, "required", "publishAt"],
    [{ publishAt: 8.64e15 + 2 }, "required", "publishAt"],
    [{ publishAt: -1 }, "required", "publishAt"],
  ])("refuses %j as %s", async (override, code, field) => {
    const call = omar.mutation(api.announcements.publish, {
      ...draft,
      ...override,
    });
    expect(await refusalOf(call)).toMatchObject({ code, field });
    expect(await stored()).toEqual([]);
    expect(await audited()).toEqual([]);
  });
});

test("each refusal names its field", async () => {
  const sentences = [{ title: "" }, { body: "" }, { publishAt: NaN }].map(
    async (override) => {
      const announcement = { ...draft, ...override };
      const call = omar.mutation(api.announcements.publish, announcement);
      return (await refusalOf(call)).message;
    },
  );
  expect(await Promise.all(sentences)).toEqual([
    "Title is required",
    "Text is required",
    "Time of publication is required",
  ]);
});

describe("announcements.edit", () => {
  test("changes the announcement for participants", async () => {
    const [announcementId] = await typeIn({ title: "Lunch at one" });
    if (!announcementId) throw new Error("nothing to edit");
    await omar.mutation(api.announcements.edit, {
      announcementId,
      ...draft,
      title: " Lunch  at two",
      pinned: true,
      publishAt: NOW - HOUR,
    });
    const answer = await asha.query(api.announcements.list, { at: NOW });
    expect(answer?.announcements).toEqual([
      {
        ...draft,
        _id: announcementId,
        title: "Lunch at two",
        pinned: true,
        publishAt: NOW - HOUR,
        author: "Omar",
      },
    ]);
  });

  test("keeps the author and records what changed", async () => {
    const [announcementId] = await typeIn({ title: "Lunch at one" });
    if (!announcementId) throw new Error("nothing to edit");
    const mira = await asUser(backend, "Mira", { role: "organiser" });
    await mira.mutation(api.announcements.edit, {
      announcementId,
      ...draft,
      title: "Lunch at two",
      pinned: true,
    });
    expect(await stored()).toMatchObject([{ author: "Omar" }]);
    expect(await audited()).toEqual([
      {
        at: NOW,
        actorId: mira.uid,
        actorName: "Mira",
        action: "announcement edited",
        target: "Lunch at one",
        before: { title: "Lunch at one", pinned: false },
        after: { title: "Lunch at two", pinned: true },
      },
    ]);
  });

  test("records nothing if nothing changes", async () => {
    const [announcementId] = await typeIn(draft);
    if (!announcementId) throw new Error("nothing to edit");
    const same = { announcementId, ...draft };
    expect(await omar.mutation(api.announcements.edit, same)).toBeNull();
    expect(await audited()).toEqual([]);
  });

  test("withdraws a published announcement until a later time", async () => {
    const [announcementId] = await typeIn(draft);
    if (!announcementId) throw new Error("nothing to edit");
    await omar.mutation(api.announcements.edit, {
      announcementId,
      ...draft,
      publishAt: NOW + HOUR,
    });
    expect(await seenBy(asha)).toEqual({
      titles: [],
      next: { at: NOW + HOUR, inMs: HOUR },
    });
  });

  test.each([
    [{ title: "" }, "required", "title"],
    [{ title: "x".repeat(121) }, "too_long", "title"],
    [{ body: " " }, "required", "body"],
    [{ body: "x".repeat(2001) }, "too_long", "body"],
    [{ publishAt: NaN }, "required", "publishAt"],
  ])("refuses %j as %s", async (override, code, field) => {
    const [announcementId] = await typeIn(draft);
    if (!announcementId) throw new Error("nothing to edit");
    const call = omar.mutation(api.announcements.edit, {
      announcementId,
      ...draft,
      ...override,
    });
    expect(await refusalOf(call)).toMatchObject({ code, field });
    expect(await stored()).toMatchObject([draft]);
    expect(await audited()).toEqual([]);
  });
});

describe("announcements.remove", () => {
  test("deletes an announcement and records it", async () => {
    const [announcementId] = await typeIn(draft, { title: "Other" });
    if (!announcementId) throw new Error("nothing to remove");
    await omar.mutation(api.announcements.remove, { announcementId });
    expect((await seenBy(asha)).titles).toEqual(["Other"]);
    expect(await audited()).toMatchObject([
      {
        action: "announcement removed",
        target: "Lunch",
        before: { ...draft, author: "Omar" },
        after: null,
      },
    ]);
  });
});

describe("a deleted announcement", () => {
  test("can neither be edited nor deleted", async () => {
    const [announcementId] = await typeIn(draft);
    if (!announcementId) throw new Error("nothing to remove");
    await omar.mutation(api.announcements.remove, { announcementId });
    const calls = [
      omar.mutation(api.announcements.remove, { announcementId }),
      omar.mutation(api.announcements.edit, { announcementId, ...draft }),
    ];
    for (const call of calls)
      expect(await refusalOf(call)).toMatchObject({
        code: "not_found",
        message: "This announcement no longer exists",
      });
    expect(await audited()).toHaveLength(1);
  });
});

describe("participants and strangers", () => {
  test("are refused by every mutation and change nothing", async () => {
    const [announcementId] = await typeIn(draft);
    if (!announcementId) throw new Error("nothing to try it on");
    for (const [caller, code] of [
      [asha, "organisers_only"],
      [backend, "not_signed_in"],
    ] as const) {
      const calls = [
        caller.mutation(api.announcements.publish, draft),
        caller.mutation(api.announcements.publish, { ...draft, title: "" }),
        caller.mutation(api.announcements.edit, { announcementId, ...draft }),
        caller.mutation(api.announcements.remove, { announcementId }),
      ];
      for (const call of calls) expect(await codeOf(call)).toBe(code);
    }
    expect(await stored()).toMatchObject([draft]);
    expect(await audited()).toEqual([]);
  });
});
