import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { api } from "#convex/_generated/api";
import {
  asUser,
  newBackend,
  refusalOf,
  type Backend,
  type Person,
} from "./setup";

const NOW = Date.parse("2025-05-20T12:00:00+05:30");
const HOUR = 60 * 60 * 1000;

const kit = {
  title: "Kit",
  url: "/resources/starter-kits",
  description: "What to bring.",
  publishAt: NOW,
  order: 1,
};

let backend: Backend;
let asha: Person;
beforeEach(async () => {
  vi.useFakeTimers({ now: NOW });
  backend = newBackend();
  asha = await asUser(backend, "Asha");
});
afterEach(() => vi.useRealTimers());

async function typeIn(...rows: Partial<typeof kit>[]): Promise<void> {
  await backend.run(async (ctx) => {
    for (const row of rows)
      await ctx.db.insert("resources", { ...kit, ...row });
  });
}

async function seen(at = Date.now()) {
  const answer = await asha.query(api.resources.list, { at });
  if (answer === null) throw new Error("a signed-in person is not answered");
  return answer;
}

async function titles(): Promise<string[]> {
  return (await seen()).resources.map(({ title }) => title);
}

describe("resources.list", () => {
  test("returns the fields of a link and no others", async () => {
    await typeIn(kit);
    const { title, url, description } = kit;
    expect(await seen()).toEqual({
      resources: [{ _id: expect.any(String), title, url, description }],
      next: null,
    });
  });

  test("sorts by order, then by title", async () => {
    await typeIn(
      { title: "third", order: 10 },
      { title: "b", order: 2 },
      { title: "a", order: 2 },
      { title: "first", order: -1 },
    );
    expect(await titles()).toEqual(["first", "a", "b", "third"]);
  });

  test("withholds a scheduled resource and returns only its time", async () => {
    await typeIn(
      { title: "out" },
      { title: "later", publishAt: NOW + 2 * HOUR, order: 0 },
      { title: "soon", publishAt: NOW + HOUR, order: 0 },
    );
    expect(await titles()).toEqual(["out"]);
    expect((await seen()).next).toEqual({ at: NOW + HOUR, inMs: HOUR });
    vi.setSystemTime(NOW + HOUR);
    expect(await titles()).toEqual(["soon", "out"]);
    expect((await seen()).next).toEqual({ at: NOW + 2 * HOUR, inMs: HOUR });
  });

  test("returns nothing early when asked at a later time", async () => {
    await typeIn({ publishAt: NOW + HOUR });
    expect((await seen(NOW + 2 * HOUR)).resources).toEqual([]);
  });

  test("skips instants that are not valid dates", async () => {
    await typeIn(
      ...[NaN, Infinity, -Infinity, -1].map((publishAt) => ({ publishAt })),
    );
    expect(await seen()).toEqual({ resources: [], next: null });
  });

  test.each([
    "/",
    "/code-of-conduct#respect",
    "https://example.com/kit.zip?v=2",
    "HTTPS://example.com",
  ])("returns the link %j", async (url) => {
    await typeIn({ url: ` ${url}\n` });
    expect((await seen()).resources).toMatchObject([{ url }]);
  });

  test.each([
    "",
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
  ])("skips the link %j and returns the others", async (url) => {
    await typeIn({ title: "unsafe", url }, { title: "safe" });
    expect(await titles()).toEqual(["safe"]);
  });

  test("returns a hundred at most", async () => {
    await typeIn(...Array.from({ length: 110 }, () => kit));
    expect(await titles()).toHaveLength(100);
  });

  test("returns null to a stranger", async () => {
    await typeIn(kit);
    expect(await backend.query(api.resources.list, { at: NOW })).toBeNull();
  });
});

describe("an organiser", () => {
  let omar: Person;
  beforeEach(async () => {
    omar = await asUser(backend, "Omar", { role: "organiser" });
  });

  async function audited() {
    const rows = await omar.query(api.organiser.auditLog, {});
    return rows.map(({ action, before, after }) => ({ action, before, after }));
  }

  test("adds, edits and removes a resource, and the log has each", async () => {
    const later = { ...kit, publishAt: NOW + HOUR };
    const resourceId = await omar.mutation(api.resources.add, later);
    expect(await titles()).toEqual([]);
    expect((await seen()).next).toMatchObject({ at: NOW + HOUR });
    expect(await omar.query(api.resources.all, {})).toEqual([
      { _id: resourceId, ...later },
    ]);
    const args = { resourceId, ...kit, title: "Kits" };
    await omar.mutation(api.resources.edit, args);
    // The same again changes nothing.
    await omar.mutation(api.resources.edit, args);
    expect(await titles()).toEqual(["Kits"]);
    await omar.mutation(api.resources.remove, { resourceId });
    expect(await titles()).toEqual([]);
    expect(await audited()).toEqual([
      {
        action: "resource removed",
        before: { ...kit, title: "Kits" },
        after: null,
      },
      {
        action: "resource edited",
        before: { title: "Kit", publishAt: NOW + HOUR },
        after: { title: "Kits", publishAt: NOW },
      },
      { action: "resource added", before: null, after: later },
    ]);
  });

  test("publishes at once without a time, at any place in the list", async () => {
    const added = { ...kit, publishAt: null };
    await omar.mutation(api.resources.add, { ...added, title: "b", order: 2 });
    await omar.mutation(api.resources.add, { ...added, title: "c", order: 10 });
    await omar.mutation(api.resources.add, { ...added, title: "a", order: -1 });
    expect(await titles()).toEqual(["a", "b", "c"]);
    const all = await omar.query(api.resources.all, {});
    expect(all.map(({ title }) => title)).toEqual(["a", "b", "c"]);
    expect(all[0]?.publishAt).toBe(NOW);
  });

  test.each([
    [{ title: "" }, "required", "title"],
    [{ title: "x".repeat(121) }, "too_long", "title"],
    [{ url: " " }, "required", "url"],
    [{ url: "http://example.com" }, "unsafe_address", "url"],
    [{ url: "//example.com" }, "unsafe_address", "url"],
    [{ url: "javascript:alert(1)" }, "unsafe_address", "url"],
    [{ url: "https://example.com/a b" }, "unsafe_address", "url"],
    [{ url: `/${"x".repeat(500)}` }, "too_long", "url"],
    [{ description: "" }, "required", "description"],
    [{ description: "x".repeat(301) }, "too_long", "description"],
    [{ order: NaN }, "required", "order"],
    [{ order: 1_001 }, "required", "order"],
    [{ publishAt: NaN }, "required", "publishAt"],
    [{ publishAt: -1 }, "required", "publishAt"],
  ])("cannot add or edit with %j: %s", async (override, code, field) => {
    const resourceId = await omar.mutation(api.resources.add, kit);
    const draft = { ...kit, ...override };
    for (const call of [
      omar.mutation(api.resources.add, draft),
      omar.mutation(api.resources.edit, { resourceId, ...draft }),
    ])
      expect(await refusalOf(call)).toMatchObject({ code, field });
    expect(await titles()).toEqual(["Kit"]);
  });

  test("cannot edit or remove a resource that another has removed", async () => {
    const resourceId = await omar.mutation(api.resources.add, kit);
    await omar.mutation(api.resources.remove, { resourceId });
    for (const call of [
      omar.mutation(api.resources.remove, { resourceId }),
      omar.mutation(api.resources.edit, { resourceId, ...kit }),
    ])
      expect(await refusalOf(call)).toMatchObject({
        code: "not_found",
        message: "This resource no longer exists",
      });
  });

  test("sees two hundred at most", async () => {
    await typeIn(...Array.from({ length: 210 }, () => ({})));
    expect(await omar.query(api.resources.all, {})).toHaveLength(200);
  });
});
