/** The package as it is built: there the backend keeps its own timers. */
import { makeFunctionReference } from "convex/server";
import { ConvexError } from "convex/values";
import { embedded } from "embedded-convex/vitest";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fixture } from "../base/fixtures";
import schema from "../fixtures/workshop/schema";

const HOUR = 60 * 60 * 1000;
const functions = fixture("workshop");

const titles = makeFunctionReference<"query", Record<string, never>, string[]>(
  "nesting:titles",
);
const add = makeFunctionReference<"mutation", { title: string }>("tasks:add");
const note = makeFunctionReference<"mutation", { name: string }>("jobs:note");
const refuse = makeFunctionReference<"mutation", { title: string }>(
  "nesting:insertAndThrow",
);
type Job = { target: string; delayMs: number; name: string };
const schedule = makeFunctionReference<"mutation", Job>("jobs:schedule");

const open = () => embedded({ functions, schema });
let t: Awaited<ReturnType<typeof open>>;
beforeEach(async () => {
  t = await open();
});
afterEach(() => vi.useRealTimers());

test("functions are called, public and internal, and inline ones of the test run as they do", async () => {
  const id = await t.mutation(add, { title: "public" });
  await t.as({ subject: "ann" }).mutation(note, { name: "internal" });
  expect(await t.query(titles, {})).toEqual(["public", "internal as somebody"]);
  const done = await t.run(async (ctx) => {
    await ctx.db.insert("tasks", { title: "inline", done: true });
    return new Map([[id, await ctx.runQuery(titles, {})]]);
  });
  // What they return is not written as Convex's values.
  expect(done.get(id)).toHaveLength(3);
  const failing = t.run(async (ctx) => {
    await ctx.db.insert("tasks", { title: "rolled back", done: true });
    throw new RangeError("mine");
  });
  await expect(failing).rejects.toThrow(RangeError);
  const seen = await t.query(async (ctx) => ctx.db.query("tasks").collect());
  expect(seen.map(({ title }) => title)).not.toContain("rolled back");
  const who = t.withIdentity({ subject: "ann", name: "Ann" });
  expect(await who.action(async (ctx) => ctx.auth.getUserIdentity())).toEqual({
    subject: "ann",
    issuer: "https://convex.test",
    tokenIdentifier: "https://convex.test|ann",
    name: "Ann",
  });
});

test("errors are those of the project's own library, and arguments are checked", async () => {
  const refused = t.mutation(refuse, { title: "no" });
  await expect(refused).rejects.toThrow(ConvexError);
  await expect(refused).rejects.toMatchObject({ data: { refused: "no" } });
  await expect(t.mutation(add, { title: 1 } as never)).rejects.toThrow(
    "ArgumentValidationError",
  );
});

test("HTTP actions and official clients reach the same documents", async () => {
  const seen: string[][] = [];
  t.client().onUpdate(titles, {}, (value) => seen.push(value));
  await expect.poll(() => seen.at(-1)).toEqual([]);
  const answer = await t.fetch("/tasks/1?a", { method: "POST", body: "sent" });
  expect(answer.status).toBe(201);
  await expect.poll(() => seen.at(-1)).toEqual(["sent"]);
  expect((await t.fetch("/nowhere")).status).toBe(404);
  const who = t.as({ subject: "ann" });
  expect(await (await who.fetch("/who")).json()).toEqual({ subject: "ann" });
  await who.client().mutation(note, { name: "by socket" });
  await expect.poll(() => seen.at(-1)).toContain("by socket as somebody");
});

test("the clock runs what falls due in the time that it skips, in order, each at its own time", async () => {
  const startMs = t.clock.now();
  for (const hours of [3, 1, 2, 9]) {
    const job = { target: "note", delayMs: hours * HOUR, name: `${hours} h` };
    await t.mutation(schedule, job);
  }
  await t.clock.advance(3.5 * HOUR);
  const tasks = await t.query(async (ctx) => ctx.db.query("tasks").collect());
  const byJobs = tasks.filter(({ title }) => title.endsWith(" h"));
  expect(byJobs.map(({ title }) => title)).toEqual(["1 h", "2 h", "3 h"]);
  const late = byJobs.map(({ _creationTime }, index) =>
    Math.floor((_creationTime - startMs - (index + 1) * HOUR) / HOUR),
  );
  expect(late).toEqual([0, 0, 0]);
  // Those of ten minutes, of which the first was due at the start.
  expect(tasks.filter(({ title }) => title === "often")).toHaveLength(22);
  await t.finishAllScheduledFunctions();
  expect(t.clock.now() - startMs).toBeGreaterThanOrEqual(9 * HOUR);
  expect(await t.query(titles, {})).toContain("9 h");
});

test("fake timers of Vitest move the functions' time, and not the backend's", async () => {
  const startMs = 1_800_000_000_000;
  vi.useFakeTimers({ now: startMs });
  t = await open();
  const job = { target: "note", delayMs: HOUR, name: "faked" };
  await t.mutation(schedule, job);
  vi.advanceTimersByTime(HOUR - 1);
  await t.finishInProgressScheduledFunctions();
  expect(await t.query(titles, {})).toEqual([]);
  vi.advanceTimersByTime(1);
  await t.finishInProgressScheduledFunctions();
  const [task] = await t.query(async (ctx) => ctx.db.query("tasks").collect());
  expect(task?.title).toBe("faked");
  expect(Math.floor(task?._creationTime ?? 0)).toBe(startMs + HOUR);
  await t.mutation(schedule, { ...job, name: "later" });
  await t.finishAllScheduledFunctions(vi.runAllTimers);
  expect(await t.query(titles, {})).toEqual(["faked", "later"]);
});

let endedUrl = "";

test("a deployment ends with its test", async () => {
  endedUrl = t.url;
  expect((await fetch(endedUrl)).status).toBe(404);
});

test("and nothing of it goes on", async () => {
  await expect(fetch(endedUrl)).rejects.toThrow("fetch failed");
});
