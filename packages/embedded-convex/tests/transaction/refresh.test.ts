import { expect, test } from "vitest";
import { changedTable } from "../../src/transaction/changed-table";
import type { Database } from "../../src/transaction/database";
import type { Transaction } from "../../src/transaction/transaction";
import { WHOLE_RANGE } from "../../src/values/keys";
import { commit, fieldsOf, openDatabase } from "./fixtures";

/** Far more commits than are looked through one by one. */
const MANY = 5000;

async function openWithNotes(): Promise<Database> {
  const { database } = await openDatabase();
  await commit(database, (transaction) => {
    transaction.insert("", "notes", { text: "first" });
    transaction.insert("", "counters", { value: 0 });
  });
  return database;
}

async function passManyCommits(database: Database): Promise<void> {
  const commits = [];
  for (let i = 0; i < MANY; i++) {
    commits.push(commit(database, (each) => setAll(each, "counters", i)));
  }
  await Promise.all(commits);
}

function setAll(transaction: Transaction, table: string, value: number): void {
  for (const { document } of readAll(transaction, table)) {
    transaction.patch("", document.id, { value });
  }
}

function readAll(transaction: Transaction, table: string) {
  const rows = transaction.scan("", table, "by_id", WHOLE_RANGE, "asc");
  return [...rows];
}

test("a transaction that was open during thousands of commits conflicts if what it read changed", async () => {
  const database = await openWithNotes();
  const changes: Record<string, (other: Transaction, table: string) => void> = {
    untouched: () => undefined,
    changed: (other, table) => setAll(other, table, 1),
    grown: (other, table) => other.insert("", table, { value: 2 }),
    emptied: (other, table) => {
      for (const { document } of readAll(other, table)) {
        other.remove("", document.id);
      }
    },
  };
  const tables = Object.keys(changes);
  for (const table of tables) {
    await commit(database, (each) => each.insert("", table, { value: 0 }));
  }
  const slow = tables.map((table) => {
    const transaction = database.begin();
    readAll(transaction, table);
    transaction.table("", "nothing");
    transaction.insert("", table, { value: 3 });
    return transaction;
  });
  for (const table of tables) {
    await commit(database, (each) => changes[table]?.(each, table));
  }
  await passManyCommits(database);
  const current = slow.map((each) =>
    database.isCurrent(each.reads, each.beginTs),
  );
  expect(current[1]).toBe(false);
  const commits = slow.map((each) => database.commit(each));
  const outcomes = await Promise.allSettled(commits);
  expect(outcomes.map(({ status }) => status)).toEqual([
    "fulfilled",
    ...Array.from({ length: 3 }, () => "rejected"),
  ]);
});

test("a row at the end of a range, which leaves it out, is no conflict", async () => {
  const { database } = await openDatabase();
  await commit(database, (each) => {
    for (const text of ["one", "two"]) each.insert("", "notes", { text });
  });
  const reading = database.begin();
  const [first, last] = readAll(database.begin(), "notes");
  if (!first || !last) throw new Error("no notes");
  const range = { lo: first.key, hi: last.key };
  expect([...reading.scan("", "notes", "by_id", range)]).toHaveLength(1);
  const changed = async ({ document }: typeof first) => {
    await commit(database, (each) =>
      each.patch("", document.id, { text: "changed" }),
    );
    const { base } = reading.workspace;
    return changedTable(reading.reads, base, database.snapshot());
  };
  expect(await changed(last)).toBeNull();
  expect(await changed(first)).toBe("notes");
});

test("refresh leaves a query at its snapshot", async () => {
  const database = await openWithNotes();
  const query = database.beginRead();
  await commit(database, (other) => setAll(other, "counters", 7));
  database.refresh(query);
  expect(fieldsOf(query, "counters")).toEqual([{ value: 0 }]);
});

test("refresh an earlier savepoint still takes back what comes after", async () => {
  const database = await openWithNotes();
  const waiting = database.begin();
  const savepoint = waiting.savepoint();
  await commit(database, (other) => {
    other.insert("", "badges", { colour: "green" });
  });
  database.refresh(waiting);
  waiting.insert("", "notes", { text: "second" });
  waiting.rollback(savepoint);
  expect(fieldsOf(waiting, "notes")).toEqual([{ text: "first" }]);
  expect(fieldsOf(waiting, "badges")).toEqual([{ colour: "green" }]);
  waiting.insert("", "badges", { colour: "red" });
  await database.commit(waiting);
});
