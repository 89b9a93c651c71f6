import { describe, expect, test } from "vitest";
import { ConflictError } from "../../src/base/errors";
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

describe("a transaction that was open during thousands of commits", () => {
  test("commits when nothing that it read has changed", async () => {
    const database = await openWithNotes();
    const slow = database.begin();
    readAll(slow, "notes");
    slow.table("", "nothing");
    await passManyCommits(database);
    slow.insert("", "notes", { text: "second" });
    await database.commit(slow);
    expect(database.tables("").find((t) => t.name === "notes")?.count).toBe(2);
  });

  test.each([
    ["a row changed", (other: Transaction) => setAll(other, "notes", 1)],
    [
      "a row was added",
      (other: Transaction) => other.insert("", "notes", { text: "new" }),
    ],
    [
      "a row is gone",
      (other: Transaction) => {
        for (const { document } of readAll(other, "notes")) {
          other.remove("", document.id);
        }
      },
    ],
  ])("conflicts when %s in what it read", async (_, change) => {
    const database = await openWithNotes();
    const slow = database.begin();
    readAll(slow, "notes");
    await commit(database, change);
    await passManyCommits(database);
    slow.insert("", "notes", { text: "second" });
    await expect(database.commit(slow)).rejects.toThrow(ConflictError);
  });
});

describe("refresh", () => {
  test("leaves a query at its snapshot", async () => {
    const database = await openWithNotes();
    const query = database.beginRead();
    await commit(database, (other) => setAll(other, "counters", 7));
    database.refresh(query);
    expect(fieldsOf(query, "counters")).toEqual([{ value: 0 }]);
  });

  test("an earlier savepoint still takes back what comes after", async () => {
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
});
