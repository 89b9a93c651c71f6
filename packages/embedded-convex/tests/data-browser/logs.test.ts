import { afterEach, expect, test, vi } from "vitest";
import { type LogEntry, logEntry } from "../../data-browser/logs/log-entry";
import {
  EVERYTHING,
  type LogFilter,
  matches,
} from "../../data-browser/logs/log-filter";
import { LogTail } from "../../data-browser/logs/log-tail";

const streamed = (n: number) => ({
  identifier: `parcels:add${n}`,
  udfType: "Mutation",
  componentPath: null,
  timestamp: 1_795_232_000.123,
  executionTime: 0.004,
  error: null,
  requestId: `request${n}`,
  caller: "HttpApi",
  logLines: [{ messages: ["one", "two"], level: "WARN" }],
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("seconds of the stream become milliseconds", () => {
  expect(logEntry(streamed(1), 7)).toMatchObject({
    id: 7,
    name: "parcels:add1",
    durationMs: 4,
    lines: [{ level: "WARN", text: "one two" }],
  });
});

const silent: LogEntry = { ...logEntry(streamed(1), 1), lines: [] };
const warned = logEntry(streamed(1), 1);
const failed: LogEntry = { ...silent, error: "Uncaught Error: broken" };

test.each<[string, LogEntry, Partial<LogFilter>, boolean]>([
  ["everything", silent, {}, true],
  ["part of the name", silent, { functionName: " PARCELS:" }, true],
  ["another name", silent, { functionName: "teams" }, false],
  ["successes", silent, { outcome: "succeeded" }, true],
  ["failures, given a success", silent, { outcome: "failed" }, false],
  ["failures", failed, { outcome: "failed" }, true],
  ["log lines, given none", silent, { level: "DEBUG" }, false],
  ["a lower level", warned, { level: "INFO" }, true],
  ["a higher level", warned, { level: "ERROR" }, false],
  ["errors, given a failure", failed, { level: "ERROR" }, true],
  ["the text of a log line", warned, { text: "ONE TWO" }, true],
  ["the text of the error", failed, { text: "broken" }, true],
  ["the request id", silent, { text: "request1" }, true],
  ["another text", warned, { text: "three" }, false],
  [
    "two criteria, given one",
    warned,
    { text: "one", outcome: "failed" },
    false,
  ],
])(
  "a filter for %s matches a call as expected",
  (_what, entry, filter, isFound) => {
    expect(matches(entry, { ...EVERYTHING, ...filter })).toBe(isFound);
  },
);

/** Stubs `fetch`: returns the `answers` in turn, then never resolves. */
function answerWith(answers: (() => Response)[]): string[] {
  const asked: string[] = [];
  vi.stubGlobal("fetch", (path: string) => {
    asked.push(path);
    const answer = answers.shift();
    return answer === undefined
      ? new Promise<Response>(() => {})
      : Promise.resolve().then(answer);
  });
  return asked;
}

const entries = (from: number, to: number, newCursor: number) => () =>
  Response.json({
    entries: Array.from({ length: to - from }, (_, i) => streamed(from + i)),
    newCursor,
  });

test("polling continues from the cursor, and the oldest entries are dropped", async () => {
  vi.useFakeTimers();
  const asked = answerWith([entries(0, 900, 5), entries(900, 1200, 6)]);
  const tail = new LogTail("a|b");
  const stop = tail.subscribe(() => {});
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked).toEqual(
    [0, 5, 6].map((n) => `/api/stream_function_logs?cursor=${n}`),
  );
  const { entries: kept } = tail.get();
  expect(kept).toHaveLength(1_000);
  expect(kept[0]?.name).toBe("parcels:add1199");
  expect(kept.at(-1)?.name).toBe("parcels:add200");
  expect(new Set(kept.map(({ id }) => id)).size).toBe(1_000);
  stop();
});

test("a failed request is shown and retried", async () => {
  vi.useFakeTimers();
  const refuse = () => {
    throw new TypeError("Failed to fetch");
  };
  const asked = answerWith([entries(0, 1, 5), refuse, entries(1, 2, 6)]);
  const tail = new LogTail("a|b");
  const stop = tail.subscribe(() => {});
  await vi.advanceTimersByTimeAsync(1_000);
  expect(tail.get().error).toBe("The backend does not answer.");
  expect(tail.get().entries).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(tail.get().error).toBeNull();
  expect(tail.get().entries).toHaveLength(2);
  expect(asked).toHaveLength(4);
  stop();
});

test("polling stops without listeners", async () => {
  vi.useFakeTimers();
  const asked = answerWith([entries(0, 1, 5), entries(1, 2, 6)]);
  const tail = new LogTail("a|b");
  expect(asked).toEqual([]);
  tail.subscribe(() => {})();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toHaveLength(1);
});
