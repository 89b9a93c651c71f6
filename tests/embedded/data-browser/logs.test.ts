import { afterEach, expect, test, vi } from "vitest";
import {
  type LogEntry,
  logEntry,
} from "../../../embedded/data-browser/logs/log-entry";
import {
  EVERYTHING,
  type LogFilter,
  matches,
} from "../../../embedded/data-browser/logs/log-filter";
import { LogTail } from "../../../embedded/data-browser/logs/log-tail";

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

test("an entry of the stream is read in milliseconds", () => {
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
  ["a part of its name", silent, { functionName: " PARCELS:" }, true],
  ["another name", silent, { functionName: "teams" }, false],
  ["a success", silent, { outcome: "succeeded" }, true],
  ["a failure, which it is not", silent, { outcome: "failed" }, false],
  ["a failure", failed, { outcome: "failed" }, true],
  ["lines, which it has none of", silent, { level: "DEBUG" }, false],
  ["a level that it reaches", warned, { level: "INFO" }, true],
  ["a level that it does not reach", warned, { level: "ERROR" }, false],
  ["an error, as a failure is", failed, { level: "ERROR" }, true],
  ["what it wrote", warned, { text: "ONE TWO" }, true],
  ["what the error says", failed, { text: "broken" }, true],
  ["its request", silent, { text: "request1" }, true],
  ["another text", warned, { text: "three" }, false],
  [
    "two things of which one fails",
    warned,
    { text: "one", outcome: "failed" },
    false,
  ],
])("a call asked for %s", (_what, entry, filter, isFound) => {
  expect(matches(entry, { ...EVERYTHING, ...filter })).toBe(isFound);
});

/** Answers each question with the next of `answers`, then waits for ever. */
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

test("the log is followed from where it has come to, and kept in bounds", async () => {
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

test("a log that cannot be read is asked for again, and says so meanwhile", async () => {
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

test("nobody who listens, nothing is asked", async () => {
  vi.useFakeTimers();
  const asked = answerWith([entries(0, 1, 5), entries(1, 2, 6)]);
  const tail = new LogTail("a|b");
  expect(asked).toEqual([]);
  tail.subscribe(() => {})();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toHaveLength(1);
});
