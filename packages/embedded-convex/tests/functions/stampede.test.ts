import { afterEach, expect, test, vi } from "vitest";
import type { JSONValue } from "convex/values";
import {
  LARGE_RESULT_BYTES,
  MAX_RUNNING_ACTIONS,
} from "../../src/base/client-limits";
import { AbandonedError } from "../../src/base/errors";
import type { FunctionCall } from "../../src/functions/calls/call-and-outcome";
import { LevelStore } from "../../src/storage/level-store";
import { afterwards, temporaryFolder } from "../base/afterwards";
import { nobody } from "./person";
import { settle, TestTime } from "./test-time";
import { openWorkbench, SITE_URL } from "./workbench";

afterEach(() => vi.restoreAllMocks());

async function openOnDisk() {
  const store = await LevelStore.open(await temporaryFolder());
  const bench = await openWorkbench("workshop", { store });
  afterwards(() => bench.close());
  return bench;
}

/** Lets the first hashes through, and holds those that are begun after them until they are released. */
function holdHashes(afterFirst: number) {
  const derive = crypto.subtle.deriveBits.bind(crypto.subtle);
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const begun = vi
    .spyOn(crypto.subtle, "deriveBits")
    .mockImplementation(async (...args: Parameters<typeof derive>) => {
      if (begun.mock.calls.length > afterFirst) await released;
      return derive(...args);
    });
  return { begun, release };
}

test("commits do not wait behind two hundred hashes", async () => {
  const { begun, release } = holdHashes(0);
  const bench = await openOnDisk();
  let hashed = 0;
  const hashes = Array.from({ length: 200 }, async (_, n) => {
    const args = { password: `p${n}`, iterations: 1000 };
    await bench.mutation("passwords:hash", args);
    hashed++;
  });
  for (let n = 0; n < 5; n++) {
    await bench.mutation("tasks:add", { title: `small ${n}` });
  }
  expect(hashed).toBe(0);
  // The disk's work shares four threads with them.
  expect(begun.mock.calls.length).toBeLessThan(4);
  release();
  await Promise.all(hashes);
  expect(hashed).toBe(200);
});

test("an action that hashes nothing does not wait for those that do", async () => {
  const { begun, release } = holdHashes(0);
  const bench = await openWorkbench();
  const asUser = (path: string, args: JSONValue) =>
    bench.functions.runAction({ ...largeCall, path, args: [args] });
  const hashes = Array.from({ length: MAX_RUNNING_ACTIONS + 8 }, (_, n) =>
    asUser("passwords:hashInAction", { password: `p${n}`, iterations: 1000 }),
  );
  await expect.poll(() => begun).toHaveBeenCalled();
  const other = await asUser("values:actionEcho", { value: "renewed" });
  expect(other).toMatchObject({ ok: true });
  release();
  for (const hash of await Promise.all(hashes)) expect(hash.ok).toBe(true);
  // Everybody's slot is back.
  const echoes = Array.from({ length: 2 * MAX_RUNNING_ACTIONS }, (_, n) =>
    asUser("values:actionEcho", { value: n }),
  );
  for (const echo of await Promise.all(echoes)) expect(echo.ok).toBe(true);
});

test("whoever waited for a hash does not conflict about what came after", async () => {
  const derive = vi.spyOn(crypto.subtle, "deriveBits");
  const bench = await openOnDisk();
  const names = Array.from({ length: 40 }, (_, n) => `n${n}`);
  await Promise.all(
    names.map((name) =>
      bench.mutation("passwords:attempt", { name, iterations: 1000 }),
    ),
  );
  expect(await bench.mutation("values:count", { name: "total" })).toBe(41);
  expect(derive.mock.calls.length).toBeLessThan(60);
});

test("those who change the same account hash hardly more than once each", async () => {
  const derive = vi.spyOn(crypto.subtle, "deriveBits");
  const bench = await openOnDisk();
  const attempts = Array.from({ length: 40 }, () =>
    bench.mutation("passwords:attempt", { name: "same", iterations: 1000 }),
  );
  await Promise.all(attempts);
  expect(await bench.mutation("values:count", { name: "same" })).toBe(41);
  expect(derive.mock.calls.length).toBeLessThan(60);
});

test("mutations that hash hold up no other function's retries", async () => {
  let attempted = 0;
  const { release } = holdHashes(24);
  const bench = await openOnDisk();
  const attempts = Array.from({ length: 40 }, async () => {
    const args = { name: "same", iterations: 1000 };
    await bench.mutation("passwords:attempt", args);
    attempted++;
  });
  // By now the others have conflicted often enough to stand in line.
  await expect.poll(() => attempted).toBeGreaterThan(3);
  const counts = Array.from({ length: 40 }, () =>
    bench.mutation("values:count", { name: "busy" }),
  );
  await Promise.all(counts);
  expect(attempted).toBeLessThanOrEqual(24);
  release();
  await Promise.all(attempts);
});

test("a hash whose function has been given up is not begun", async () => {
  const derive = vi.spyOn(crypto.subtle, "deriveBits");
  const time = new TestTime();
  const bench = await openWorkbench("workshop", { time });
  const slow = { password: "p", iterations: 1_000_000 };
  const hashes = Array.from({ length: 8 }, () =>
    bench.runMutation("passwords:hash", slow),
  );
  await expect.poll(() => derive).toHaveBeenCalled();
  await time.advance(6 * 60_000);
  const begun = derive.mock.calls.length;
  expect(begun).toBeLessThan(hashes.length);
  const outcomes = await Promise.all(hashes);
  expect(outcomes.filter(({ ok }) => ok)).toEqual([]);
  await Promise.all(derive.mock.results.map(({ value }) => value as unknown));
  await bench.mutation("passwords:hash", { password: "q", iterations: 1 });
  expect(derive.mock.calls.length).toBe(begun + 1);
});

test("a salt that changes after the call changes no hash", async () => {
  const bench = await openWorkbench();
  expect(await bench.mutation("passwords:hashAndForgetSalt")).toBe(1);
});

const LARGE = "x".repeat(LARGE_RESULT_BYTES);

const largeCall: FunctionCall = {
  component: "",
  path: "values:echo",
  args: [{ value: LARGE }],
  caller: nobody,
  requestId: "request",
};

test("others go on between making a large result and looking at it", async () => {
  const bench = await openWorkbench();
  for (const [value, expected] of [
    ["small", ["result", "other"]],
    [LARGE, ["other", "result"]],
  ] as const) {
    const ended: string[] = [];
    const other = new Promise<void>((resolve) =>
      setImmediate(() => {
        ended.push("other");
        resolve();
      }),
    );
    await bench.query("values:echo", { value });
    ended.push("result");
    await other;
    expect(ended).toEqual(expected);
  }
});

test.each(["query", "mutation", "action"] as const)(
  "a function of kind %s whose results are large runs once at a time, with a rest after it, and others at once",
  async (kind) => {
    const time = new TestTime();
    const bench = await openWorkbench("workshop", { time });
    const path = kind === "query" ? "values:echo" : `values:${kind}Echo`;
    const run = (value: string) => bench[kind](path, { value });
    // The first run tells that the results are large.
    await run(LARGE);
    const ended: string[] = [];
    const large = ["large 0", "large 1"].map((name) =>
      run(LARGE).then(() => ended.push(name)),
    );
    await expect.poll(() => ended).toEqual(["large 0"]);
    await settle();
    await bench.mutation("values:addCounter", { name: "other" });
    ended.push("other");
    await time.advance(1);
    await Promise.all(large);
    expect(ended).toEqual(["large 0", "other", "large 1"]);
  },
);

test("an HTTP action whose responses are large runs once at a time, with a rest after it, and others at once", async () => {
  const time = new TestTime();
  const bench = await openWorkbench("workshop", { time });
  const ask = (path: string, init?: RequestInit) =>
    bench.functions.runHttpAction(new Request(`${SITE_URL}${path}`, init));
  expect(await (await ask("/large"))?.text()).toHaveLength(300_000);
  const begun: string[] = [];
  const large = ["large 0", "large 1"].map((name) =>
    ask("/large").then(() => begun.push(name)),
  );
  const left = AbortSignal.abort();
  const abandoned = ask("/large", { signal: left }).catch((error) => error);
  await expect.poll(() => begun).toEqual(["large 0"]);
  await settle();
  await ask("/who");
  begun.push("other");
  await time.advance(1);
  await Promise.all(large);
  expect(begun).toEqual(["large 0", "other", "large 1"]);
  await time.advance(1);
  expect(await abandoned).toBeInstanceOf(AbandonedError);
});

test("an action with large results that waits for something makes others wait no longer than a moment", async () => {
  const time = new TestTime();
  const bench = await openWorkbench("workshop", { time });
  const path = "values:largeWhenTold";
  await bench.action(path, { after: "now" });
  const waiting = bench.action(path, { after: "told" });
  const ended: string[] = [];
  const other = bench
    .action(path, { after: "now" })
    .then(() => ended.push("other"));
  await settle();
  expect(ended).toEqual([]);
  await time.advance(1_000);
  await other;
  await bench.action("values:tell");
  await waiting;
});

test("a large result that nobody waits for any more is not made", async () => {
  const time = new TestTime();
  const bench = await openWorkbench("workshop", { time });
  await bench.query("values:echo", { value: LARGE });
  await bench.query("values:echo", { value: 1 });
  const call = { ...largeCall, onTurn: () => false };
  const snapshot = bench.database.snapshot();
  const given = bench.functions
    .runQuery(call, { snapshot, journal: null })
    .catch((error: unknown) => error);
  await time.advance(1);
  expect(await given).toBeInstanceOf(AbandonedError);
  await bench.action("values:actionEcho", { value: LARGE });
  const act = bench.functions.runAction({ ...call, path: "values:actionEcho" });
  await expect(act).rejects.toBeInstanceOf(AbandonedError);
});

test("an action whose client has left the queue is not begun", async () => {
  const bench = await openWorkbench();
  const path = "values:tell";
  const call = { ...largeCall, path, args: [{}], onTurn: () => false };
  const act = bench.functions.runAction(call);
  await expect(act).rejects.toBeInstanceOf(AbandonedError);
});

test("askers take turns with large results", async () => {
  const time = new TestTime();
  const bench = await openWorkbench("workshop", { time });
  await bench.query("values:echo", { value: LARGE });
  const ended: string[] = [];
  const runs = ["greedy", "greedy", "greedy", "modest"].map(async (client) => {
    const call = { ...largeCall, asker: { address: "", client } };
    const snapshot = bench.database.snapshot();
    await bench.functions.runQuery(call, { snapshot, journal: null });
    ended.push(client);
  });
  while (ended.length < runs.length) await time.advance(1);
  await Promise.all(runs);
  expect(ended).toEqual(["greedy", "modest", "greedy", "greedy"]);
});
