import { convexToJson } from "convex/values";
import { expect, test } from "vitest";
import { parseApiCall } from "../../src/http/api-calls";
import { RecentSnapshots } from "../../src/http/recent-snapshots";
import { formatValueText } from "../../src/http/value-format";
import { credentialOf } from "../../src/protocol/authenticator";
import type { Snapshot } from "../../src/transaction/snapshot";
import { TestTime } from "../functions/test-time";

const refusal = (status: number, code: string) =>
  expect.objectContaining({ name: "RequestError", status, code });

test("arguments come as an object or in an array", () => {
  expect(parseApiCall({ path: "a:b", args: { x: 1 } }).args).toEqual([
    { x: 1 },
  ]);
  expect(parseApiCall({ path: "a:b", args: [{ x: 1 }] }).args).toEqual([
    { x: 1 },
  ]);
  expect(parseApiCall({ path: "a:b" }).args).toEqual([{}]);
});

test.each([
  [
    "a path of numbers",
    () => parseApiCall({ path: 5 }),
    "BadConvexFunctionIdentifier",
  ],
  [
    "text as arguments",
    () => parseApiCall({ path: "a", args: "x" }),
    "BadJsonBody",
  ],
  [
    "an odd format",
    () => parseApiCall({ path: "a", format: "xml" }),
    "BadFormat",
  ],
])("a body with %s is refused", (_name, parse, code) => {
  expect(parse).toThrow(refusal(400, code));
});

test("plain JSON spells every value for people", () => {
  const value = {
    big: 2n ** 60n,
    bytes: new Uint8Array([1, 2]).buffer,
    infinite: Number.POSITIVE_INFINITY,
    list: [1, "two", null, true],
  };
  const text = JSON.stringify(convexToJson(value));
  expect(JSON.parse(formatValueText(text, "json"))).toEqual({
    big: "1152921504606846976",
    bytes: "AQI=",
    infinite: "Infinity",
    list: [1, "two", null, true],
  });
  expect(formatValueText(text, "convex_encoded_json")).toBe(text);
});

test("a snapshot is kept for a minute", () => {
  const time = new TestTime();
  const snapshots = new RecentSnapshots(time);
  const snapshot = { ts: 5n } as Snapshot;
  snapshots.keep(snapshot);
  time.pause(60_000);
  expect(snapshots.find(5n)).toBe(snapshot);
  expect(snapshots.find(6n)).toBeNull();
  time.pause(1);
  expect(snapshots.find(5n)).toBeNull();
});

test("a header names who asks", () => {
  expect(credentialOf(undefined)).toEqual({ kind: "none" });
  expect(credentialOf("Bearer abc")).toEqual({ kind: "user", token: "abc" });
  expect(credentialOf("Convex a|00")).toEqual({ kind: "admin", key: "a|00" });
  expect(() => credentialOf("Basic abc")).toThrow(
    refusal(401, "AuthenticationError"),
  );
});
