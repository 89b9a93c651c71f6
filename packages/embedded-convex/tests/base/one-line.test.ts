import { expect, test } from "vitest";
import { oneLine } from "../../src/base/one-line";

test("lines are joined without the space around them", () => {
  expect(oneLine("Uncaught Error: no\n    at f\n\n  at g \r\n")).toBe(
    "Uncaught Error: no | at f | at g",
  );
});

test("a long text is cut", () => {
  expect(oneLine("x".repeat(1_000_000)).length).toBeLessThan(20_000);
});
