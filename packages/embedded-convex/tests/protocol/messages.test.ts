import { expect, test } from "vitest";
import { parseClientMessage } from "../../src/protocol/messages";
import { ProtocolError } from "../../src/protocol/protocol-error";
import {
  failed,
  succeeded,
  queryFailedFragment,
  stateModification,
  queryUpdatedFragment,
} from "../../src/protocol/server-messages";
import {
  decodeTimestamp,
  encodeTimestamp,
} from "../../src/protocol/timestamps";

const sessionId = "11111111-2222-4333-8444-555555555555";
const connect = { type: "Connect", sessionId, connectionCount: 0 };
const authenticate = { type: "Authenticate", baseVersion: 0 };
const modify = { type: "ModifyQuerySet", baseVersion: 0, newVersion: 1 };
const call = { requestId: 0, udfPath: "a:b", args: [] };

const parse = (message: unknown) => parseClientMessage(JSON.stringify(message));

test("a timestamp survives its text", () => {
  for (const ts of [0n, 1n, 1_790_000_000_123_456_789n, 2n ** 64n - 1n]) {
    expect(decodeTimestamp(encodeTimestamp(ts))).toBe(ts);
  }
  expect(encodeTimestamp(1n)).toBe("AQAAAAAAAAA=");
});

test.each([
  "",
  "AQAAAAAAAAA",
  "AQAAAAAAAA==",
  "not a timestamp",
  "=".repeat(12),
])("%j is no timestamp", (text) => {
  expect(decodeTimestamp(text)).toBeNull();
});

test("a query's optional fields have defaults", () => {
  const message = parse({
    ...modify,
    modifications: [
      { type: "Add", queryId: 3, udfPath: "a:b", args: [{}] },
      { type: "Remove", queryId: 2 },
    ],
  });
  expect(message).toMatchObject({
    modifications: [
      { type: "Add", queryId: 3, journal: null, componentPath: "" },
      { type: "Remove", queryId: 2 },
    ],
  });
});

test.each([
  ["no object", [1, 2]],
  ["null", null],
  ["no type", {}],
  ["a type from the prototype", { type: "constructor" }],
  ["a session id that is no UUID", { ...connect, sessionId: "x" }],
  ["a negative count", { ...connect, connectionCount: -1 }],
  ["a bad timestamp", { ...connect, maxObservedTimestamp: "soon" }],
  ["an unknown token type", { ...authenticate, tokenType: "Magic" }],
  ["a bad token", { ...authenticate, tokenType: "User", value: 5 }],
  ["no array of arguments", { type: "Mutation", ...call, args: {} }],
  ["a fractional request id", { type: "Action", ...call, requestId: 0.5 }],
  ["no modifications", modify],
  [
    "an unknown modification",
    { ...modify, modifications: [{ type: "Swap", queryId: 1 }] },
  ],
])("a message with %s is refused", (_name, message) => {
  expect(() => parse(message)).toThrow(ProtocolError);
});

test("text that is no JSON is refused", () => {
  expect(() => parseClientMessage("\u0000")).toThrow(ProtocolError);
});

const mutation = { type: "Mutation", requestId: 4 } as const;
const action = { type: "Action", requestId: 4 } as const;

test("messages put together from text are JSON", () => {
  const logLines = ["[LOG] 'a \"quoted\" line'"];
  const error = { errorMessage: "line 1\nline 2", errorData: { code: "x" } };
  expect(JSON.parse(succeeded(mutation, '{"a":[1]}', logLines, 1n))).toEqual({
    type: "MutationResponse",
    requestId: 4,
    success: true,
    result: { a: [1] },
    ts: "AQAAAAAAAAA=",
    logLines,
  });
  expect(JSON.parse(failed(mutation, error, []))).toEqual({
    type: "MutationResponse",
    requestId: 4,
    success: false,
    result: "line 1\nline 2",
    ts: null,
    logLines: [],
    errorData: { code: "x" },
  });
  expect(
    JSON.parse(stateModification(9, queryUpdatedFragment("[]", [], 'j"'))),
  ).toEqual({
    type: "QueryUpdated",
    queryId: 9,
    value: [],
    logLines: [],
    journal: 'j"',
  });
});

test("an ordinary error carries no error data, not even null", () => {
  const error = { errorMessage: "Server Error" };
  for (const text of [
    stateModification(1, queryFailedFragment(error, [], null)),
    failed(mutation, error, []),
    failed(action, error, []),
  ]) {
    expect(JSON.parse(text)).not.toHaveProperty("errorData");
  }
});

test("error data that is null is a ConvexError's null", () => {
  const error = { errorMessage: "Server Error", errorData: null };
  expect(JSON.parse(failed(mutation, error, []))).toHaveProperty(
    "errorData",
    null,
  );
});
