import { expect, test, vi } from "vitest";
import { event } from "../../src/content/event";
import { digitsOf } from "../../src/features/clock/countdown";
import {
  askDeploymentTime,
  measure,
} from "../../src/features/clock/deployment-clock";
import { callOverHttp } from "../../src/lib/connection/deployment-url";
import { siteUrlOf } from "../../src/lib/connection/site-url";

const HOUR = 60 * 60 * 1000;
const SERVER = Date.UTC(2025, 5, 29, 6);

/** A stopwatch, and a deployment that is asked over a line with these delays, there and back. */
function world(delays: [number, number][]) {
  let elapsed = 0;
  let asked = 0;
  return {
    stopwatch: () => elapsed,
    wait: (ms: number) => (elapsed += ms),
    ask: () => {
      const [there, back] = delays[asked++] ?? [0, 0];
      elapsed += there;
      const serverMs = SERVER + elapsed;
      elapsed += back;
      return Promise.resolve(serverMs);
    },
  };
}

test("the deployment's time is right to half of the shortest round trip", async () => {
  const { ask, stopwatch, wait } = world([
    [300, 900],
    [10, 30],
    [200, 2_000],
  ]);
  const now = await measure(ask, stopwatch);
  expect(Math.abs(now() - (SERVER + stopwatch()))).toBeLessThanOrEqual(20);
  wait(HOUR);
  expect(Math.abs(now() - (SERVER + stopwatch()))).toBeLessThanOrEqual(20);
});

test.each([
  [event.hours * HOUR, `${event.hours}:00:00`],
  [HOUR - 1, "01:00:00"],
  [61_000, "00:01:01"],
  [1, "00:00:01"],
])("%i ms are left as %s", (leftMs, digits) => {
  expect(digitsOf(leftMs)).toBe(digits);
});

test("one quick answer is enough", async () => {
  const ask = vi.fn<() => Promise<number>>(async () => SERVER);
  await measure(ask, () => 0);
  expect(ask).toHaveBeenCalledTimes(1);
});

test.each([
  ["https://brave-otter-1.convex.cloud", "https://brave-otter-1.convex.site"],
  ["http://127.0.0.1:3210", "http://127.0.0.1:3211"],
  ["https://arena.example/", "https://arena.example"],
])("HTTP actions of %s are at %s, unless it is configured", (url, site) => {
  expect(siteUrlOf(url)).toBe(site);
  expect(siteUrlOf(url, "https://actions.example/")).toBe(
    "https://actions.example",
  );
});

test.each([
  ["the deployment's time", askDeploymentTime],
  ["any call over HTTP", async () => callOverHttp("mutation", {})],
])(
  "%s is given up on a line that swallows what it is given",
  async (_, ask) => {
    const patience = new AbortController();
    vi.spyOn(AbortSignal, "timeout").mockReturnValue(patience.signal);
    vi.stubGlobal(
      "fetch",
      (_url: string, { signal }: RequestInit = {}) =>
        new Promise((_resolve, reject) =>
          signal?.addEventListener("abort", () =>
            reject(new Error("no answer")),
          ),
        ),
    );
    const asked = ask();
    patience.abort();
    await expect(asked).rejects.toThrow("no answer");
  },
);
