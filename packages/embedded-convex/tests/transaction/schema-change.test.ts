import { defineTable } from "convex/server";
import { v, type Value } from "convex/values";
import { beforeEach, describe, expect, test } from "vitest";
import { ConflictError } from "../../src/base/errors";
import type { SchemaJson } from "../../src/index/schema";
import type { MemoryDisk } from "../../src/storage/memory-store";
import type { Database } from "../../src/transaction/database";
import { changeSchema } from "../../src/transaction/schema-change";
import { newId } from "../../src/values/ids";
import {
  applySchema,
  commit,
  equalTo,
  exported,
  fieldsOf,
  openDatabase,
  type Fixture,
} from "./fixtures";

/** A new one each time: adding an index changes the definition it is added to. */
const players = () => defineTable({ name: v.string(), score: v.number() });
const WITH_INDEX = exported({
  players: players().index("by_score", ["score"]),
});

let disk: MemoryDisk;
let fixture: Fixture;
let database: Database;

beforeEach(async () => {
  disk = new Map();
  fixture = await openDatabase({ disk });
  ({ database } = fixture);
});

async function reopen(): Promise<void> {
  await database.close();
  fixture = await openDatabase({ disk });
  ({ database } = fixture);
}

function insert(
  table: string,
  fields: Record<string, Value>,
): Promise<unknown> {
  return commit(database, (tx) => tx.insert("", table, fields));
}

const invalid = { name: 1 };
const valid = { name: "a", score: 1 };

test("a schema makes its tables, in its order", async () => {
  await applySchema(
    database,
    "",
    exported({ b: defineTable(v.any()), a: defineTable(v.any()) }),
  );
  expect(database.tables("")).toMatchObject([
    { name: "_tables", number: 1, count: 2 },
    { name: "_schemas", number: 2, count: 1 },
    { name: "b", number: 10_001, count: 0 },
    { name: "a", number: 10_002, count: 0 },
  ]);
});

test("a schema refuses documents that do not match, before and after reopening", async () => {
  await applySchema(database, "", WITH_INDEX);
  for (let round = 0; round < 2; round++) {
    await expect(insert("players", invalid)).rejects.toThrow(
      'Failed to insert or update a document in table "players" because it does not match the schema: ',
    );
    const id = await commit(database, (tx) => tx.insert("", "players", valid));
    await expect(
      commit(database, (tx) => tx.patch("", id, { score: "1" })),
    ).rejects.toThrow("Path: .score");
    await expect(
      commit(database, (tx) => tx.patch("", id, { score: undefined })),
    ).rejects.toThrow("missing the required field `score`");
    await expect(
      commit(database, (tx) => tx.replace("", id, invalid)),
    ).rejects.toThrow("does not match the schema");
    await reopen();
  }
});

test("a schema with schemaValidation off checks nothing", async () => {
  const loose = exported({ players: players() }, { schemaValidation: false });
  await applySchema(database, "", loose);
  await insert("players", invalid);
  expect(database.beginRead().count("", "players")).toBe(1);
});

test("a schema that is applied again changes nothing", async () => {
  await applySchema(database, "", WITH_INDEX);
  const { ts } = database.snapshot();
  await applySchema(database, "", WITH_INDEX);
  await reopen();
  await applySchema(database, "", WITH_INDEX);
  expect(database.snapshot().ts).toBe(ts);
});

test("a schema of one component leaves the others alone", async () => {
  await applySchema(database, "", WITH_INDEX);
  await applySchema(database, "child", null);
  await applySchema(database, "child", exported({ x: defineTable({}) }));
  await insert("players", valid);
  await expect(
    commit(database, (tx) => tx.insert("child", "x", valid)),
  ).rejects.toThrow("extra field");
  await commit(database, (tx) => tx.insert("child", "players", invalid));
});

test("a schema taken away leaves tables without rules", async () => {
  await applySchema(database, "", WITH_INDEX);
  await insert("players", valid);
  await applySchema(database, "", null);
  await insert("players", invalid);
  const query = database.beginRead();
  expect(query.count("", "players")).toBe(2);
  expect(() => query.indexFields("", "players", "by_score")).toThrow(
    "by_score",
  );
});

test("a schema may name tables that come later in it", async () => {
  const schema = exported({
    members: defineTable({ team: v.id("teams") }),
    teams: defineTable({}),
  });
  await applySchema(database, "", schema);
  const team = await commit(database, (tx) => tx.insert("", "teams", {}));
  await commit(database, (tx) => tx.insert("", "members", { team }));
  await expect(
    commit(database, (tx) =>
      tx.insert("", "members", { team: newId(10_001, 0) }),
    ),
  ).rejects.toThrow("from table `members`");
});

test("existing documents that do not match keep the old schema in force", async () => {
  const loose = exported({ players: defineTable(v.any()) });
  await applySchema(database, "", loose);
  await insert("players", valid);
  await insert("players", invalid);
  const before = { tables: database.tables(""), ts: database.snapshot().ts };
  const both = exported({
    added: defineTable({}),
    players: players().index("by_score", ["score"]),
  });
  await expect(applySchema(database, "", both)).rejects.toThrow(
    /^Document with ID "\w{32}" in table "players" does not match the schema: /,
  );
  const after = { tables: database.tables(""), ts: database.snapshot().ts };
  expect(after).toEqual(before);
  await insert("players", invalid);
  const query = database.beginRead();
  expect(query.table("", "added")).toBeNull();
  expect(() => query.indexFields("", "players", "by_score")).toThrow(
    "by_score",
  );
});

test("existing documents are found by a new index, before and after reopening", async () => {
  await applySchema(database, "", exported({ players: players() }));
  await commit(database, (tx) => {
    for (const score of [3, 1, 2]) {
      tx.insert("", "players", { name: `scores ${String(score)}`, score });
    }
  });
  await applySchema(database, "", WITH_INDEX);
  for (let round = 0; round < 2; round++) {
    const query = database.beginRead();
    const scores = fieldsOf(query, "players", "by_score");
    expect(scores.map(({ score }) => score)).toEqual([1, 2, 3]);
    const two = fieldsOf(query, "players", "by_score", equalTo(2));
    expect(two).toEqual([{ name: "scores 2", score: 2 }]);
    await reopen();
  }
});

test("existing documents are found by an index whose fields have changed", async () => {
  await applySchema(database, "", WITH_INDEX);
  await commit(database, (tx) => {
    tx.insert("", "players", { name: "b", score: 1 });
    tx.insert("", "players", { name: "a", score: 2 });
  });
  const changed = exported({
    players: players().index("by_score", ["name"]),
  });
  await applySchema(database, "", changed);
  const names = fieldsOf(database.beginRead(), "players", "by_score");
  expect(names.map(({ name }) => name)).toEqual(["a", "b"]);
});

test("existing documents move in a new index as in an old one", async () => {
  await applySchema(database, "", exported({ players: players() }));
  const id = await commit(database, (tx) => tx.insert("", "players", valid));
  await applySchema(database, "", WITH_INDEX);
  await commit(database, (tx) => tx.patch("", id, { score: 9 }));
  const query = database.beginRead();
  expect(fieldsOf(query, "players", "by_score", equalTo(1))).toEqual([]);
  expect(fieldsOf(query, "players", "by_score", equalTo(9))).toHaveLength(1);
  await commit(database, (tx) => tx.remove("", id));
  expect(fieldsOf(database.beginRead(), "players", "by_score")).toEqual([]);
});

test("a mutation under way during a change tries again", async () => {
  await applySchema(database, "", exported({ players: defineTable(v.any()) }));
  const mutation = database.begin();
  mutation.insert("", "players", invalid);
  await applySchema(database, "", WITH_INDEX);
  await expect(database.commit(mutation)).rejects.toThrow('"_schemas"');
});

test("a query keeps the tables of its snapshot", async () => {
  await applySchema(database, "", WITH_INDEX);
  await insert("players", valid);
  const query = database.beginRead();
  await applySchema(database, "", null);
  expect(fieldsOf(query, "players", "by_score")).toEqual([valid]);
});

test("tables of the engine have the indexes it declares, also after reopening", async () => {
  const systemTables = [
    {
      name: "_jobs",
      indexes: [{ name: "by_state", fields: ["state.kind"] }],
      documentType: null,
    },
  ];
  const first = await openDatabase({ disk, systemTables });
  await commit(first.database, (tx) => {
    for (const kind of ["pending", "done", "pending"]) {
      tx.insert("", "_jobs", { state: { kind } }, { system: true });
    }
  });
  await applySchema(first.database, "", WITH_INDEX);
  await applySchema(first.database, "", null);
  await first.database.close();
  const second = await openDatabase({ disk, systemTables });
  const query = second.database.beginRead();
  expect(fieldsOf(query, "_jobs", "by_state", equalTo("pending"))).toHaveLength(
    2,
  );
});

describe("a schema that is not allowed", () => {
  const table = (indexes: Record<string, string[]>, tableName = "t") => ({
    tableName,
    indexes: Object.entries(indexes).map(([indexDescriptor, fields]) => ({
      indexDescriptor,
      fields,
    })),
    documentType: { type: "any" as const },
  });
  const manyIndexes = Object.fromEntries(
    Array.from({ length: 65 }, (_, i) => [`i${String(i)}`, ["a"]]),
  );
  const manyFields = Array.from({ length: 17 }, (_, i) => `f${String(i)}`);

  const object = (name: string) => ({
    ...table({ i: [name] }),
    documentType: {
      type: "object" as const,
      value: { a: { fieldType: { type: "string" as const }, optional: false } },
    },
  });

  const searching = (
    indexes: Record<string, string[]>,
    searched: Record<string, string>,
    filterFields: string[] = [],
  ) => ({
    ...table(indexes),
    documentType: object("a").documentType,
    searchIndexes: Object.entries(searched).map(
      ([indexDescriptor, searchField]) => ({
        indexDescriptor,
        searchField,
        filterFields,
      }),
    ),
  });
  const near = (vectorField: string, dimensions: number) => ({
    ...searching({}, {}),
    vectorIndexes: [
      { indexDescriptor: "i", vectorField, dimensions, filterFields: [] },
    ],
  });

  test.each<[string, SchemaJson["tables"], string]>([
    ["two tables of one name", [table({}), table({})], 'Table "t" is defined'],
    [
      "a table with an underscore first",
      [table({}, "_t")],
      "_t is a reserved table name.",
    ],
    ["a table with a space", [table({}, "a b")], 'Invalid table name: "a b".'],
    [
      "an index called by_id",
      [table({ by_id: ["a"] })],
      'In table "t" cannot name an index "by_id" because the name is reserved.',
    ],
    [
      "an index called by_creation_time",
      [table({ by_creation_time: ["a"] })],
      'In table "t" cannot name an index "by_creation_time"',
    ],
    [
      "an index that names _creationTime",
      [table({ i: ["a", "_creationTime"] })],
      "`_creationTime` is automatically added to the end of each index.",
    ],
    [
      "an index that names _id",
      [table({ i: ["_id"] })],
      "`_id` is not a valid index field.",
    ],
    [
      "an index with a field twice",
      [table({ i: ["a", "a"] })],
      'Duplicate field "a". Index fields must be unique within an index.',
    ],
    [
      "an index without fields",
      [table({ i: [] })],
      'In table "t" index "i" must have at least one field.',
    ],
    [
      "an index with 17 fields",
      [table({ i: manyFields })],
      "Indexes may have up to 16 fields.",
    ],
    [
      "65 indexes",
      [table(manyIndexes)],
      'Table "t" cannot have more than 64 indexes.',
    ],
    [
      "a field path with a gap",
      [table({ i: ["a..b"] })],
      'In index "i": Invalid index field: "a..b"',
    ],
    [
      "two indexes of the same fields",
      [table({ i: ["a"], j: ["a"] })],
      'In table "t" index "i" and index "j" have the same fields.',
    ],
    [
      "an index of a field that no document can have",
      [object("b")],
      'In table "t" the index "i" is invalid because it references the field "b" that does not exist.',
    ],
    [
      "a search index with the name of another",
      [searching({ i: ["a"] }, { i: "a" })],
      'Table "t" has two or more definitions of index "i".',
    ],
    [
      "a search index with a reserved name",
      [searching({}, { by_id: "a" })],
      'In table "t" cannot name an index "by_id"',
    ],
    [
      "two search indexes of the same field",
      [searching({}, { i: "a", j: "a" })],
      'In table "t" search index "j" and search index "i" have the same `searchField`.',
    ],
    [
      "a search index of a field that no document can have",
      [searching({}, { i: "b" })],
      'In table "t" the index "i" is invalid because it references the field "b" that does not exist.',
    ],
    [
      "a search index with 17 filter fields",
      [searching({}, { i: "a" }, manyFields)],
      'In table "t": Search indexes may have up to 16 filter fields.',
    ],
    [
      "a vector index of a field without vectors",
      [near("a", 2)],
      'In table "t" the vector index "i" is invalid because it references the field "a" that is neither an array of float64',
    ],
    [
      "a vector index of one dimension",
      [near("at", 1)],
      'In table "t": Dimensions 1 must be between 2 and 4096.',
    ],
  ])("has %s", async (_, tables, words) => {
    const schema = { tables, schemaValidation: true };
    await expect(applySchema(database, "", schema)).rejects.toThrow(words);
    expect(database.tables("")).toEqual([]);
  });
});

test("a schema change loses no document that came while it was prepared", async () => {
  await applySchema(database, "", exported({ players: players() }));
  const transaction = database.begin();
  changeSchema(transaction, "", WITH_INDEX);
  await insert("players", valid);
  await expect(database.commit(transaction)).rejects.toThrow(ConflictError);
  transaction.close();
  await applySchema(database, "", WITH_INDEX);
  expect(database.tables("")).toContainEqual(
    expect.objectContaining({ name: "players", count: 1 }),
  );
});
