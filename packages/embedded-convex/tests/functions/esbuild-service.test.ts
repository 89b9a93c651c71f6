import { stop } from "esbuild";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { withEsbuild } from "../../src/functions/loading/esbuild-service";

vi.mock(import("esbuild"), () => ({ stop: vi.fn() }));

const MINUTE_MS = 60_000;

beforeEach(() => vi.useFakeTimers());

afterEach(() => {
  vi.clearAllTimers();
  vi.useRealTimers();
  vi.mocked(stop).mockClear();
});

test("esbuild ends after a minute without work", async () => {
  expect(await withEsbuild(async () => "done")).toBe("done");
  await vi.advanceTimersByTimeAsync(MINUTE_MS - 1);
  expect(stop).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(stop).toHaveBeenCalledOnce();
});

test("work that failed was work, too", async () => {
  const work = () => Promise.reject(new Error("no"));
  await expect(withEsbuild(work)).rejects.toThrow("no");
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect(stop).toHaveBeenCalledOnce();
});

test("esbuild does not end under work that takes long", async () => {
  let finish = () => {};
  const long = withEsbuild(
    () => new Promise<void>((resolve) => (finish = resolve)),
  );
  await withEsbuild(async () => undefined);
  await vi.advanceTimersByTimeAsync(2 * MINUTE_MS);
  expect(stop).not.toHaveBeenCalled();
  finish();
  await long;
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect(stop).toHaveBeenCalledOnce();
});
