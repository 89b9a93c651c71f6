import { beforeEach, expect, test } from "vitest";
import { AbandonedError } from "../../src/base/errors";
import type {
  FunctionCall,
  QueryOutcome,
} from "../../src/functions/calls/call-and-outcome";
import { nobody, person } from "../functions/person";
import { keyedQuery } from "../../src/subscriptions/keyed-query";
import { QueryCache } from "../../src/subscriptions/query-cache";
import type {
  Subscription,
  Subscriber,
} from "../../src/subscriptions/subscription";
import type { PublishedCommit } from "../../src/transaction/database";
import { ReadSet } from "../../src/transaction/read-set";
import type { Snapshot } from "../../src/transaction/snapshot";
import { encodeKey } from "../../src/values/keys";

const INDEX = "/rows/by_id";

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
  #writingListener: (
    commits: readonly PublishedCommit[],
    snapshot: Snapshot,
  ) => void = () => {};

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
  onWriting(
    listener: (commits: readonly PublishedCommit[], snapshot: Snapshot) => void,
  ) {
    this.#writingListener = listener;
    return () => {};
  }
  write(row: string): void {
    this.#publish({ ts: this.#ts + 1n, touched: touching(row) });
  }
  /** Tells of a write first; returns a function that makes it durable. */
  beginWrite(row: string): () => void {
    const commit = { ts: this.#ts + 1n, touched: touching(row) };
    this.#writingListener([commit], { ts: commit.ts } as Snapshot);
    return () => this.#publish(commit);
  }
  #publish(commit: PublishedCommit): void {
    this.#ts = commit.ts;
    this.#commits.push(commit);
    this.#listener([commit]);
  }
}

const touching = (row: string) => new Map([[INDEX, [encodeKey([row])]]]);

class TestSubscriber implements Subscriber<string> {
  isClosed = false;
  invalidations = 0;
  onSubscribed: (subscription: Subscription<string>) => void = () => {};
  onFailed: (error: unknown) => void = () => {};
  onCharged(): void {}
  onInvalidated(): void {
    this.invalidations += 1;
  }
}

const namedSubscribers = () => ({
  a: new TestSubscriber(),
  b: new TestSubscriber(),
  c: new TestSubscriber(),
});

let database: FakeDatabase;
let runs: Run[];
let deferred: (() => void)[];
let spread: (() => void)[];
let rests: { delayMs: number; end: () => void }[];
let cache: QueryCache<string>;
let passedMs = 0;

beforeEach(() => {
  database = new FakeDatabase();
  runs = [];
  deferred = [];
  spread = [];
  rests = [];
  cache = new QueryCache({
    database,
    timers: {
      schedule(delayMs, end) {
        rests.push({ delayMs, end });
        return () => {};
      },
      steadyNow: () => passedMs,
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
    spread: (work) => spread.push(work),
  });
});

const query = (path: string, caller = nobody) =>
  keyedQuery({ component: "", path, args: [{}], caller, journal: null });
/** The result if it is known, null if it has to run. */
const known = (
  path: string,
  subscriber = new TestSubscriber(),
  caller = nobody,
) => cache.subscribe(query(path, caller), database.snapshot(), subscriber);
const subscribe = (
  path: string,
  subscriber = new TestSubscriber(),
  caller = nobody,
) =>
  new Promise<Subscription<string>>((resolve, reject) => {
    subscriber.onSubscribed = resolve;
    subscriber.onFailed = reject;
    const subscription = known(path, subscriber, caller);
    if (subscription !== null) resolve(subscription);
  });
const flush = () => deferred.splice(0).forEach((tell) => tell());

async function shown(
  path: string,
  subscriber = new TestSubscriber(),
  caller = nobody,
) {
  const pending = subscribe(path, subscriber, caller);
  runs.at(-1)?.finish({ usedIdentity: caller !== nobody });
  return pending;
}

test("commits of one moment tell a subscriber once", async () => {
  const subscriber = new TestSubscriber();
  await shown("a", subscriber);
  await shown("b", subscriber);
  database.write("a");
  database.write("b");
  flush();
  expect(subscriber.invalidations).toBe(1);
});

test("a commit that concerns many tells them in turns, and few at once meanwhile", async () => {
  const many = Array.from({ length: 40 }, () => new TestSubscriber());
  const [first] = many;
  if (first === undefined) throw new Error("nobody");
  await shown("all", first);
  for (const subscriber of many) known("all", subscriber);
  await shown("team", first);
  database.write("all");
  database.write("all");
  flush();
  expect(spread).toHaveLength(40);
  expect(many.some(({ invalidations }) => invalidations > 0)).toBe(false);
  database.write("team");
  flush();
  expect(first.invalidations).toBe(1);
  for (const work of spread.splice(0)) work();
  expect(many.at(-1)?.invalidations).toBe(1);
});

test("the queries of a few run while a commit is written, and are shown after it", async () => {
  const subscriber = new TestSubscriber();
  const before = await shown("a", subscriber);
  const end = database.beginWrite("a");
  expect(runs).toHaveLength(2);
  runs[1]?.finish();
  await expect.poll(() => cache.size).toBe(2);
  expect(before.isCurrent).toBe(true);
  expect(subscriber.invalidations).toBe(0);
  expect(known("a")).toBeNull();
  runs[2]?.finish();
  end();
  deferred.splice(0, 1).forEach((tell) => tell());
  expect(subscriber.invalidations).toBe(1);
  expect(known("a", subscriber)?.ts).toBe(database.snapshot().ts);
  flush();
  expect(known("a")?.ts).toBe(database.snapshot().ts);
  expect(runs).toHaveLength(3);
});

test("a result that came too early is dropped unless somebody wants it", async () => {
  const subscriber = new TestSubscriber();
  const shownBefore = await shown("a", subscriber);
  const end = database.beginWrite("a");
  runs[1]?.finish();
  await expect.poll(() => cache.size).toBe(2);
  cache.unsubscribe(shownBefore, subscriber);
  end();
  // Nobody shows it, so that it runs ahead of no other commit.
  database.beginWrite("a");
  expect(runs).toHaveLength(2);
  flush();
  expect(cache.size).toBe(0);
  const other = await shown("b", subscriber);
  const endOther = database.beginWrite("b");
  endOther();
  cache.unsubscribe(other, subscriber);
  flush();
  runs.at(-1)?.finish();
  await Promise.resolve();
  expect(cache.size).toBe(0);
});

test("a commit that concerns many runs no query before it is written", async () => {
  const many = Array.from({ length: 40 }, () => new TestSubscriber());
  await shown("all", many[0]);
  for (const subscriber of many) known("all", subscriber);
  database.beginWrite("all")();
  expect(runs).toHaveLength(1);
});

test("a commit while a query runs makes its result stale at once", async () => {
  const subscriber = new TestSubscriber();
  const pending = subscribe("a", subscriber);
  database.write("a");
  runs[0]?.finish();
  const subscription = await pending;
  flush();
  expect(subscription.isCurrent).toBe(false);
  expect(subscriber.invalidations).toBe(1);
  expect(cache.size).toBe(0);
});

test("a result of an older snapshot serves a newer one it still holds at", async () => {
  const first = subscribe("a");
  database.write("unrelated");
  const second = subscribe("a");
  runs[0]?.finish();
  expect(await second).toBe(await first);
  expect(runs).toHaveLength(1);
});

test("a result that a newer snapshot outdates is not handed to it", async () => {
  const first = subscribe("a");
  database.write("a");
  const second = subscribe("a");
  runs[0]?.finish();
  await first;
  await expect.poll(() => runs.length).toBe(2);
  runs[1]?.finish();
  expect(await second).not.toBe(await first);
});

test("a query that begins to use the identity is run for each person", async () => {
  await shown("a");
  database.write("a");
  const ann = subscribe("a", new TestSubscriber(), person("ann"));
  const bob = subscribe("a", new TestSubscriber(), person("bob"));
  expect(runs).toHaveLength(2);
  runs[1]?.finish({ usedIdentity: true });
  await ann;
  await expect.poll(() => runs.length).toBe(3);
  runs[2]?.finish({ usedIdentity: true });
  expect(runs[2]?.call.caller).toEqual(person("bob"));
  expect(await bob).not.toBe(await ann);
});

test("a run that fails leaves nothing behind and may be tried again", async () => {
  const pending = subscribe("a");
  runs[0]?.fail(new Error("no memory"));
  await expect(pending).rejects.toThrow("no memory");
  await shown("a");
  expect(cache.size).toBe(1);
});

test("new functions make every result stale, also of runs under way", async () => {
  const subscriber = new TestSubscriber();
  await shown("a", subscriber);
  const underWay = subscribe("b", subscriber);
  cache.invalidateAll();
  runs[1]?.finish();
  expect((await underWay).isCurrent).toBe(false);
  flush();
  expect(subscriber.invalidations).toBe(1);
  expect(cache.size).toBe(0);
});

test("a result that depends on the time is not handed out for long", async () => {
  const pending = subscribe("a");
  runs[0]?.finish({ usedTime: true });
  const subscription = await pending;
  expect(known("a")).toBe(subscription);
  passedMs += 16_000;
  expect(known("a")).toBeNull();
});

/** Shows the result of a run that read much. */
async function shownAtCost(
  path: string,
  subscriber: TestSubscriber,
  tookMs = 30,
): Promise<void> {
  const pending = subscribe(path, subscriber);
  passedMs += tookMs;
  runs.at(-1)?.finish({ documentsRead: 1000 });
  await pending;
}

test("a costly result is told of at once, and then only after a rest", async () => {
  const subscriber = new TestSubscriber();
  await shownAtCost("a", subscriber);
  database.write("a");
  flush();
  expect(subscriber.invalidations).toBe(1);
  await shownAtCost("a", subscriber);
  database.write("a");
  flush();
  expect(subscriber.invalidations).toBe(1);
  expect(rests.map(({ delayMs }) => delayMs)).toEqual([300]);
  rests[0]?.end();
  flush();
  expect(subscriber.invalidations).toBe(2);
});

test("a rest takes seconds, however long the run was held up", async () => {
  await shownAtCost("a", new TestSubscriber(), 8_000);
  database.write("a");
  expect(rests.map(({ delayMs }) => delayMs)).toEqual([13_000]);
});

test("costly results rest for each other, cheap ones for nobody", async () => {
  const subscribers = namedSubscribers();
  await shownAtCost("a", subscribers.a);
  await shownAtCost("b", subscribers.b);
  await shown("c", subscribers.c);
  for (const path of ["a", "b", "c"]) database.write(path);
  flush();
  expect(subscribers.a.invalidations).toBe(1);
  expect(subscribers.b.invalidations).toBe(0);
  expect(subscribers.c.invalidations).toBe(1);
  rests[0]?.end();
  flush();
  expect(subscribers.b.invalidations).toBe(1);
});

test("who asks while a costly result rests is given the newest", async () => {
  const subscriber = new TestSubscriber();
  await shownAtCost("a", subscriber);
  database.write("a");
  await shownAtCost("a", subscriber);
  database.write("a");
  expect(known("a")).toBeNull();
  expect(runs).toHaveLength(3);
});

test("nobody waits for the rest of a result that nobody shows", async () => {
  const subscribers = namedSubscribers();
  await shownAtCost("a", subscribers.a);
  const b = subscribe("b", subscribers.b);
  runs.at(-1)?.finish({ documentsRead: 1000 });
  await shownAtCost("c", subscribers.c);
  for (const path of ["a", "b", "c"]) database.write(path);
  cache.unsubscribe(await b, subscribers.b);
  rests[0]?.end();
  flush();
  expect(subscribers.b.invalidations).toBe(0);
  expect(subscribers.c.invalidations).toBe(1);
});

test("a result rests from its change until it is told of", async () => {
  const subscriber = new TestSubscriber();
  await shownAtCost("a", subscriber);
  database.write("a");
  const pending = subscribe("a", subscriber);
  runs.at(-1)?.finish({ documentsRead: 1000 });
  const subscription = await pending;
  expect(subscription.isResting).toBe(false);
  database.write("a");
  expect(subscription.isResting).toBe(true);
  rests[0]?.end();
  expect(subscription.isResting).toBe(false);
});

test("new functions are told of without a rest, and end every rest", async () => {
  const { a, b } = namedSubscribers();
  const show = async () => {
    await shownAtCost("a", a);
    await shownAtCost("b", b);
  };
  await show();
  cache.invalidateAll();
  flush();
  expect([a.invalidations, b.invalidations]).toEqual([1, 1]);
  expect(rests).toEqual([]);
  await show();
  for (const path of ["a", "b"]) database.write(path);
  cache.invalidateAll();
  flush();
  expect(b.invalidations).toBe(2);
});

test("a query in a queue learns that its clients have gone, and one who comes then gets a run", async () => {
  const gone = new TestSubscriber();
  known("a", gone);
  expect(runs[0]?.call.onTurn?.()).toBe(true);
  gone.isClosed = true;
  expect(runs[0]?.call.onTurn?.()).toBe(false);
  const late = subscribe("a");
  runs[0]?.fail(new AbandonedError());
  await expect.poll(() => runs).toHaveLength(2);
  runs[1]?.finish();
  expect((await late).isCurrent).toBe(true);
});
