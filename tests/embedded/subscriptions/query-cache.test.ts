import { beforeEach, expect, test } from "vitest";
import { manualClock } from "../../../embedded/base/clock";
import type {
  Caller,
  FunctionCall,
  QueryOutcome,
} from "../../../embedded/functions/execution/function-call";
import { liveQuery } from "../../../embedded/subscriptions/live-query";
import { QueryCache } from "../../../embedded/subscriptions/query-cache";
import type {
  QueryExecution,
  QueryHolder,
} from "../../../embedded/subscriptions/query-execution";
import type { PublishedCommit } from "../../../embedded/transaction/database";
import { ReadSet } from "../../../embedded/transaction/read-set";
import { Snapshot } from "../../../embedded/transaction/snapshot";
import { encodeKey } from "../../../embedded/values/keys";

const INDEX = "/rows/by_id";
const nobody = { kind: "user", identity: null } as Caller;
const person = (subject: string): Caller => ({
  kind: "user",
  identity: {
    tokenIdentifier: `issuer|${subject}`,
    issuer: "issuer",
    subject,
    expiresAtMs: 0,
    claims: {},
  },
});

type Run = {
  call: FunctionCall;
  finish(
    outcome?: Partial<{
      usedIdentity: boolean;
      usedTime: boolean;
      documentsRead: number;
    }>,
  ): void;
  fail(error: Error): void;
};

/** A database of which only timestamps and touched keys matter. */
class FakeDatabase {
  #ts = 1n;
  #commits: PublishedCommit[] = [];
  #listener: (commits: readonly PublishedCommit[]) => void = () => {};

  snapshot(): Snapshot {
    return { ts: this.#ts } as Snapshot;
  }
  isCurrent(readSet: ReadSet, sinceTs: bigint): boolean {
    const newer = this.#commits.filter(({ ts }) => ts > sinceTs);
    return readSet.conflictWith(newer) === null;
  }
  onPublish(listener: (commits: readonly PublishedCommit[]) => void) {
    this.#listener = listener;
    return () => {};
  }
  write(row: string): void {
    this.#ts += 1n;
    const touched = new Map([[INDEX, [encodeKey([row])]]]);
    const commit = { ts: this.#ts, touched };
    this.#commits.push(commit);
    this.#listener([commit]);
  }
}

class Holder implements QueryHolder<string> {
  invalidations = 0;
  onAcquired: (execution: QueryExecution<string>) => void = () => {};
  onFailed: (error: unknown) => void = () => {};
  onInvalidated(): void {
    this.invalidations += 1;
  }
}

let database: FakeDatabase;
let runs: Run[];
let deferred: (() => void)[];
let rests: { delayMs: number; end: () => void }[];
let cache: QueryCache<string>;
const clock = manualClock(0);

beforeEach(() => {
  database = new FakeDatabase();
  runs = [];
  deferred = [];
  rests = [];
  cache = new QueryCache({
    database,
    clock,
    timers: {
      schedule(delayMs, end) {
        rests.push({ delayMs, end });
        return () => {};
      },
    },
    newRequestId: () => "request",
    runQuery: (call, { snapshot }) =>
      new Promise<QueryOutcome>((resolve, reject) => {
        const readSet = new ReadSet();
        readSet.addKey(INDEX, encodeKey([String(call.path)]));
        runs.push({
          call,
          fail: reject,
          finish: ({
            usedIdentity = false,
            usedTime = false,
            documentsRead = 0,
          } = {}) =>
            resolve({
              ok: true,
              valueText: "1",
              logLines: [],
              readSet,
              ts: snapshot.ts,
              journal: null,
              usedIdentity,
              usedTimeOrRandom: usedTime,
              documentsRead,
            }),
        });
      }),
    render: () => `result of run ${runs.length}`,
    defer: (flush) => deferred.push(flush),
  });
});

const query = (path: string, caller = nobody) =>
  liveQuery({ component: "", path, args: [{}], caller, journal: null });
/** The result if it is known, null if it has to run. */
const known = (path: string, holder = new Holder(), caller = nobody) =>
  cache.acquire(query(path, caller), database.snapshot(), holder);
const acquire = (path: string, holder = new Holder(), caller = nobody) =>
  new Promise<QueryExecution<string>>((resolve, reject) => {
    holder.onAcquired = resolve;
    holder.onFailed = reject;
    const execution = known(path, holder, caller);
    if (execution !== null) resolve(execution);
  });
const flush = () => deferred.splice(0).forEach((tell) => tell());

async function shown(path: string, holder = new Holder(), caller = nobody) {
  const acquired = acquire(path, holder, caller);
  runs.at(-1)?.finish({ usedIdentity: caller !== nobody });
  return acquired;
}

test("equal queries share one run", async () => {
  const first = acquire("a");
  const second = acquire("a");
  runs[0]?.finish();
  expect(await first).toBe(await second);
  expect(known("a")).toBe(await first);
  expect(runs).toHaveLength(1);
});

test("a commit tells only those who show what it touches", async () => {
  const holders = { a: new Holder(), b: new Holder() };
  await shown("a", holders.a);
  await shown("b", holders.b);
  database.write("a");
  flush();
  expect(holders.a.invalidations).toBe(1);
  expect(holders.b.invalidations).toBe(0);
  expect(known("b")).not.toBeNull();
  expect(known("a")).toBeNull();
});

test("commits of one moment tell a holder once", async () => {
  const holder = new Holder();
  await shown("a", holder);
  await shown("b", holder);
  database.write("a");
  database.write("b");
  flush();
  expect(holder.invalidations).toBe(1);
});

test("a commit while a query runs makes its result stale at once", async () => {
  const holder = new Holder();
  const acquired = acquire("a", holder);
  database.write("a");
  runs[0]?.finish();
  const execution = await acquired;
  flush();
  expect(execution.isCurrent).toBe(false);
  expect(holder.invalidations).toBe(1);
  expect(cache.size).toBe(0);
});

test("a result of an older snapshot serves a newer one it still holds at", async () => {
  const first = acquire("a");
  database.write("unrelated");
  const second = acquire("a");
  runs[0]?.finish();
  expect(await second).toBe(await first);
  expect(runs).toHaveLength(1);
});

test("a result that a newer snapshot outdates is not handed to it", async () => {
  const first = acquire("a");
  database.write("a");
  const second = acquire("a");
  runs[0]?.finish();
  await first;
  await expect.poll(() => runs.length).toBe(2);
  runs[1]?.finish();
  expect(await second).not.toBe(await first);
});

test("results that use the identity are each person's own", async () => {
  const ann = await shown("a", new Holder(), person("ann"));
  const bob = await shown("a", new Holder(), person("bob"));
  expect(ann).not.toBe(bob);
  expect(known("a", new Holder(), person("ann"))).toBe(ann);
  expect(known("a")).toBeNull();
});

test("results that do not use the identity are everybody's", async () => {
  const acquired = acquire("a", new Holder(), person("ann"));
  runs[0]?.finish({ usedIdentity: false });
  const ann = await acquired;
  expect(known("a", new Holder(), person("bob"))).toBe(ann);
  expect(known("a")).toBe(ann);
});

test("a query that begins to use the identity is run for each person", async () => {
  await shown("a");
  database.write("a");
  const ann = acquire("a", new Holder(), person("ann"));
  const bob = acquire("a", new Holder(), person("bob"));
  expect(runs).toHaveLength(2);
  runs[1]?.finish({ usedIdentity: true });
  await ann;
  await expect.poll(() => runs.length).toBe(3);
  runs[2]?.finish({ usedIdentity: true });
  expect(runs[2]?.call.caller).toEqual(person("bob"));
  expect(await bob).not.toBe(await ann);
});

test("the last holder to leave drops the result", async () => {
  const holders = [new Holder(), new Holder()] as const;
  const execution = await shown("a", holders[0]);
  await acquire("a", holders[1]);
  cache.release(execution, holders[0]);
  expect(cache.size).toBe(1);
  cache.release(execution, holders[1]);
  expect(cache.size).toBe(0);
  database.write("a");
  flush();
  expect(holders.map(({ invalidations }) => invalidations)).toEqual([0, 0]);
});

test("a run that fails leaves nothing behind and may be tried again", async () => {
  const acquired = acquire("a");
  runs[0]?.fail(new Error("no memory"));
  await expect(acquired).rejects.toThrow("no memory");
  await shown("a");
  expect(cache.size).toBe(1);
});

test("new functions make every result stale, also of runs under way", async () => {
  const holder = new Holder();
  await shown("a", holder);
  const underWay = acquire("b", holder);
  cache.invalidateAll();
  runs[1]?.finish();
  expect((await underWay).isCurrent).toBe(false);
  flush();
  expect(holder.invalidations).toBe(1);
  expect(cache.size).toBe(0);
});

test("a result that depends on the time is not handed out for long", async () => {
  const acquired = acquire("a");
  runs[0]?.finish({ usedTime: true });
  const execution = await acquired;
  expect(known("a")).toBe(execution);
  clock.advance(16_000);
  expect(known("a")).toBeNull();
});

/** Shows the result of a run that read much. */
async function shownAtCost(
  path: string,
  holder: Holder,
  tookMs = 30,
): Promise<void> {
  const acquired = acquire(path, holder);
  clock.advance(tookMs);
  runs.at(-1)?.finish({ documentsRead: 1000 });
  await acquired;
}

test("a costly result is told of at once, and then only after a rest", async () => {
  const holder = new Holder();
  await shownAtCost("a", holder);
  database.write("a");
  flush();
  expect(holder.invalidations).toBe(1);
  await shownAtCost("a", holder);
  database.write("a");
  flush();
  expect(holder.invalidations).toBe(1);
  expect(rests.map(({ delayMs }) => delayMs)).toEqual([300]);
  rests[0]?.end();
  flush();
  expect(holder.invalidations).toBe(2);
});

test("a rest takes seconds, however long the run was held up", async () => {
  await shownAtCost("a", new Holder(), 8_000);
  database.write("a");
  expect(rests.map(({ delayMs }) => delayMs)).toEqual([13_000]);
});

test("costly results rest for each other, cheap ones for nobody", async () => {
  const holders = { a: new Holder(), b: new Holder(), cheap: new Holder() };
  await shownAtCost("a", holders.a);
  await shownAtCost("b", holders.b);
  await shown("cheap", holders.cheap);
  for (const path of ["a", "b", "cheap"]) database.write(path);
  flush();
  expect(holders.a.invalidations).toBe(1);
  expect(holders.b.invalidations).toBe(0);
  expect(holders.cheap.invalidations).toBe(1);
  rests[0]?.end();
  flush();
  expect(holders.b.invalidations).toBe(1);
});

test("who asks while a costly result rests is given the newest", async () => {
  const holder = new Holder();
  await shownAtCost("a", holder);
  database.write("a");
  await shownAtCost("a", holder);
  database.write("a");
  expect(known("a")).toBeNull();
  expect(runs).toHaveLength(3);
});

test("nobody waits for the rest of a result that nobody shows", async () => {
  const holders = { a: new Holder(), b: new Holder(), c: new Holder() };
  await shownAtCost("a", holders.a);
  const b = acquire("b", holders.b);
  runs.at(-1)?.finish({ documentsRead: 1000 });
  await shownAtCost("c", holders.c);
  for (const path of ["a", "b", "c"]) database.write(path);
  cache.release(await b, holders.b);
  rests[0]?.end();
  flush();
  expect(holders.b.invalidations).toBe(0);
  expect(holders.c.invalidations).toBe(1);
});

test("new functions are told of without a rest", async () => {
  const holders = [new Holder(), new Holder()] as const;
  await shownAtCost("a", holders[0]);
  await shownAtCost("b", holders[1]);
  cache.invalidateAll();
  flush();
  expect(holders.map(({ invalidations }) => invalidations)).toEqual([1, 1]);
  expect(rests).toEqual([]);
});

test("a result rests from its change until it is told of", async () => {
  const holder = new Holder();
  await shownAtCost("a", holder);
  database.write("a");
  const acquired = acquire("a", holder);
  runs.at(-1)?.finish({ documentsRead: 1000 });
  const execution = await acquired;
  expect(execution.isResting).toBe(false);
  database.write("a");
  expect(execution.isResting).toBe(true);
  rests[0]?.end();
  expect(execution.isResting).toBe(false);
});

test("new functions end every rest", async () => {
  const holders = { a: new Holder(), b: new Holder() };
  await shownAtCost("a", holders.a);
  await shownAtCost("b", holders.b);
  for (const path of ["a", "b"]) database.write(path);
  cache.invalidateAll();
  flush();
  expect(holders.b.invalidations).toBe(1);
});
