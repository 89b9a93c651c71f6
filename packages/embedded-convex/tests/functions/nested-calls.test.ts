import { convexToJson } from "convex/values";
import { beforeEach, expect, test } from "vitest";
import { failureOf, openWorkbench, valueOf, type Workbench } from "./workbench";
import { settle } from "./test-time";

let bench: Workbench;
beforeEach(async () => {
  bench = await openWorkbench();
});

test("a nested mutation that throws takes its writes and jobs back", async () => {
  expect(await bench.mutation("nesting:catchNested")).toEqual({
    caught: { refused: "inner" },
    titles: ["outer"],
  });
  expect(await bench.query("nesting:titles")).toEqual(["outer"]);
  expect(await bench.query("jobs:states")).toEqual([]);
});

test("what a nested mutation read still counts after it was undone", async () => {
  const all = Array.from({ length: 5 }, () =>
    bench.mutation("nesting:countThroughFailure"),
  );
  expect(new Set(await Promise.all(all))).toEqual(new Set([1, 2, 3, 4, 5]));
});

test("an uncaught nested ConvexError keeps its data", async () => {
  const outcome = await bench.runMutation("nesting:failWithNested");
  expect(failureOf(outcome).data).toEqual({ refused: "inner" });
  expect(await bench.query("nesting:titles")).toEqual([]);
});

test("nested mutations under Promise.all run one after the other", async () => {
  await bench.mutation("nesting:allAtOnce");
  expect(await bench.query("nesting:titles")).toEqual([
    "a begins",
    "a ends",
    "own",
    "c begins",
    "c ends",
  ]);
});

test("calls nest eight deep and no deeper", async () => {
  const eight = await bench.runMutation("nesting:goDeeper", { levels: 8 });
  expect(eight.ok).toBe(true);
  const nine = await bench.runMutation("nesting:goDeeper", { levels: 9 });
  expect(failureOf(nine).message).toContain(
    "call depth limit exceeded. Do you have an infinite loop in your app?",
  );
});

test("a nested mutation that nobody awaits is part of its caller", async () => {
  await bench.mutation("nesting:forgetNested");
  expect(await bench.query("nesting:titles")).toEqual([
    "kept",
    "forgotten begins",
    "forgotten ends",
  ]);
});

test("the database refuses a function that has failed", async () => {
  await bench.runMutation("nesting:lateInsert");
  await settle();
  expect(await bench.query("nesting:titles")).toEqual([]);
});

test.each([
  ["documentsRead", 0, "Too many documents read"],
  ["bytesRead", 10, "limit: 10 bytes"],
  ["databaseQueries", 0, "Too many reads"],
  ["documentsWritten", 0, "Too many writes"],
  ["bytesWritten", 10, "Too many bytes written"],
  ["functionsScheduled", 0, "Too many functions scheduled"],
  ["scheduledFunctionArgsBytes", 3, "limit: 3 bytes"],
  ["bytesWritten", -1, "Invalid argument `transactionLimits`"],
])("a nested call is held to its own limit of %s", async (name, limit, why) => {
  const limits = { [name]: limit };
  const told = await bench.mutation("nesting:limited", { limits });
  // What was undone is not counted, and the caller's own limit holds again.
  const left = { used: 1, remaining: 15_999 };
  expect(told).toEqual([expect.stringContaining(why), left]);
});

test("a nested call learns what its own limits leave it", async () => {
  const limits = { documentsWritten: 3, documentsRead: 5 };
  const told = await bench.mutation("nesting:limited", { limits });
  expect(told).toMatchObject({
    documentsWritten: { used: 2, remaining: 2 },
    documentsRead: { used: 1, remaining: 4 },
    functionsScheduled: { used: 1, remaining: 999 },
  });
});

test("the commit timestamp in a result is a number for the client", async () => {
  const outcome = await bench.runMutation("nesting:stamp");
  const ts = convexToJson(outcome.ts ?? 0n);
  expect(valueOf(outcome)).toEqual([ts, ts]);
  const query = await bench.runQuery("nesting:stampInQuery");
  expect(failureOf(query).message).toContain(
    "queries cannot return an unresolved commit timestamp",
  );
});

test("a query cannot write", async () => {
  const outcome = await bench.runQuery("surroundings:writeInQuery");
  expect(failureOf(outcome).message).toContain("Queries cannot write");
  expect(await bench.query("nesting:titles")).toEqual([]);
});
