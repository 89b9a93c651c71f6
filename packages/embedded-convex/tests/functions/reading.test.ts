import { beforeAll, expect, test } from "vitest";
import { failureOf, openWorkbench, type Workbench } from "./workbench";

let bench: Workbench;

const tasks: Record<string, string | number>[] = [
  { title: "none", owner: "ann" },
  { title: "zero", owner: "ann", priority: 0 },
  { title: "one", owner: "ann", priority: 1 },
  { title: "two", owner: "ann", priority: 2 },
  { title: "three", owner: "ann", priority: 3 },
  { title: "ann\0's", owner: "ann\0", priority: 1 },
];

beforeAll(async () => {
  bench = await openWorkbench();
  for (const task of tasks) await bench.mutation("tasks:add", task);
});

test.each([
  ["missing", ["none"]],
  ["between", ["one", "two", "ann\0's"]],
  ["either", ["none", "zero"]],
  ["not", []],
])("the filter %j lets %j through", async (filter, titles) => {
  expect(await bench.query("reading:filtered", { filter })).toEqual(titles);
});

test.each([
  ["all", ["none", "zero", "one", "two", "three", "ann\0's"]],
  ["present", ["zero", "one", "two", "three"]],
  ["missing", ["none"]],
  ["open", ["one", "two"]],
  ["closed", ["three", "two", "one", "zero"]],
  ["later", ["one"]],
  ["any order", ["one"]],
])("the index range %j holds %j", async (range, titles) => {
  expect(await bench.query("reading:ranged", { range })).toEqual(titles);
});

test("a range may go on to the time and the id, which every index ends with", async () => {
  const found = await bench.query("reading:fromTheTask", { title: "one" });
  expect(found).toEqual([["one"], [], ["one"]]);
});

test.each([
  [
    "skipping",
    'Index fields: ["owner", "priority", "_creationTime"]\nQuery fields: ["priority"]\nFirst incorrect field: "priority"',
  ],
  ["elsewhere", "doesn't index this field"],
  [
    "twice",
    `Already defined lower bound in index range. Can't add "priority" > 1.0.`,
  ],
  [
    "equal twice",
    `Already defined equality bound in index range. Can't add "owner" == "ann".`,
  ],
  ["equal and bounded", "Already defined inequality bound in index range."],
  ["two fields", "Already defined lower bound in index range."],
])("the index range %j is refused", async (range, why) => {
  const outcome = await bench.runQuery("reading:ranged", { range });
  expect(failureOf(outcome).message).toContain(why);
});

test("an unknown index is refused by name", async () => {
  const outcome = await bench.runQuery("reading:unknownIndex");
  expect(failureOf(outcome).message).toContain("by_colour");
});

test("a forgotten collect() is explained", async () => {
  const outcome = await bench.runQuery("reading:forgotCollect");
  expect(failureOf(outcome).message).toContain("Return value is a Query");
});

test("first() depends on nothing beyond the first row", async () => {
  const before = bench.database.snapshot();
  const { readSet } = await bench.runQuery("reading:firstOnly", {
    owner: "ann",
  });
  await bench.mutation("tasks:add", { title: "x", owner: "ann", priority: 9 });
  expect(bench.database.isCurrent(readSet, before.ts)).toBe(true);
  await bench.mutation("tasks:add", { title: "y", owner: "aaa", priority: 9 });
  expect(bench.database.isCurrent(readSet, before.ts)).toBe(true);
  const first = await bench.query("reading:firstOnly", { owner: "ann" });
  const { _id: id } = first as { _id: string };
  await bench.mutation("tasks:finish", { id });
  expect(bench.database.isCurrent(readSet, before.ts)).toBe(false);
});

test("a function learns its name and what it has used", async () => {
  expect(await bench.query("reading:metrics")).toEqual({
    documentsRead: 2,
    databaseQueries: 1,
    self: {
      name: "reading:metrics",
      componentPath: "",
      type: "query",
      visibility: "public",
    },
  });
});
