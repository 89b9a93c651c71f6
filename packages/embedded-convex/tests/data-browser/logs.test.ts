import { expect, test } from "vitest";
import {
  EVERYTHING,
  type LogEntry,
  type LogFilter,
  matches,
  withArrived,
} from "../../data-browser/logs/log-filter";

const call = (id: number): LogEntry => ({
  id,
  identifier: `parcels:add${id}`,
  udfType: "Mutation",
  componentPath: null,
  timestamp: 1_795_232_000.123,
  executionTime: 0.004,
  error: null,
  requestId: `request${id}`,
  logLines: [{ messages: ["one", "two"], level: "WARN" }],
});

const warned = call(1);
const silent: LogEntry = { ...warned, logLines: [] };
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
    Array.from({ length: to - from }, (_, i) => call(from + i));
  const kept = withArrived(withArrived([], calls(0, 900)), calls(900, 1200));
  expect(kept).toHaveLength(1_000);
  expect(kept[0]?.identifier).toBe("parcels:add1199");
  expect(kept.at(-1)?.identifier).toBe("parcels:add200");
});
