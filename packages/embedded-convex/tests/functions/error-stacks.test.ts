import { expect, onTestFinished, test, vi } from "vitest";

test("two copies of the engine in one process do not ask each other for a stack without end", async () => {
  const before: unknown = Reflect.get(Error, "prepareStackTrace");
  onTestFinished(() => {
    Reflect.set(Error, "prepareStackTrace", before);
  });
  const copy = async () => {
    vi.resetModules();
    return import("../../src/functions/calls/error-stacks");
  };
  const [first, second] = [await copy(), await copy()];
  for (const { hideHostInStacks } of [first, second, first, second])
    hideHostInStacks();
  expect(String(new Error("of the host").stack)).toMatch(
    /of the host\n {4}at /,
  );
});
