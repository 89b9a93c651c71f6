import { expect, test } from "vitest";
import {
  type LogEntry,
  logEntry,
  withArrived,
} from "../../data-browser/logs/log-entry";
import {
  EVERYTHING,
  type LogFilter,
  matches,
} from "../../data-browser/logs/log-filter";

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

test("the newest thousand calls are kept, newest first", () => {
  const calls = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, i) =>
      logEntry(streamed(from + i), i),
    );
  const kept = withArrived(withArrived([], calls(0, 900)), calls(900, 1200));
  expect(kept).toHaveLength(1_000);
  expect(kept[0]?.name).toBe("parcels:add1199");
  expect(kept.at(-1)?.name).toBe("parcels:add200");
});
