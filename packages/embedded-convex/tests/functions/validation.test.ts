import type { JSONValue } from "convex/values";
import { expect, test } from "vitest";
import { nobody } from "./person";
import { failureOf, openWorkbench } from "./workbench";

const bench = await openWorkbench();
const taskId = (await bench.mutation("tasks:add", { title: "one" })) as string;
const counterId = await bench.mutation("values:addCounter", { name: "c" });

async function messageOf(path: string, args = {}): Promise<string> {
  return failureOf(await bench.runQuery(path, args)).message;
}

test.each<[string, Record<string, JSONValue>, (string | RegExp)[]]>([
  [
    "values:strict",
    { team: { name: 1 } },
    [/^ArgumentValidationError: /, "Path: .team.name", "Validator: v.string()"],
  ],
  ["values:echo", { value: { $integer: 3 } }, [/^ArgumentValidationError: /]],
  ["values:wrongReturn", {}, [/^ReturnsValidationError: /]],
  [
    "values:takesTask",
    { id: counterId },
    [`Found ID ${JSON.stringify(counterId)} from table \`counters\``],
  ],
  [
    "values:getFromWrongTable",
    { id: taskId },
    [
      `Invalid argument \`id\` for \`db.get\`: expected to be an Id<"counters">, got Id<"tasks"> instead.`,
    ],
  ],
])("%s is refused for %j in Convex's words", async (path, args, words) => {
  const message = await messageOf(path, args);
  for (const said of words) expect(message).toMatch(said);
});

test("a valid return value does not excuse a later wrong one", async () => {
  const valid = { value: "text" };
  expect(await bench.query("values:wrongReturn", valid)).toBe("text");
  expect(await bench.query("values:wrongReturn", valid)).toBe("text");
  expect(await messageOf("values:wrongReturn", { value: ["text"] })).toMatch(
    /^ReturnsValidationError: /,
  );
  expect(await bench.query("values:wrongReturn", valid)).toBe("text");
});

test("normalizeId knows the table of an id, and a validator takes one of its table", async () => {
  expect(await bench.query("values:takesTask", { id: taskId })).toBe(null);
  for (const [id, normalized] of [
    [taskId, taskId],
    ["nonsense", null],
  ] as const) {
    expect(await bench.query("values:lookUp", { id })).toEqual({
      normalized,
      asCounter: null,
    });
  }
});

test("what db.get and db.system.get refuse, they refuse in Convex's words", async () => {
  const job = (await bench.mutation("jobs:schedule", {
    target: "note",
    delayMs: 9,
  })) as string;
  for (const [id, isSystem, words] of [
    [taskId, true, "User tables cannot be accessed with db.system."],
    [job, false, "System tables can only be accessed with db.system."],
    ["tasks", false, "for `db.get`: Unable to decode ID: Invalid ID length 5"],
    [
      `${taskId.slice(0, -1)}!`,
      true,
      "for `db.system.get`: Unable to decode ID: ID wasn't valid base32",
    ],
    [`0${taskId.slice(1)}`, false, "Unable to decode ID: Invalid ID version"],
  ] as const) {
    const message = await messageOf("values:getById", { id, isSystem });
    expect(message).toContain(words);
  }
});

test.each<JSONValue>([
  { $integer: "AQAAAAAAAAA=" },
  { $float: "AAAAAAAA8H8=" },
  { $bytes: "AQID" },
  [null, true, "text", 1.5, { nested: [{}] }],
])("the encoded value %j comes back as it went in", async (value) => {
  expect(await bench.query("values:echo", { value })).toEqual(value);
});

test("arguments are one object", async () => {
  const call = {
    component: "",
    path: "values:echo",
    caller: nobody,
    requestId: "r",
  };
  const options = { snapshot: bench.database.snapshot(), journal: null };
  for (const args of [[1], [{}, {}], [[]], [null]]) {
    const outcome = await bench.functions.runQuery({ ...call, args }, options);
    expect(failureOf(outcome).message).toMatch(/^ArgumentValidationError: /);
  }
});

test.each([
  "__proto__",
  "__proto__:toString",
  "constructor:toString",
  "tasks:__proto__",
  "tasks:constructor",
  "toString",
  "",
  ":",
  "_deps:default",
  "../tasks:add",
  "_system/cli:tables",
  // It is internal.
  "tasks:purge",
])("the path %j names no public function", async (path) => {
  for (const call of [
    bench.runQuery(path),
    bench.runMutation(path),
    bench.runAction(path),
  ]) {
    expect(failureOf(await call).message).toMatch(
      /^Could not find public function for '/,
    );
  }
});

test("a field called __proto__ changes nothing", async () => {
  const value = JSON.parse('{"__proto__": {"isAdmin": true}}') as object;
  await bench.runQuery("values:echo", { value: value as never });
  expect(await messageOf("values:strict", { team: value })).toMatch(
    /^ArgumentValidationError: /,
  );
  expect(Object.hasOwn(Object.prototype, "isAdmin")).toBe(false);
});

test("a function is found by each spelling of its path, and undefined returns as null", async () => {
  for (const path of ["values:nothing", "values.js:nothing"]) {
    expect(await bench.query(path)).toBe(null);
  }
});

test("a query called as a mutation is refused by name and kind", async () => {
  expect(failureOf(await bench.runMutation("tasks:get")).message).toBe(
    "Trying to execute tasks.js:get as Mutation, but it is defined as Query.",
  );
});

test("patching with undefined deletes the field", async () => {
  const id = await bench.mutation("tasks:add", { title: "t", owner: "ann" });
  const task = await bench.mutation("values:patchAway", { id });
  expect(task).toMatchObject({ title: "t" });
  expect(task).not.toHaveProperty("owner");
});

test("what a client makes up is neither shown nor logged in full", async () => {
  const lines: string[] = [];
  const log = (line: string): number => lines.push(line);
  const logger = { info: log, warn: log, error: log };
  const logged = await openWorkbench("workshop", { logger });
  const spaces = " ".repeat(1_000_000);
  const calls: [string, Record<string, JSONValue>][] = [
    ["surroundings:clock", { [spaces]: 1 }],
    ["values:strict", { team: { [spaces]: 1 } }],
    ["values:takesTask", { id: Array.from({ length: 300_000 }, () => ["a"]) }],
    ["values:takesTask", { id: spaces }],
    [spaces, {}],
  ];
  for (const [path, args] of calls) {
    const { message } = failureOf(await logged.runQuery(path, args));
    expect(message.length).toBeLessThan(3000);
  }
  expect(lines.length).toBe(calls.length);
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(3000);
});

test("arguments bring no prototype of their own", async () => {
  const value = JSON.parse(
    '{"count":{"$integer":"AAAAAAAAAAA="},"__proto__":{"size":"huge"}}',
  ) as JSONValue;
  expect(await messageOf("values:echo", { value })).toContain("__proto__");
  const harmless = 'a value, "__proto__":';
  expect(await bench.query("values:echo", { value: harmless })).toBe(harmless);
});
