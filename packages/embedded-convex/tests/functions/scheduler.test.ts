import { beforeEach, expect, test, vi } from "vitest";
import { ConflictError } from "../../src/base/errors";
import { silentLogger } from "../base/silent-logger";
import { person } from "./person";
import { openWorkbench, type Workbench } from "./workbench";
import { settle } from "./test-time";

const SECOND = 1000;
const DAY = 24 * 60 * 60 * SECOND;

let bench: Workbench;
beforeEach(() => openStarted());

async function openStarted(
  options?: Parameters<typeof openWorkbench>[1],
): Promise<void> {
  bench = await openWorkbench("workshop", options);
  await bench.functions.start();
  // The interval cron of the fixture has run and is out of the way.
  await settle();
}

/** Schedules a function of `jobs.ts`; it is due at once unless `delayMs` says otherwise. */
const schedule = (target: string, args: object = {}) =>
  bench.mutation("jobs:schedule", { target, delayMs: 0, ...args });

async function titles(): Promise<unknown[]> {
  const all = (await bench.query("nesting:titles")) as string[];
  // Those of the fixture's cron jobs.
  return all.filter((title) => title !== "often" && title !== "each day");
}

async function states(): Promise<unknown[]> {
  const jobs = (await bench.query("jobs:states")) as { state: unknown }[];
  return jobs.map(({ state }) => state);
}

test("a scheduled mutation runs when it is due", async () => {
  await schedule("note", { delayMs: 5 * SECOND, name: "later" });
  await bench.time.advance(4 * SECOND);
  expect(await titles()).toEqual([]);
  expect(await bench.query("jobs:states")).toEqual([
    {
      name: "jobs.js:note",
      state: { kind: "pending" },
      args: [{ name: "later" }],
    },
  ]);
  await bench.time.advance(2 * SECOND);
  expect(await titles()).toEqual(["later"]);
  expect(await states()).toEqual([{ kind: "success" }]);
});

test("a job exists only if its mutation commits", async () => {
  await bench.runMutation("jobs:scheduleAndThrow");
  await bench.time.advance(SECOND);
  expect(await states()).toEqual([]);
});

test("a scheduled mutation that throws fails once and leaves nothing", async () => {
  await schedule("noteAndFail", { name: "x" });
  await bench.time.advance(60 * SECOND);
  expect(await titles()).toEqual([]);
  expect(await states()).toEqual([
    {
      kind: "failed",
      error: expect.stringContaining("failed on purpose") as string,
    },
  ]);
});

test("a cancelled job does not run", async () => {
  const id = await schedule("note", { delayMs: SECOND, name: "x" });
  await bench.mutation("jobs:cancel", { id });
  await bench.time.advance(5 * SECOND);
  expect(await titles()).toEqual([]);
  expect(await states()).toEqual([{ kind: "canceled" }]);
});

test("a scheduled mutation sees itself in progress, and others see it wait", async () => {
  await schedule("noteStates", { name: "it is" });
  expect(await states()).toEqual([{ kind: "pending" }]);
  await bench.time.advance(SECOND);
  expect(await titles()).toEqual(["it is inProgress"]);
  expect(await states()).toEqual([{ kind: "success" }]);
});

test("a job that cancels itself goes on, with a warning", async () => {
  const log: string[] = [];
  const info = (message: string) => log.push(message);
  await openStarted({ logger: { ...silentLogger, info } });
  await schedule("cancelAll");
  await bench.time.advance(SECOND);
  expect(await states()).toEqual([{ kind: "success" }]);
  expect(log.join()).toContain(
    "[WARN] A scheduled mutation canceling itself is deprecated",
  );
});

test("an action that was cancelled goes on, and what it schedules is cancelled", async () => {
  await schedule("cancelledVisit");
  await bench.time.advance(2 * SECOND);
  await expect
    .poll(states)
    .toEqual([{ kind: "canceled" }, { kind: "canceled" }]);
  expect(await titles()).toEqual([]);
});

test("a query can be scheduled and then fails", async () => {
  await schedule("states");
  await bench.time.advance(SECOND);
  expect(await states()).toEqual([
    {
      kind: "failed",
      error: expect.stringContaining("is defined as a Query") as string,
    },
  ]);
});

test("overdue jobs run at the start, in the order they were due", async () => {
  bench = await openWorkbench();
  for (const [name, delayMs] of [
    ["third", 3],
    ["first", 1],
    ["second", 2],
  ] as const) {
    await schedule("note", { delayMs, name });
  }
  await bench.close();
  await bench.time.advance(60 * SECOND);
  const { disk, time } = bench;
  await openStarted({ disk, time });
  expect(await titles()).toEqual(["first", "second", "third"]);
});

test("an action that was under way is not run again after a restart", async () => {
  let open = (): void => undefined;
  const scope = globalThis as { gate?: Promise<void> };
  scope.gate = new Promise((resolve) => {
    open = resolve;
  });
  try {
    await schedule("visit", { name: "visited" });
    await expect.poll(titles).toEqual(["visited"]);
    expect(await states()).toEqual([{ kind: "inProgress" }]);
    await bench.close();
    const { disk, time } = bench;
    await openStarted({ disk, time });
    await time.advance(60 * SECOND);
    expect(await titles()).toEqual(["visited"]);
    expect(await states()).toEqual([
      { kind: "failed", error: "Transient error while executing action" },
    ]);
  } finally {
    open();
    delete scope.gate;
  }
});

test("scheduled functions run with nobody's identity", async () => {
  const args = { target: "note", delayMs: 0, name: "plain" };
  const caller = person("ann");
  await bench.runMutation("jobs:schedule", args, { caller });
  await bench.time.advance(SECOND);
  expect(await titles()).toEqual(["plain"]);
});

test("an action schedules and cancels too", async () => {
  await bench.action("jobs:scheduleFromAction", { name: "from action" });
  await bench.time.advance(SECOND);
  expect(await titles()).toEqual(["from action"]);
});

test("jobs that conflict again and again do not hold up another", async () => {
  const commit = vi.spyOn(bench.database, "commit");
  for (let n = 0; n < 8; n++) {
    await schedule("note", { delayMs: SECOND, name: `job ${n}` });
  }
  commit.mockRejectedValue(new ConflictError("tasks"));
  await bench.time.advance(40 * SECOND);
  commit.mockRestore();
  await schedule("note", { name: "another" });
  await bench.time.advance(SECOND);
  expect(await titles()).toEqual(["another"]);
  await bench.time.advance(MINUTE);
  expect((await titles()).length).toBe(9);
});

const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

test("a job that came due while the machine slept runs within a minute", async () => {
  await schedule("note", { delayMs: 2 * DAY, name: "x" });
  bench.time.step(2 * DAY);
  await bench.time.advance(MINUTE);
  expect(await titles()).toEqual(["x"]);
});

test("finished jobs are forgotten after a week", async () => {
  await schedule("note", { name: "x" });
  await bench.time.advance(SECOND);
  for (const [days, left] of [
    [6, 1],
    [1, 0],
  ] as const) {
    bench.time.step(days * DAY);
    await bench.time.advance(HOUR);
    expect((await states()).length).toBe(left);
  }
});

test("a failure that is long to tell is cut, and fails once", async () => {
  await schedule("failAtLength", { name: "story" });
  await bench.time.advance(SECOND);
  const [state] = (await states()) as { kind: string; error: string }[];
  expect(state?.kind).toBe("failed");
  expect(state?.error).toContain("Uncaught Error: story: long");
  expect(state?.error.length).toBeLessThan(20_000);
});

test("a job may have arguments that are larger than a document", async () => {
  const name = "n".repeat(2_000_000);
  await schedule("cancelAll", { delayMs: DAY });
  await schedule("failAtLength", { name });
  await bench.time.advance(SECOND);
  expect(await states()).toMatchObject([
    { kind: "pending" },
    { kind: "failed" },
  ]);
});

test("a job that cannot be run for reasons of ours is not tried all the time", async () => {
  const errors: string[] = [];
  await openStarted({
    logger: { ...silentLogger, error: (message) => errors.push(message) },
  });
  const begin = vi.spyOn(bench.database, "begin");
  await schedule("note", { delayMs: SECOND, name: "n" });
  begin.mockImplementation(() => {
    throw new Error("out of order");
  });
  await bench.time.advance(10 * SECOND);
  expect(errors.length).toBeGreaterThan(1);
  expect(errors.length).toBeLessThan(20);
  begin.mockRestore();
  await bench.time.advance(10 * SECOND);
  expect(await titles()).toEqual(["n"]);
});
