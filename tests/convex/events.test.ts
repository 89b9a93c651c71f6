import { describe, expect, test } from "vitest";
import { api } from "#convex/_generated/api";
import { asUser, newBackend, type Backend } from "./setup";

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
