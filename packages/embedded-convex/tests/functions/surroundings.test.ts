import { execFileSync } from "node:child_process";
import { beforeEach, expect, test, vi } from "vitest";
import { turns } from "../../src/base/turns";
import {
  failureOf,
  openWorkbench,
  SITE_URL,
  valueOf,
  type Workbench,
} from "./workbench";
import { TestTime } from "./test-time";

let bench: Workbench;
beforeEach(async () => {
  bench = await openWorkbench();
});

test("time stands still in a query, and chance repeats no number", async () => {
  const time = new TestTime();
  const bench = await openWorkbench("workshop", { time });
  const outcome = await bench.runQuery("surroundings:clock");
  const { stoodStill, now, random } = JSON.parse(
    outcome.ok ? outcome.valueText : "null",
  ) as { stoodStill: boolean; now: number; random: number[] };
  expect(stoodStill).toBe(true);
  expect(now).toBe(time.now());
  expect(new Set(random).size).toBe(2);
  expect(outcome.usedTimeOrRandom).toBe(true);
});

test("a query that asks nobody for time or identity says so", async () => {
  const outcome = await bench.runQuery("nesting:titles");
  expect(outcome.usedTimeOrRandom).toBe(false);
  expect(outcome.usedIdentity).toBe(false);
});

test.each(["fetch", "setTimeout", "setInterval"])(
  "%s is refused in a mutation",
  async (how) => {
    const outcome = await bench.runMutation("surroundings:reachOut", { how });
    expect(failureOf(outcome).message).toContain(
      `Can't use ${how}() in queries and mutations`,
    );
  },
);

test("timers are refused while a module is imported", async () => {
  expect(await bench.query("surroundings:timerAtImport")).toContain(
    "Can't use setTimeout() at import time",
  );
});

test("WebCrypto works in mutations", async () => {
  expect(await bench.mutation("surroundings:digest", { text: "a" })).toBe(32);
});

test("actions have timers and fetch", async () => {
  expect(await bench.action("surroundings:waitInAction")).toBe("function");
});

test("a promise that never resolves is given up", async () => {
  const time = new TestTime();
  const bench = await openWorkbench("workshop", { time });
  const outcome = bench.runQuery("surroundings:hang");
  await time.advance(5_000);
  expect(failureOf(await outcome).message).toContain(
    "Returned promise will never resolve",
  );
});

test("a query that goes on for ever is stopped after 15 seconds", async () => {
  const time = new TestTime();
  const bench = await openWorkbench("workshop", { time });
  let isDone = false;
  const outcome = bench.runQuery("surroundings:spin").finally(() => {
    isDone = true;
  });
  await time.advance(14_000);
  expect(isDone).toBe(false);
  await time.advance(2_000);
  expect(failureOf(await outcome).message).toContain("timed out");
});

test("a query that waits for its turn for long is not stopped", async () => {
  const time = new TestTime();
  const bench = await openWorkbench("workshop", { time });
  for (let n = 0; n < 70; n++)
    await bench.mutation("tasks:add", { title: "t" });
  let goOn = (): void => undefined;
  const long = vi
    .spyOn(turns, "long")
    .mockImplementation(() => new Promise((resolve) => (goOn = resolve)));
  const isRoundOver = vi.spyOn(turns, "isRoundOver", "get");
  isRoundOver.mockReturnValue(true);
  const outcome = bench.runQuery("nesting:titles");
  await time.advance(60_000);
  expect(long).toHaveBeenCalledOnce();
  vi.restoreAllMocks();
  goOn();
  expect((await outcome).ok).toBe(true);
});

test("functions see the deployment's environment, not the process's", async () => {
  const environment = { WORKSHOP_NAME: "tools" };
  const bench = await openWorkbench("workshop", { environment });
  expect(await bench.query("surroundings:variables")).toEqual({
    own: "tools",
    site: SITE_URL,
    ofProcess: null,
  });
});

test("the console does not print the environment's variables", async () => {
  const environment = { JWT_PRIVATE_KEY: "secret" };
  const bench = await openWorkbench("workshop", { environment });
  for (const outcome of [
    await bench.runMutation("surroundings:tellVariables"),
    await bench.runAction("node:tellVariables"),
  ]) {
    expect(valueOf(outcome)).toContain("JWT_PRIVATE_KEY");
    expect(outcome.logLines.join()).toMatch(/^\[LOG\] \[process\.env\] /);
    expect(outcome.logLines.join()).not.toContain("secret");
  }
});

test("log lines begin with their level in brackets", async () => {
  const { logLines } = await bench.runMutation("surroundings:speak");
  expect(logLines).toEqual(["[LOG] 'hello' { a: 1 }", "[ERROR] 'oh'"]);
});

test("console measures time, and has no more than Convex's", async () => {
  const outcome = await bench.runMutation("surroundings:takeTime");
  expect(valueOf(outcome)).toEqual({ table: "undefined", group: "undefined" });
  expect(outcome.logLines).toEqual([
    "[WARN] Timer 'all' already exists",
    "[INFO] all: 0ms 'so far' { a: 1 }",
    "[INFO] all: 0ms",
    "[WARN] Timer 'default' does not exist",
  ]);
});

test('a "use node" module has Node\'s console', async () => {
  const { logLines } = await bench.runAction("node:speak");
  expect(logLines[0]).toMatch(/^\[LOG\] 'steps: 1'$/);
  expect(logLines[1]).toMatch(/^\[LOG\] '┌.*┐/);
  expect(logLines.slice(2)).toEqual([
    "[INFO] 't: 0ms' 'so far'",
    `[WARN] "Timer 'other' does not exist"`,
    "[INFO] 't: 0ms'",
  ]);
});

/** What get-convex/convex-backend defines in its default runtime (udf-runtime), beside the language. */
const WEB =
  "AbortController AbortSignal AsyncLocalStorage AsyncResource Blob Convex Crypto CryptoKey DOMException Event EventTarget File FormData Headers Performance PerformanceEntry PerformanceMark PerformanceMeasure ReadableStream ReadableStreamBYOBReader ReadableStreamDefaultReader Request Response SubtleCrypto TextDecoder TextDecoderStream TextEncoder TextEncoderStream TransformStream URL URLSearchParams WritableStream WritableStreamDefaultWriter atob btoa clearInterval clearTimeout console crypto fetch performance process self setInterval setTimeout structuredClone";
/** Names of the language alone, from a context without Node's. */
const language = execFileSync(process.execPath, [
  "-p",
  'vm.runInNewContext("Object.getOwnPropertyNames(globalThis).join()")',
])
  .toString()
  .trim()
  .split(",");

test("the default runtime has the globals of Convex's, and no others of Node's", async () => {
  const has = (names: string[]) =>
    bench.query("surroundings:globalNames", { names });
  const both = [...new Set([...WEB.split(" "), ...language])];
  expect(await has(both)).toEqual(both);
  const others = Object.getOwnPropertyNames(globalThis).filter(
    (name) => !both.includes(name),
  );
  expect(others).toContain("queueMicrotask");
  expect(await has(others)).toEqual([]);
  expect(await bench.query("surroundings:bareGlobals")).toEqual({
    Buffer: "undefined",
    BroadcastChannel: "undefined",
    CustomEvent: "undefined",
    MessageChannel: "undefined",
    global: "undefined",
    module: "undefined",
    queueMicrotask: "undefined",
    setImmediate: "undefined",
    "process.exit": "undefined",
    self: "object",
    Map: "function",
    SharedArrayBuffer: "function",
    Blob: "function",
    structuredClone: "function",
  });
  expect(await bench.query("surroundings:isSelf")).toBe(true);
});

test('a "use node" module has Node\'s globals', async () => {
  expect(await bench.action("node:bareGlobals")).toEqual({
    Buffer: "function",
    MessageChannel: "function",
    require: "function",
    queueMicrotask: "function",
    setImmediate: "function",
    self: "undefined",
  });
});
