import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { failureText } from "../../src/functions/calls/function-failure";
import { silentLogger } from "../base/silent-logger";
import { failureOf, openWorkbench, type Workbench } from "./workbench";

const EVENTS = ["unhandledRejection", "uncaughtException"] as const;

/** Vitest listens too, and would call the test failed. */
let others: (() => void)[] = [];
let bench: Workbench;
let errors: string[];

beforeEach(async () => {
  others = EVENTS.flatMap((event) => {
    const listeners = process.listeners(event as "uncaughtException");
    process.removeAllListeners(event);
    return listeners.map((listener) => () => void process.on(event, listener));
  });
  errors = [];
  const error = (message: string) => errors.push(message);
  bench = await openWorkbench("workshop", {
    logger: { ...silentLogger, error },
  });
});

afterEach(async () => {
  await bench.close();
  vi.restoreAllMocks();
  for (const listenAgain of others) listenAgain();
});

test("a rejection that nobody handles fails its query, mutation or action", async () => {
  const refusal = /^Uncaught Error: not an admin\n.*promises\.ts:\d+:\d+/;
  for (const outcome of [
    await bench.runQuery("promises:forgetInQuery"),
    await bench.runMutation("promises:forgetInMutation"),
    await bench.runAction("promises:forgetInAction"),
    await bench.runMutation("promises:handle", { when: "later" }),
  ]) {
    expect(failureText(failureOf(outcome))).toMatch(refusal);
  }
  expect(await bench.query("nesting:titles")).toEqual([]);
});

test("a rejection that is handled before the next wait fails nothing", async () => {
  await bench.mutation("promises:handle", { when: "at once" });
  expect(await bench.query("nesting:titles")).toEqual(["handled at once"]);
  expect(errors).toEqual([]);
});

test("a rejection in a nested mutation undoes that one alone", async () => {
  const caught = await bench.mutation("promises:catchForgotten");
  expect(caught).toContain("ArgumentValidationError");
  expect(await bench.query("nesting:titles")).toEqual(["outer"]);
});

test("a mutation ends when all that it began has ended", async () => {
  expect(await bench.mutation("promises:leaveWork")).toBe("done");
  expect(await bench.query("nesting:titles")).toEqual([
    "read first",
    "after hashing begins",
    "after hashing ends",
    "last",
  ]);
});

test("rejections fail functions when nothing hints at them, too", async () => {
  const hint = Object.getOwnPropertyDescriptor(process, "domain") ?? {};
  // The deprecated module node:domain has an accessor of its own.
  Object.defineProperty(process, "domain", { get: () => undefined });
  const outcome = await bench.runMutation("promises:forgetInMutation");
  expect(failureOf(outcome).message).toContain("not an admin");
  Object.defineProperty(process, "domain", hint);
});

test("errors that an action leaves behind are logged and end nothing", async () => {
  await bench.action("surroundings:leaveErrors");
  await expect.poll(() => errors.length).toBe(2);
  expect(errors.join()).toContain("lost promise");
  expect(errors.join()).toContain("lost timer");
  await bench.close();
  expect(process.listenerCount("unhandledRejection")).toBe(0);
  expect(process.listenerCount("uncaughtException")).toBe(0);
});

test.each([
  ["an fs callback", "uncaughtException: boom"],
  ["an emitter without listeners", "uncaughtException: connect ECONNREFUSED"],
  ["a tick", "uncaughtException: boom"],
  ["a microtask of the global object", "uncaughtException: boom"],
  ["a thrown text", "uncaughtException: boom"],
  ["process.exit", "process.exit() called with exit code 3"],
  ["the imported process.exit", "process.exit() called with exit code 3"],
  ["an error after its listeners were removed", "boom"],
  ["an error with a listener that throws", "boom"],
])("%s fails the one action", async (how, message) => {
  const bystander = bench.runAction("surroundings:waitInAction");
  const outcome = await bench.runAction("node:end", { how });
  expect(failureOf(outcome).message).toContain(message);
  expect(await bystander).toMatchObject({ ok: true });
});

test.each(["an fs callback", "an emitter without listeners", "process.exit"])(
  "%s is logged when the action has returned",
  async (how) => {
    expect(await bench.runAction("node:endLater", { how })).toMatchObject({
      ok: true,
    });
    await expect.poll(() => errors.length).toBe(1);
    expect(errors[0]).toContain("left an unhandled error");
  },
);

test("a microtask that throws fails the function that queued it", async () => {
  for (const outcome of [
    await bench.runQuery("surroundings:throwingQuery"),
    await bench.runMutation("surroundings:throwingMutation"),
    await bench.runAction("surroundings:throwingAction"),
  ]) {
    const message = failureText(failureOf(outcome));
    expect(message).toMatch(/^Uncaught Error: boom\n/);
    expect(message).toMatch(/at .*surroundings\.ts:\d+:\d+/);
  }
});

test("an error of deployed code that belongs to no call is logged", async () => {
  const told = vi.spyOn(console, "error").mockReturnValue();
  await bench.runAction("node:endWithWorker");
  await expect.poll(() => told.mock.calls.join()).toContain("lost worker");
});

test("an error that belongs to no function ends the process", async () => {
  const exit = vi.spyOn(process, "exit").mockReturnValue(undefined as never);
  const told = vi.spyOn(console, "error").mockReturnValue();
  process.nextTick(() => {
    throw new Error("ours");
  });
  await expect.poll(() => exit).toHaveBeenCalledWith(1);
  expect(told.mock.calls.join()).toContain("ours");
});
