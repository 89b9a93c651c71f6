import { defineTable } from "convex/server";
import { getDocumentSize, jsonToConvex, v, type Value } from "convex/values";
import { beforeEach, describe, expect, test } from "vitest";
import { UserError } from "../../src/base/errors";
import {
  MAX_DOCUMENT_BYTES,
  MAX_DOCUMENTS_WRITTEN,
  MAX_INDEX_RANGES,
} from "../../src/base/limits";
import type { Transaction } from "../../src/transaction/transaction";
import { newId, tableNumberOf } from "../../src/values/ids";
import { WHOLE_RANGE } from "../../src/values/keys";
import {
  applySchema,
  commit,
  equalTo,
  exported,
  fieldsOf,
  NOW_MS,
  openDatabase,
  type Fixture,
} from "./fixtures";

let fixture: Fixture;
let tx: Transaction;

beforeEach(async () => {
  fixture = await openDatabase();
  tx = fixture.database.begin();
});

function refusalOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof UserError) return error.message;
    throw error;
  }
  return "nothing thrown";
}

test("a document has a text that is its JSON, fields in order", () => {
  const id = tx.insert("", "notes", { b: -0, a: 1n, z: [null] });
  expect(tx.get("", id)?.text).toBe(
    `{"_creationTime":${String(NOW_MS)},"_id":"${id}","a":{"$integer":"AQAAAAAAAAA="},` +
      `"b":{"$float":"AAAAAAAAAIA="},"z":[null]}`,
  );
});

test("a document cannot be changed through a copy of its value", () => {
  const list: Value[] = [1];
  const id = tx.insert("", "notes", { list });
  list.push(2);
  const copy = tx.get("", id)?.value;
  if (Array.isArray(copy?.["list"])) copy["list"].push(3);
  expect(tx.get("", id)?.value["list"]).toEqual([1]);
});

test("a document that is gone cannot be written to", () => {
  const id = tx.insert("", "notes", {});
  tx.remove("", id);
  expect(() => tx.patch("", id, {})).toThrow(
    `Update on nonexistent document ID ${id}`,
  );
  expect(() => tx.replace("", id, {})).toThrow(
    `Replace on nonexistent document ID ${id}`,
  );
  expect(() => tx.remove("", id)).toThrow(
    `Delete on nonexistent document ID ${id}`,
  );
});

test("a document of no known table is absent", () => {
  const stranger = newId(55_555, 0);
  expect(tx.get("", stranger)).toBeNull();
  expect(refusalOf(() => tx.patch("", stranger, {}))).toContain(
    "nonexistent document",
  );
});

test("a document keeps its system fields", () => {
  const id = tx.insert("", "notes", { a: 1 });
  const same = { _id: id, _creationTime: NOW_MS, a: 2 };
  expect(tx.patch("", id, same).value["a"]).toBe(2);
  expect(tx.replace("", id, same).value["a"]).toBe(2);
  for (const other of [{ _id: newId(1, 0) }, { _creationTime: 1 }]) {
    expect(refusalOf(() => tx.patch("", id, other))).toContain("doesn't match");
    expect(refusalOf(() => tx.replace("", id, other))).toContain(
      "doesn't match",
    );
    expect(refusalOf(() => tx.insert("", "notes", other))).toContain(
      "cannot bring its own",
    );
  }
});

test.each<[string, Record<string, Value>, string]>([
  ["an underscore first", { _x: 1 }, "reserved for system fields"],
  ["a dollar first", { $x: 1 }, "$x"],
  ["a letter outside ASCII", { é: 1 }, "é"],
  ["a dollar inside a value", { a: { $x: 1 } }, "$x"],
])("a document cannot have a field with %s", (_, fields, why) => {
  expect(refusalOf(() => tx.insert("", "notes", fields))).toContain(why);
  expect(tx.count("", "notes")).toBe(0);
});

test("a document has at most a megabyte", () => {
  const empty = tx.get("", tx.insert("", "notes", { a: "" }))?.value ?? {};
  const a = "x".repeat(MAX_DOCUMENT_BYTES - getDocumentSize(empty));
  tx.insert("", "notes", { a });
  expect(refusalOf(() => tx.insert("", "notes", { a: `${a}x` }))).toContain(
    "too large",
  );
});

test("creation times rise by the smallest step while the clock stands still", () => {
  tx.insert("", "notes", {});
  fixture.clock.advance(1000);
  const times = Array.from(
    { length: 4 },
    () => tx.get("", tx.insert("", "notes", {}))?.creationTime ?? 0,
  );
  const step = 2 ** -12;
  expect(times).toEqual([0, 1, 2, 3].map((i) => NOW_MS + 1000 + i * step));
});

test("creation times follow the clock forward and never go back", async () => {
  const { database, clock } = fixture;
  const timeOfNext = () =>
    commit(database, (t) => t.get("", t.insert("", "notes", {})));
  const first = await timeOfNext();
  clock.advance(1000);
  const second = await timeOfNext();
  clock.set(NOW_MS - 60_000);
  const third = await timeOfNext();
  expect(first?.creationTime).toBe(NOW_MS);
  expect(second?.creationTime).toBe(NOW_MS + 1000);
  expect(third?.creationTime).toBeGreaterThan(NOW_MS + 1000);
});

describe("a scan", () => {
  beforeEach(() => {
    for (const n of [1, 2, 3, 4]) tx.insert("", "notes", { n });
  });

  test("needs an index that is there", () => {
    const scan = (table: string, index: string) => () =>
      tx.scan("", table, index, WHOLE_RANGE, "asc");
    expect(scan("notes", "by_n")).toThrow("Index notes.by_n not found.");
    expect([...scan("unknown", "by_n")()]).toEqual([]);
    expect(() => tx.indexFields("", "unknown", "by_n")).toThrow("unknown.by_n");
    expect(tx.indexFields("", "unknown", "by_id")).toEqual(["_id"]);
    expect(tx.indexFields("", "notes", "by_creation_time")).toEqual([
      "_creationTime",
    ]);
  });
});

test("tables of the engine have numbers of their own", () => {
  tx.insert("", "_jobs", {}, { system: true });
  expect(tx.table("", "_jobs")).toMatchObject({ number: 3, isSystem: true });
  tx.insert("", "notes", {});
  expect(tx.table("", "notes")).toMatchObject({
    number: 10_001,
    isSystem: false,
  });
});

test.each(["", "1a", "a-b", "a b", "é", "a".repeat(65)])(
  "tables cannot be called %j",
  (name) => {
    expect(refusalOf(() => tx.insert("", name, {}))).toContain(
      "Invalid table name",
    );
  },
);

test("tables of two components do not mix", () => {
  const id = tx.insert("", "notes", { of: "app" });
  tx.insert("child", "others", { of: "child" });
  expect(tx.get("child", id)).toBeNull();
  expect(tx.tableOfId("child", id)).toMatchObject({ name: "others" });
});

test.each<[string, [string, string], [string, string], number]>([
  ["one component", ["", "one"], ["", "two"], 10_002],
  ["two components", ["one", "notes"], ["two", "notes"], 10_001],
])(
  "tables made at once in %s make one mutation try again",
  async (_, one, other, number) => {
    const { database } = fixture;
    const make = ([component, table]: [string, string]) => {
      const mutation = database.begin();
      mutation.insert(component, table, {});
      return mutation;
    };
    const [first, second] = [one, other].map(make);
    if (first) await database.commit(first);
    const late = second && database.commit(second);
    await expect(late).rejects.toThrow('"_tables"');
    await database.commit(make(other));
    const made = database.begin().table(...other);
    expect(made).toMatchObject({ name: other[1], number });
  },
);

test("a savepoint takes back tables, whose numbers become free", () => {
  const savepoint = tx.savepoint();
  tx.insert("", "gone", {});
  tx.rollback(savepoint);
  expect(tx.table("", "gone")).toBeNull();
  tx.insert("", "notes", {});
  expect(tx.table("", "notes")).toMatchObject({ number: 10_001 });
});

test("a closed transaction refuses everything, and stops a scan under way", () => {
  const id = tx.insert("", "notes", {});
  const scan = () => tx.scan("", "notes", "by_id", WHOLE_RANGE, "asc");
  const rows = scan();
  const savepoint = tx.savepoint();
  tx.close();
  tx.close();
  expect(tx.isClosed).toBe(true);
  for (const act of [
    () => tx.get("", id),
    () => tx.insert("", "notes", {}),
    () => tx.patch("", id, {}),
    () => tx.replace("", id, {}),
    () => tx.remove("", id),
    () => tx.count("", "notes"),
    () => tx.table("", "notes"),
    () => tx.rollback(savepoint),
    scan,
    () => rows.next(),
  ]) {
    expect(refusalOf(act)).toBe(
      "The database was used after the function had finished",
    );
  }
});

test("limits bound the documents written", () => {
  for (let i = 0; i < MAX_DOCUMENTS_WRITTEN; i++) tx.insert("", "notes", {});
  expect(() => tx.insert("", "notes", {})).toThrow(
    `Too many writes in a single function execution (limit: ${String(MAX_DOCUMENTS_WRITTEN)})`,
  );
});

test("limits bound the ranges read, and the same one counts once", () => {
  const known = tx.insert("", "notes", {});
  const number = tableNumberOf(known);
  for (let i = 0; i < MAX_INDEX_RANGES; i++) tx.get("", known);
  for (let i = 1; i < MAX_INDEX_RANGES; i++) tx.get("", newId(number, 0));
  expect(tx.metrics.databaseQueries).toBe(MAX_INDEX_RANGES);
  expect(refusalOf(() => tx.get("", newId(number, 0)))).toContain(
    "Too many reads",
  );
});

test("limits bound the bytes read", () => {
  const text = "x".repeat(1_000_000);
  const id = tx.insert("", "notes", { text });
  for (let i = 0; i < 16; i++) tx.get("", id);
  expect(() => tx.get("", id)).toThrow("Too many bytes read");
});

test("limits do not count the engine's own documents", () => {
  tx.insert("", "_jobs", {}, { system: true });
  tx.count("", "_jobs");
  expect(tx.metrics).toMatchObject({
    documentsWritten: 0,
    bytesWritten: 0,
    databaseQueries: 0,
  });
});

const commitTs = jsonToConvex({ $commitTs: null });

test("a commit timestamp in a field is set when the transaction commits, in every index", async () => {
  const { database } = fixture;
  await applySchema(
    database,
    "",
    exported({
      events: defineTable({ at: v.commitTs(), log: v.array(v.any()) }).index(
        "by_at",
        ["at"],
      ),
    }),
  );
  const mutation = database.begin();
  const fields = { at: commitTs, log: ['{"$commitTs":null}', commitTs] };
  const id = mutation.insert("", "events", fields);
  expect(mutation.get("", id)?.value["at"]).toBe(commitTs);
  const ts = await database.commit(mutation);
  const query = database.beginRead();
  const expected = { at: ts, log: ['{"$commitTs":null}', ts] };
  expect(fieldsOf(query, "events", "by_at", equalTo(ts))).toEqual([expected]);
  expect(fieldsOf(query, "events", "by_at", equalTo(commitTs))).toEqual([]);
  expect(fieldsOf(query, "events", "by_id")).toEqual([expected]);
});
