import { expect, test, vi } from "vitest";
import { ConflictError } from "../../src/base/errors";
import { silentLogger } from "../base/silent-logger";
import { openWorkbench, type Workbench } from "./workbench";
import { settle } from "./test-time";

const SECOND = 1000;
const DAY = 24 * 60 * 60 * SECOND;

async function openStarted(
  options?: Parameters<typeof openWorkbench>[1],
): Promise<Workbench> {
  const bench = await openWorkbench("workshop", options);
  await bench.functions.start();
  // The interval cron of the fixture has run and is out of the way.
  await settle();
  return bench;
}

/** Schedules a function of `jobs.ts`; it is due at once unless `delayMs` says otherwise. */
const schedule = (bench: Workbench, target: string, args: object = {}) =>
  bench.mutation("jobs:schedule", { target, delayMs: 0, ...args });

async function titles(bench: Workbench): Promise<unknown[]> {
  const all = (await bench.query("nesting:titles")) as string[];
  // Those of the fixture's cron jobs.
  return all.filter((title) => title !== "often" && title !== "each day");
}

async function states(bench: Workbench): Promise<unknown[]> {
  const jobs = (await bench.query("jobs:states")) as { state: unknown }[];
  return jobs.map(({ state }) => state);
}

test("a scheduled mutation runs when it is due", async () => {
  const bench = await openStarted();
  await schedule(bench, "note", { delayMs: 5 * SECOND, name: "later" });
  await bench.time.advance(4 * SECOND);
  expect(await titles(bench)).toEqual([]);
  expect(await bench.query("jobs:states")).toEqual([
    {
      name: "jobs.js:note",
      state: { kind: "pending" },
      args: [{ name: "later" }],
    },
  ]);
  await bench.time.advance(2 * SECOND);
  expect(await titles(bench)).toEqual(["later"]);
  expect(await states(bench)).toEqual([{ kind: "success" }]);
});

test("a job exists only if its mutation commits", async () => {
  const bench = await openStarted();
  await bench.runMutation("jobs:scheduleAndThrow");
  await bench.time.advance(SECOND);
  expect(await states(bench)).toEqual([]);
});

test("a scheduled mutation that throws fails once and leaves nothing", async () => {
  const bench = await openStarted();
  await schedule(bench, "noteAndFail", { name: "x" });
  await bench.time.advance(60 * SECOND);
  expect(await titles(bench)).toEqual([]);
  expect(await states(bench)).toEqual([
    {
      kind: "failed",
      error: expect.stringContaining("failed on purpose") as string,
    },
  ]);
});

test("a cancelled job does not run", async () => {
  const bench = await openStarted();
  const id = await schedule(bench, "note", { delayMs: SECOND, name: "x" });
  await bench.mutation("jobs:cancel", { id });
  await bench.time.advance(5 * SECOND);
  expect(await titles(bench)).toEqual([]);
  expect(await states(bench)).toEqual([{ kind: "canceled" }]);
});

test("a scheduled mutation sees itself in progress, and others see it wait", async () => {
  const bench = await openStarted();
  await schedule(bench, "noteStates", { name: "it is" });
  expect(await states(bench)).toEqual([{ kind: "pending" }]);
  await bench.time.advance(SECOND);
  expect(await titles(bench)).toEqual(["it is inProgress"]);
  expect(await states(bench)).toEqual([{ kind: "success" }]);
});

test("a job that cancels itself goes on, with a warning", async () => {
  const log: string[] = [];
  const info = (message: string) => log.push(message);
  const bench = await openStarted({ logger: { ...silentLogger, info } });
  await schedule(bench, "cancelAll");
  await bench.time.advance(SECOND);
  expect(await states(bench)).toEqual([{ kind: "success" }]);
  expect(log.join()).toContain(
    "[WARN] A scheduled mutation canceling itself is deprecated",
  );
});

test("an action that was cancelled goes on, and what it schedules is cancelled", async () => {
  const bench = await openStarted();
  await schedule(bench, "cancelledVisit");
  await bench.time.advance(2 * SECOND);
  await expect
    .poll(() => states(bench))
    .toEqual([{ kind: "canceled" }, { kind: "canceled" }]);
  expect(await titles(bench)).toEqual([]);
});

test("a query can be scheduled and then fails", async () => {
  const bench = await openStarted();
  await schedule(bench, "states");
  await bench.time.advance(SECOND);
  expect(await states(bench)).toEqual([
    {
      kind: "failed",
      error: expect.stringContaining("is defined as a Query") as string,
    },
  ]);
});

test("overdue jobs run at the start, in the order they were due", async () => {
  const bench = await openWorkbench();
  for (const [name, delayMs] of [
    ["third", 3],
    ["first", 1],
    ["second", 2],
  ] as const) {
    await schedule(bench, "note", { delayMs, name });
  }
  await bench.close();
  await bench.time.advance(60 * SECOND);
  const { disk, time } = bench;
  const reopened = await openStarted({ disk, time });
  expect(await titles(reopened)).toEqual(["first", "second", "third"]);
});

test("an action that was under way is not run again after a restart", async () => {
  let open = (): void => undefined;
  const scope = globalThis as { gate?: Promise<void> };
  scope.gate = new Promise((resolve) => {
    open = resolve;
  });
  try {
    const bench = await openStarted();
    await schedule(bench, "visit", { name: "visited" });
    await expect.poll(() => titles(bench)).toEqual(["visited"]);
    expect(await states(bench)).toEqual([{ kind: "inProgress" }]);
    await bench.close();
    const { disk, time } = bench;
    const reopened = await openStarted({ disk, time });
    await time.advance(60 * SECOND);
    expect(await titles(reopened)).toEqual(["visited"]);
    expect(await states(reopened)).toEqual([
      { kind: "failed", error: "Transient error while executing action" },
    ]);
  } finally {
    open();
    delete scope.gate;
  }
});

test("scheduled functions run with nobody's identity", async () => {
  const bench = await openStarted();
  const identity = {
    tokenIdentifier: "i|ann",
    issuer: "i",
    subject: "ann",
    expiresAtMs: Infinity,
    claims: {},
  };
  const caller = { kind: "user" as const, identity };
  const args = { target: "note", delayMs: 0, name: "plain" };
  await bench.runMutation("jobs:schedule", args, { caller });
  await bench.time.advance(SECOND);
  expect(await titles(bench)).toEqual(["plain"]);
});

test("an action schedules and cancels too", async () => {
  const bench = await openStarted();
  await bench.action("jobs:scheduleFromAction", { name: "from action" });
  await bench.time.advance(SECOND);
  expect(await titles(bench)).toEqual(["from action"]);
});

test("twenty jobs that are due at once all run", async () => {
  const bench = await openStarted();
  for (let n = 0; n < 20; n++) {
    await schedule(bench, "note", { delayMs: SECOND, name: `job ${n}` });
  }
  await bench.time.advance(2 * SECOND);
  expect((await titles(bench)).length).toBe(20);
});

test("jobs that conflict again and again do not hold up another", async () => {
  const bench = await openStarted();
  const commit = vi.spyOn(bench.database, "commit");
  for (let n = 0; n < 8; n++) {
    await schedule(bench, "note", { delayMs: SECOND, name: `job ${n}` });
  }
  commit.mockRejectedValue(new ConflictError("tasks"));
  await bench.time.advance(40 * SECOND);
  commit.mockRestore();
  await schedule(bench, "note", { name: "another" });
  await bench.time.advance(SECOND);
  expect(await titles(bench)).toEqual(["another"]);
  await bench.time.advance(MINUTE);
  expect((await titles(bench)).length).toBe(9);
});

const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

test("a job that came due while the machine slept runs within a minute", async () => {
  const bench = await openStarted();
  await schedule(bench, "note", { delayMs: 2 * DAY, name: "x" });
  bench.time.step(2 * DAY);
  await bench.time.advance(MINUTE);
  expect(await titles(bench)).toEqual(["x"]);
});

test("finished jobs are forgotten after a week", async () => {
  const bench = await openStarted();
  await schedule(bench, "note", { name: "x" });
  await bench.time.advance(SECOND);
  for (const [days, left] of [
    [6, 1],
    [1, 0],
  ] as const) {
    bench.time.step(days * DAY);
    await bench.time.advance(HOUR);
    expect((await states(bench)).length).toBe(left);
  }
});

test("a failure that is long to tell is cut, and fails once", async () => {
  const bench = await openStarted();
  await schedule(bench, "failAtLength", { name: "story" });
  await bench.time.advance(SECOND);
  const [state] = (await states(bench)) as { kind: string; error: string }[];
  expect(state?.kind).toBe("failed");
  expect(state?.error).toContain("Uncaught Error: story: long");
  expect(state?.error.length).toBeLessThan(20_000);
});

test("a job may have arguments that are larger than a document", async () => {
  const bench = await openStarted();
  const name = "n".repeat(2_000_000);
  await schedule(bench, "cancelAll", { delayMs: DAY });
  await schedule(bench, "failAtLength", { name });
  await bench.time.advance(SECOND);
  expect(await states(bench)).toMatchObject([
    { kind: "pending" },
    { kind: "failed" },
  ]);
});

test("a job that cannot be run for reasons of ours is not tried all the time", async () => {
  const errors: string[] = [];
  const bench = await openStarted({
    logger: { ...silentLogger, error: (message) => errors.push(message) },
  });
  const begin = vi.spyOn(bench.database, "begin");
  await schedule(bench, "note", { delayMs: SECOND, name: "n" });
  begin.mockImplementation(() => {
    throw new Error("out of order");
  });
  await bench.time.advance(10 * SECOND);
  expect(errors.length).toBeGreaterThan(1);
  expect(errors.length).toBeLessThan(20);
  begin.mockRestore();
  await bench.time.advance(10 * SECOND);
  expect(await titles(bench)).toEqual(["n"]);
});
