import { expect, test } from "vitest";
import { failureOf, openWorkbench } from "./workbench";
import { settle } from "./test-time";

test("a nested mutation that throws takes its writes and jobs back", async () => {
  const bench = await openWorkbench();
  expect(await bench.mutation("nesting:catchNested")).toEqual({
    caught: { refused: "inner" },
    titles: ["outer"],
  });
  expect(await bench.query("nesting:titles")).toEqual(["outer"]);
  expect(await bench.query("jobs:states")).toEqual([]);
});

test("what a nested mutation read still counts after it was undone", async () => {
  const bench = await openWorkbench();
  const all = Array.from({ length: 5 }, () =>
    bench.mutation("nesting:countThroughFailure"),
  );
  expect(new Set(await Promise.all(all))).toEqual(new Set([1, 2, 3, 4, 5]));
});

test("an uncaught nested ConvexError keeps its data", async () => {
  const bench = await openWorkbench();
  const outcome = await bench.runMutation("nesting:failWithNested");
  expect(failureOf(outcome).data).toEqual({ refused: "inner" });
  expect(await bench.query("nesting:titles")).toEqual([]);
});

test("nested mutations under Promise.all run one after the other", async () => {
  const bench = await openWorkbench();
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
  const bench = await openWorkbench();
  const eight = await bench.runMutation("nesting:goDeeper", { levels: 8 });
  expect(eight.ok).toBe(true);
  const nine = await bench.runMutation("nesting:goDeeper", { levels: 9 });
  expect(failureOf(nine).message).toContain("depth limit exceeded. Limit: 8");
});

test("a nested mutation that nobody awaits is part of its caller", async () => {
  const bench = await openWorkbench();
  await bench.mutation("nesting:forgetNested");
  expect(await bench.query("nesting:titles")).toEqual([
    "kept",
    "forgotten begins",
    "forgotten ends",
  ]);
});

test("the database refuses a function that has failed", async () => {
  const bench = await openWorkbench();
  await bench.runMutation("nesting:lateInsert");
  await settle();
  expect(await bench.query("nesting:titles")).toEqual([]);
});

test("a query cannot write", async () => {
  const bench = await openWorkbench();
  const outcome = await bench.runQuery("surroundings:writeInQuery");
  expect(failureOf(outcome).message).toContain("Queries cannot write");
  expect(await bench.query("nesting:titles")).toEqual([]);
});
