/** What Convex refuses, and how it answers; see `README.md`, "Differences". */
import type { ConvexHttpClient } from "convex/browser";
import { type FunctionReference, makeFunctionReference } from "convex/server";
import type { Value } from "convex/values";
import { beforeAll, expect, test } from "vitest";
import {
  fixture,
  newHttpClient,
  postJson,
  startServer,
  type TestServer,
} from "./test-server";

let server: TestServer;
let client: ConvexHttpClient;
beforeAll(async () => {
  server = await startServer({
    functions: fixture("workshop"),
    isProduction: false,
  });
  client = newHttpClient(server.url);
});

type Kind = "query" | "mutation" | "action";

function run(
  kind: Kind,
  name: string,
  args: Record<string, Value> = {},
): Promise<unknown> {
  const call = client[kind].bind(client) as (
    reference: FunctionReference<Kind>,
    given: Record<string, Value>,
  ) => Promise<unknown>;
  return call(makeFunctionReference<Kind>(name), args);
}

/** The first line of the error that a call ends with, without its request. */
async function refusal(call: Promise<unknown>): Promise<string> {
  const error = await call.then(
    () => new Error("it succeeded"),
    (thrown: unknown) => thrown as Error,
  );
  return error.message.replace(/^\[Request ID: \w+\] Server Error\n/, "");
}

const TOO_LONG = "Array length is too long (8193 > maximum length 8192)";
const TOO_MANY = "Object has too many fields (1025 > maximum number 1024)";
const TOO_NESTED =
  /(Value|Document) is too nested \(nested 6\d levels deep > maximum nesting \d\d\)/;
const LONE = "Received invalid json: lone leading surrogate in hex escape";

test.each([
  ["array", 8193, TOO_LONG],
  ["object", 1025, TOO_MANY],
  ["nested", 65, TOO_NESTED],
  ["surrogate", 1, LONE],
])("%s of size %i is refused wherever values go", async (what, size, why) => {
  for (const [kind, name, where] of [
    ["query", "result", "Function bounds.js:result return value invalid: "],
    ["query", "nestedResult", "Function bounds.js:result return value inv"],
    ["mutation", "nestedArgument", ""],
    ["mutation", "scheduledArgument", ""],
    ["mutation", "stored", ""],
  ] as const) {
    const called = run(kind, `bounds:${name}`, { what, size });
    const message = await refusal(called);
    expect(message).toContain(where);
    expect(message).toMatch(why);
  }
});

test.each([
  ["array", 8192],
  ["object", 1024],
  ["nested", 64],
])("%s of size %i is a result", async (what, size) => {
  const result = await run("query", "bounds:result", { what, size });
  expect(Object.keys(result as object).length).toBe(
    what === "nested" ? 1 : size,
  );
});

test.each([
  ["array", 8192],
  ["object", 1024],
  ["nested", 15],
])("a document holds %s of size %i, and none larger", async (what, size) => {
  await run("mutation", "bounds:stored", { what, size });
  const larger = run("mutation", "bounds:stored", { what, size: size + 1 });
  expect(await refusal(larger)).toMatch(/too (long|many|nested)/);
});

test("an argument is refused by its size, in the function's name", async () => {
  const value = Array.from({ length: 8193 }, () => 0);
  for (const [kind, name] of [
    ["query", "echo"],
    ["mutation", "mutationEcho"],
    ["action", "actionEcho"],
  ] as const) {
    expect(await refusal(run(kind, `values:${name}`, { value }))).toContain(
      `Invalid arguments for values.js:${name}: ${TOO_LONG}`,
    );
  }
  const text = { value: "\udc00" };
  expect(await refusal(run("query", "values:echo", text))).toContain(LONE);
  const whole = { value: "\\ud800 and 😀" };
  expect(await run("query", "values:echo", whole)).toBe(whole.value);
});

test("cryptographic randomness is for actions alone", async () => {
  const advice =
    "Can't use cryptographic randomness in queries and mutations. Please consider using an action.";
  for (const how of ["key", "ecdsa"]) {
    const drawn = run("mutation", "bounds:drawInMutation", { how });
    expect(await refusal(drawn)).toContain(advice);
    await run("action", "bounds:drawInAction", { how });
  }
  const signed = run("mutation", "bounds:drawInMutation", { how: "hmac" });
  expect(await signed).toBe(32);
});

test("performance.now() stands still in queries alone", async () => {
  expect(await run("query", "bounds:elapsedInQuery")).toBe(0);
  expect(await run("mutation", "bounds:elapsedInMutation")).toBeGreaterThan(0);
});

test("a file's document has what Convex shows of it, and no more", async () => {
  const address = await run("mutation", "bounds:uploadUrl");
  await fetch(String(address), { method: "POST", body: new Uint8Array(3) });
  const files = await run("query", "bounds:files");
  const expected: unknown = expect.objectContaining({
    contentType: null,
    size: 3,
  });
  expect(files).toEqual([expected, expected]);
});

test("an administrator reads scheduled functions before there are any", async () => {
  const admin = newHttpClient(server.url);
  const withAdmin = admin as unknown as { setAdminAuth(key: string): void };
  withAdmin.setAdminAuth(server.engine.keys.adminKey);
  const tableData = makeFunctionReference<"query">("_system/cli/tableData");
  const paginationOpts = { numItems: 10, cursor: null };
  const table = "_scheduled_functions";
  expect(await admin.query(tableData, { table, paginationOpts })).toMatchObject(
    { page: [], isDone: true },
  );
});

test("a filter's wrong types are named in Convex's words", async () => {
  for (const [filter, why] of [
    [
      "arithmetic",
      /Cannot subtract undefined \(type undefined\) and \d\.0 \(type Float64\)/,
    ],
    ["text", /Cannot use value "\w+" \(type String\) as a Boolean/],
  ] as const) {
    const refused = await refusal(run("query", "reading:filtered", { filter }));
    expect(refused).toMatch(why);
  }
});

test("the API answers in Convex's formats", async () => {
  const answers: Record<string, string> = {};
  for (const format of [
    "json",
    "convex_clean_json",
    "convex_encoded_json",
    "convex_json",
    "xml",
  ]) {
    const body = { path: "bounds:special", args: {}, format };
    const answer = await postJson(`${server.url}/api/query`, body);
    answers[format] = await answer.text();
  }
  const { json = "", convex_encoded_json: encoded = "" } = answers;
  expect(JSON.parse(json)).toMatchObject({
    value: { big: "1152921504606846976", infinite: "Infinity", bytes: "AQI=" },
  });
  expect(answers.convex_clean_json).toBe(json);
  expect(encoded).toContain('"big":{"$integer":"AAAAAAAAABA="}');
  expect(answers.convex_json).toBe(encoded);
  expect(answers.xml).toContain(
    '"code":"BadFormat","message":"format param must be one of [`json`]. Got \\"xml\\""',
  );
});
