import { describe, expect, test } from "vitest";
import { api } from "#convex/_generated/api";
import { asUser, newBackend, refusalOf, type Backend } from "./setup";

const NOON = Date.parse("2025-05-20T12:00:00+05:30");

async function typeIn(backend: Backend, ...instants: number[]): Promise<void> {
  await backend.run(async (ctx) => {
    for (const startsAt of instants)
      await ctx.db.insert("events", {
        title: `${startsAt - NOON}`,
        startsAt,
        wholeDay: false,
      });
  });
}

describe("events.list", () => {
  test("returns all fields, the earliest date first, past ones included", async () => {
    const backend = newBackend();
    const asha = await asUser(backend, "Asha");
    await typeIn(backend, NOON + 2, NOON, NOON + 1);
    expect(await asha.query(api.events.list, {})).toEqual(
      [0, 1, 2].map((ms) => ({
        _id: expect.any(String),
        title: `${ms}`,
        startsAt: NOON + ms,
        wholeDay: false,
      })),
    );
  });

  test("reflects what an organiser changes by hand", async () => {
    const backend = newBackend();
    const asha = await asUser(backend, "Asha");
    await typeIn(backend, NOON, NOON + 1);
    await backend.run(async (ctx) => {
      const [first, second] = await ctx.db.query("events").collect();
      if (!first || !second) throw new Error("two dates");
      await ctx.db.delete("events", first._id);
      await ctx.db.patch("events", second._id, { wholeDay: true });
    });
    expect(await asha.query(api.events.list, {})).toMatchObject([
      { title: "1", wholeDay: true },
    ]);
  });

  test("returns a hundred at most", async () => {
    const backend = newBackend();
    const asha = await asUser(backend, "Asha");
    await typeIn(backend, ...Array.from({ length: 110 }, (_, k) => NOON + k));
    const events = await asha.query(api.events.list, {});
    expect(events).toHaveLength(100);
    expect(events?.at(-1)?.title).toBe("99");
  });

  test("skips instants that are not valid dates", async () => {
    const backend = newBackend();
    const asha = await asUser(backend, "Asha");
    await typeIn(backend, NaN, Infinity, -Infinity, -1, 8.64e15 + 2);
    expect(await asha.query(api.events.list, {})).toEqual([]);
  });

  test("returns null to a stranger", async () => {
    const backend = newBackend();
    await typeIn(backend, NOON);
    expect(await backend.query(api.events.list, {})).toBeNull();
  });
});

describe("an organiser", () => {
  const day = {
    title: "Workshop",
    startsAt: Date.parse("2025-05-25T00:00:00+05:30"),
    wholeDay: true,
  };

  async function setUp() {
    const backend = newBackend();
    const omar = await asUser(backend, "Omar", { role: "organiser" });
    const asha = await asUser(backend, "Asha");
    return {
      omar,
      seen: () => asha.query(api.events.list, {}),
      audited: async () =>
        (await omar.query(api.organiser.auditLog, {})).map(
          ({ action, target, before, after }) => ({
            action,
            target,
            before,
            after,
          }),
        ),
    };
  }

  test("adds, edits and removes a date, and the log has each", async () => {
    const { omar, seen, audited } = await setUp();
    const eventId = await omar.mutation(api.events.add, day);
    expect(await seen()).toEqual([{ _id: eventId, ...day }]);
    const timed = { ...day, startsAt: NOON, wholeDay: false };
    await omar.mutation(api.events.edit, { eventId, ...timed });
    // The same again changes nothing.
    await omar.mutation(api.events.edit, { eventId, ...timed });
    expect(await omar.query(api.events.all, {})).toEqual([
      { _id: eventId, ...timed },
    ]);
    await omar.mutation(api.events.remove, { eventId });
    expect(await seen()).toEqual([]);
    const target = "Workshop";
    expect(await audited()).toEqual([
      { action: "date removed", target, before: timed, after: null },
      {
        action: "date edited",
        target,
        before: { startsAt: day.startsAt, wholeDay: true },
        after: { startsAt: NOON, wholeDay: false },
      },
      { action: "date added", target, before: null, after: day },
    ]);
  });

  test.each(["2025-05-25T00:00+05:30", "2025-05-25T23:59:59.999+05:30"])(
    "gets the start of the day in India for a whole day at %s",
    async (at) => {
      const { omar, seen } = await setUp();
      const startsAt = Date.parse(at);
      await omar.mutation(api.events.add, { ...day, startsAt });
      expect(await seen()).toMatchObject([{ startsAt: day.startsAt }]);
    },
  );

  test("gets a whole day that is shown even for the first instant", async () => {
    const { omar, seen } = await setUp();
    await omar.mutation(api.events.add, { ...day, startsAt: 0 });
    expect(await seen()).toMatchObject([{ startsAt: 0 }]);
  });

  test.each([
    [{ title: " " }, "required", "title"],
    [{ title: "x".repeat(121) }, "too_long", "title"],
    [{ title: "a\u202eb" }, "hidden_text", "title"],
    [{ startsAt: NaN }, "required", "startsAt"],
    [{ startsAt: -1 }, "required", "startsAt"],
    [{ startsAt: 8.64e15 + 2 }, "required", "startsAt"],
  ])("cannot add or edit with %j: %s", async (override, code, field) => {
    const { omar, seen } = await setUp();
    const eventId = await omar.mutation(api.events.add, day);
    const draft = { ...day, ...override };
    for (const call of [
      omar.mutation(api.events.add, draft),
      omar.mutation(api.events.edit, { eventId, ...draft }),
    ])
      expect(await refusalOf(call)).toMatchObject({ code, field });
    expect(await seen()).toEqual([{ _id: eventId, ...day }]);
  });

  test("cannot edit or remove a date that another has removed", async () => {
    const { omar } = await setUp();
    const eventId = await omar.mutation(api.events.add, day);
    await omar.mutation(api.events.remove, { eventId });
    for (const call of [
      omar.mutation(api.events.remove, { eventId }),
      omar.mutation(api.events.edit, { eventId, ...day }),
    ])
      expect(await refusalOf(call)).toMatchObject({
        code: "not_found",
        message: "This date no longer exists",
      });
  });
});
