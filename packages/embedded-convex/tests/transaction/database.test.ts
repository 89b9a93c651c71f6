import { beforeEach, expect, test } from "vitest";
import { ClosedError, ConflictError } from "../../src/base/errors";
import type { MemoryDisk } from "../../src/storage/memory-store";
import type { Database } from "../../src/transaction/database";
import type { Transaction } from "../../src/transaction/transaction";
import { WHOLE_RANGE } from "../../src/values/keys";
import {
  commit,
  fieldsOf,
  NOW_MS,
  openDatabase,
  settle,
  type Fixture,
} from "./fixtures";

let fixture: Fixture;
let database: Database;

beforeEach(async () => {
  fixture = await openDatabase();
  ({ database } = fixture);
});

/** Commits one document without waiting for the disk. */
function insert(fields: Record<string, number>): Promise<bigint> {
  const transaction = database.begin();
  transaction.insert("", "notes", fields);
  return database.commit(transaction);
}

/** @returns what has become of `promise` by now */
async function stateOf(promise: Promise<unknown>): Promise<string> {
  let state = "pending";
  promise.then(
    () => (state = "fulfilled"),
    () => (state = "rejected"),
  );
  await settle();
  return state;
}

test("a commit is acknowledged when it is on disk, not before", async () => {
  fixture.store.hold();
  const committed = insert({ n: 1 });
  expect(await stateOf(committed)).toBe("pending");
  fixture.store.release();
  expect(await committed).toBeGreaterThan(0n);
});

test("a commit shares one write with those that came while the disk was busy", async () => {
  const before = fixture.store.writeCount;
  fixture.store.hold();
  const first = insert({ n: 0 });
  await settle();
  const others = [1, 2, 3, 4, 5].map((n) => insert({ n }));
  fixture.store.release();
  await Promise.all([first, ...others]);
  expect(fixture.store.writeCount - before).toBe(2);
});

test("a commit has a timestamp in nanoseconds that rises", async () => {
  const timestamps = [await insert({}), await insert({}), await insert({})];
  const start = BigInt(NOW_MS) * 1_000_000n;
  expect(timestamps).toEqual([start, start + 1n, start + 2n]);
  fixture.clock.advance(5);
  expect(await insert({})).toBe(start + 5_000_000n);
});

test("a commit of a mutation that wrote nothing waits for what it read", async () => {
  fixture.store.hold();
  const written = insert({ n: 1 });
  const reader = database.begin();
  const read = database.commit(reader);
  expect(await stateOf(read)).toBe("pending");
  fixture.store.release();
  expect(await read).toBe(await written);
});

test("a commit never counts twice", async () => {
  const transaction = database.begin();
  transaction.insert("", "notes", {});
  await database.commit(transaction);
  await expect(database.commit(transaction)).rejects.toThrow(ClosedError);
  expect(database.beginRead().count("", "notes")).toBe(1);
});

test("whenDurable waits for the state of that time", async () => {
  fixture.store.hold();
  const committed = insert({});
  const waited = database.whenDurable(database.begin().beginTs);
  expect(await stateOf(waited)).toBe("pending");
  fixture.store.release();
  await Promise.all([committed, waited]);
  await expect(
    database.whenDurable(database.snapshot().ts),
  ).resolves.toBeUndefined();
});

test("listeners are told of commits on disk, in order, with old and new keys", async () => {
  const heard: [bigint, number][] = [];
  database.onPublish((commits) => {
    expect(database.snapshot().ts).toBe(commits.at(-1)?.ts);
    for (const { ts, touched } of commits) {
      heard.push([ts, touched.get("/notes/by_creation_time")?.length ?? 0]);
    }
  });
  fixture.store.hold();
  const commits = [insert({ n: 1 }), insert({ n: 2 })];
  await settle();
  expect(heard).toEqual([]);
  fixture.store.release();
  const timestamps = await Promise.all(commits);
  expect(heard).toEqual(timestamps.map((ts) => [ts, 1]));
});

test("listeners learn the next state while its commits are being written", async () => {
  const heard: bigint[] = [];
  database.onWriting((commits, { ts }) => {
    expect(commits.at(-1)?.ts).toBe(ts);
    expect(database.snapshot().ts).toBeLessThan(ts);
    heard.push(ts);
  });
  fixture.store.hold();
  const committed = insert({});
  await settle();
  expect(heard).toHaveLength(1);
  fixture.store.release();
  expect([await committed]).toEqual(heard);
});

test("listeners stop when they are taken away", async () => {
  let calls = 0;
  const stop = database.onPublish(() => calls++);
  await insert({});
  stop();
  await insert({});
  expect(calls).toBe(1);
});

test("listeners that fail disturb neither the commit nor other listeners", async () => {
  let calls = 0;
  database.onPublish(() => {
    throw new Error("broken");
  });
  database.onPublish(() => calls++);
  await insert({});
  expect(calls).toBe(1);
});

test("isCurrent knows recent commits and doubts what it has forgotten", async () => {
  await insert({});
  const query = database.beginRead();
  const { ts } = database.snapshot();
  query.table("", "notes");
  query.close();
  expect(database.isCurrent(query.reads, ts)).toBe(true);
  await insert({});
  expect(database.isCurrent(query.reads, ts)).toBe(true);
  expect(database.isCurrent(query.reads, 0n)).toBe(false);
});

test("isCurrent asks only about commits on disk", async () => {
  await insert({});
  const query = database.beginRead();
  query.count("", "notes");
  fixture.store.hold();
  const committed = insert({});
  expect(database.isCurrent(query.reads, query.beginTs)).toBe(true);
  fixture.store.release();
  await committed;
  expect(database.isCurrent(query.reads, query.beginTs)).toBe(false);
});

test.each<[string, (transaction: Transaction) => unknown]>([
  ["a table that was not there", (tx) => tx.table("", "new")],
  [
    "a scan of one",
    (tx) => tx.scan("", "new", "by_id", WHOLE_RANGE, "asc").next(),
  ],
  ["the number of its documents", (tx) => tx.count("", "new")],
])("whoever has read %s has read what changes it", async (_, read) => {
  await insert({});
  const query = database.beginRead();
  const mutation = database.begin();
  for (const transaction of [query, mutation]) read(transaction);
  mutation.insert("", "others", {});
  await insert({});
  expect(database.isCurrent(query.reads, query.beginTs)).toBe(true);
  await commit(database, (other) => other.insert("", "new", {}));
  expect(database.isCurrent(query.reads, query.beginTs)).toBe(false);
  await expect(database.commit(mutation)).rejects.toThrow(ConflictError);
});

test("a disk that refuses a write fails every commit that waits for it, and all later ones", async () => {
  fixture.store.hold();
  const waiting = [insert({ n: 1 }), insert({ n: 2 })];
  await settle();
  const queued = insert({ n: 3 });
  const reader = database.commit(database.begin());
  const outcomes = Promise.allSettled([...waiting, queued, reader]);
  fixture.store.failWith(new Error("disk full"));
  const states = (await outcomes).map(({ status }) => status);
  expect(states).toEqual(Array.from({ length: 4 }, () => "rejected"));
  await expect(insert({ n: 4 })).rejects.toThrow("disk");
  expect(fixture.fatal).toEqual([
    expect.objectContaining({
      cause: expect.objectContaining({ message: "disk full" }) as Error,
    }),
  ]);
});

test("a disk that refuses a write leaves queries with what was on disk", async () => {
  await insert({ n: 1 });
  fixture.store.failWith(new Error("disk full"));
  await expect(insert({ n: 2 })).rejects.toThrow("disk");
  expect(fieldsOf(database.beginRead(), "notes")).toEqual([{ n: 1 }]);
  await database.close();
});

test("closing waits for commits under way", async () => {
  const disk: MemoryDisk = new Map();
  fixture = await openDatabase({ disk });
  ({ database } = fixture);
  fixture.store.hold();
  const committed = insert({ n: 1 });
  const closed = database.close();
  expect(await stateOf(closed)).toBe("pending");
  fixture.store.release();
  await Promise.all([committed, closed, database.close()]);
  const reopened = await openDatabase({ disk });
  expect(fieldsOf(reopened.database.beginRead(), "notes")).toEqual([{ n: 1 }]);
});

test("closing refuses what comes later", async () => {
  const transaction = database.begin();
  transaction.insert("", "notes", {});
  await database.close();
  expect(() => database.begin()).toThrow(ClosedError);
  expect(() => database.beginRead()).toThrow(ClosedError);
  await expect(database.commit(transaction)).rejects.toThrow(ClosedError);
});

test("reopening gives back documents, numbers and the last timestamp", async () => {
  const disk: MemoryDisk = new Map();
  const first = await openDatabase({ disk });
  const ids = await commit(first.database, (tx) => [
    tx.insert("", "notes", { big: 2n ** 62n, special: NaN, text: "é\0" }),
    tx.insert("", "others", {}),
    tx.insert("child", "notes", { of: "child" }),
    tx.insert("child/inner", "notes", { of: "grandchild" }),
    tx.insert("", "_jobs", { n: 1 }, { system: true }),
  ]);
  const components = ["", "child", "child/inner"];
  const tables = components.map((path) => first.database.tables(path));
  const texts = ids.map((id) =>
    components.map((path) => first.database.beginRead().get(path, id)?.text),
  );
  const { ts } = first.database.snapshot();
  await first.database.close();

  const second = await openDatabase({ disk });
  expect(second.database.snapshot().ts).toBe(ts);
  expect(components.map((path) => second.database.tables(path))).toEqual(
    tables,
  );
  expect(
    ids.map((id) =>
      components.map((path) => second.database.beginRead().get(path, id)?.text),
    ),
  ).toEqual(texts);
});

test("reopening goes on with greater timestamps though the clock went back, and says so", async () => {
  const disk: MemoryDisk = new Map();
  const first = await openDatabase({ disk });
  ({ database } = first);
  const ts = await insert({ n: 1 });
  await database.close();
  const second = await openDatabase({ disk, nowMs: NOW_MS - 60_000 });
  ({ database } = second);
  expect(second.warnings).toEqual([
    expect.stringMatching(/^The clock says 2023-\S+, but the newest change/),
  ]);
  expect(await insert({ n: 2 })).toBe(ts + 1n);
  expect(fieldsOf(database.beginRead(), "notes")).toEqual([{ n: 1 }, { n: 2 }]);
});

test("reopening refuses data of another format", async () => {
  const disk: MemoryDisk = new Map([["m/format", "3"]]);
  await expect(openDatabase({ disk })).rejects.toThrow("another version");
});
