import { defineTable } from "convex/server";
import { v } from "convex/values";
import { beforeEach, expect, test } from "vitest";
import type { DocumentJson } from "../../src/index/document";
import type { MemoryDisk } from "../../src/storage/memory-store";
import type { Database } from "../../src/transaction/database";
import {
  restoreTables,
  type TableRestore,
} from "../../src/transaction/restore-tables";
import { newId } from "../../src/values/ids";
import { WHOLE_RANGE } from "../../src/values/keys";
import {
  applySchema,
  commit,
  exported,
  NOW_MS,
  openDatabase,
} from "./fixtures";

const systemTables = [
  { name: "_jobs", number: 9001, indexes: [], documentType: null },
  { name: "_notes", number: 9002, indexes: [], documentType: null },
];

let disk: MemoryDisk;
let database: Database;

beforeEach(async () => {
  disk = new Map();
  ({ database } = await openDatabase({ disk, systemTables }));
  const schema = exported({
    teams: defineTable({ name: v.string() }).index("by_name", ["name"]),
    players: defineTable({ name: v.string(), team: v.id("teams") }),
  });
  await applySchema(database, "", schema);
});

const teamId = newId(10_002, NOW_MS);
const team: DocumentJson = { _id: teamId, _creationTime: 5, name: "Reds" };
const player: DocumentJson = {
  _id: newId(10_001, NOW_MS),
  _creationTime: 6.5,
  name: "Asha",
  team: teamId,
};

/** Numbers the other way round than they are here. */
const swapped: TableRestore[] = [
  { name: "players", number: 10_001, documents: [player], isReplaced: false },
  { name: "teams", number: 10_002, documents: [team], isReplaced: false },
];

function restore(...tables: TableRestore[]): Promise<number> {
  return commit(database, (tx) => restoreTables(tx, "", tables, NOW_MS));
}

function numbers(): Record<string, number> {
  const own = database.tables("").filter(({ number }) => number > 2);
  return Object.fromEntries(own.map(({ name, number }) => [name, number]));
}

test("documents keep ids, times and table numbers, also after a restart", async () => {
  expect(await restore(...swapped)).toBe(2);
  const check = () => {
    const tx = database.beginRead();
    expect(numbers()).toEqual({ players: 10_001, teams: 10_002 });
    expect(tx.get("", teamId)?.json()).toEqual(team);
    expect(tx.normalizeId("", "teams", teamId)).toBe(teamId);
    tx.close();
  };
  check();
  await database.close();
  ({ database } = await openDatabase({ disk, systemTables }));
  check();
  const fresh = await commit(database, (tx) =>
    tx.insert("", "teams", { name: "Blues" }),
  );
  const tx = database.beginRead();
  expect(tx.tableOfId("", fresh)?.name).toBe("teams");
});

test("a table that holds documents does not give its number away", async () => {
  await commit(database, (tx) => tx.insert("", "teams", { name: "Blues" }));
  await expect(restore(...swapped)).rejects.toThrow(
    "would no longer be its own",
  );
  expect(numbers()).toEqual({ teams: 10_001, players: 10_002 });
  const replacing = swapped.map((table) => ({ ...table, isReplaced: true }));
  await restore(...replacing);
  expect(database.tables("").find(({ name }) => name === "teams")?.count).toBe(
    1,
  );
});

test("rows of the engine's own make way for a table that has their number", async () => {
  const system = { system: true };
  const text = { text: "kept" };
  await commit(database, (tx) => tx.insert("", "_notes", text, system));
  const job = { _id: newId(9002, NOW_MS), _creationTime: 1, kind: "pending" };
  const jobs = { name: "_jobs", number: 9002, documents: [job] };
  await restore({ ...jobs, isReplaced: true });
  expect(numbers()).toMatchObject({ _jobs: 9002 });
  expect(numbers()._notes).not.toBe(9002);
  const tx = database.beginRead();
  const rows = [...tx.scan("", "_notes", "by_id", WHOLE_RANGE, "asc")];
  expect(rows.map(({ document }) => document.json().text)).toEqual(["kept"]);
  expect(
    rows.map(({ document }) => tx.tableOfId("", document.id)?.name),
  ).toEqual(["_notes"]);
});

test.each<[string, DocumentJson[], string]>([
  [
    "an id of another table",
    [{ ...team, _id: player._id ?? null }],
    "is not an id of table",
  ],
  ["an id twice", [team, team], "already"],
  [
    "a document that misses a field",
    [{ _id: teamId }],
    "does not match the schema",
  ],
])("%s is refused, and nothing has happened", async (_, documents, why) => {
  const table = { name: "teams", number: 10_002, isReplaced: false };
  await expect(restore({ ...table, documents })).rejects.toThrow(why);
  expect(numbers()).toEqual({ teams: 10_001, players: 10_002 });
});

test("documents without a creation time keep their order", async () => {
  const names = ["c", "a", "b", "e", "d"];
  const documents = names.map((name) => ({ name }));
  await restore({ name: "teams", number: null, documents, isReplaced: false });
  const tx = database.beginRead();
  const rows = tx.scan("", "teams", "by_creation_time", WHOLE_RANGE, "asc");
  const stored = [...rows].map(({ document }) => document.json().name);
  expect(stored).toEqual(names);
  tx.close();
});
