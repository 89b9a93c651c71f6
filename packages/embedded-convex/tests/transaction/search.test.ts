import { defineTable } from "convex/server";
import { v } from "convex/values";
import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { textQuery } from "../../src/search/ranking";
import { filterRange } from "../../src/search/postings";
import { ConflictError } from "../../src/base/errors";
import type { Database } from "../../src/transaction/database";
import type { Transaction } from "../../src/transaction/transaction";
import { WHOLE_RANGE } from "../../src/values/keys";
import type { MemoryDisk } from "../../src/storage/memory-store";
import { applySchema, commit, exported, openDatabase } from "./fixtures";

const plain = () => defineTable({ body: v.string(), room: v.number() });
const UNINDEXED = exported({ notes: plain() });
const INDEXED = exported({
  notes: plain().searchIndex("find", {
    searchField: "body",
    filterFields: ["room"],
  }),
});

let disk: MemoryDisk;
let database: Database;
beforeEach(async () => {
  disk = new Map();
  ({ database } = await openDatabase({ disk }));
});

const add = (body: string, room = 1) =>
  commit(database, (tx) => tx.insert("", "notes", { body, room }));

function search(tx: Transaction, text: string, room?: number): string[] {
  const filters = room === undefined ? [] : [filterRange(0, room)];
  const query = textQuery(text, filters);
  const rows = [...tx.search("", "notes", "find", query, WHOLE_RANGE)];
  return rows.map(({ document }) => document.value.body as string);
}

test("an index that is added finds the documents that are there, and stays with other changes", async () => {
  await applySchema(database, "", UNINDEXED);
  await add("green tea");
  await applySchema(database, "", INDEXED);
  await add("black tea tea");
  const found = ["black tea tea", "green tea"];
  expect(database.read((tx) => search(tx, "tea"))).toEqual(found);
  const withOther = structuredClone(INDEXED);
  withOther.tables[0]?.indexes.push({ indexDescriptor: "i", fields: ["room"] });
  await applySchema(database, "", withOther);
  expect(database.read((tx) => search(tx, "tea"))).toEqual(found);
  await applySchema(database, "", UNINDEXED);
  expect(() => database.read((tx) => search(tx, "tea"))).toThrow("not found");
});

test.each([
  ["tea", "green tea", true],
  ["te", "green tea", true],
  ["tea cup", "teapot", false],
  ["tea cup", "a cupboard", true],
  ["tea", "coffee", false],
])(
  "a mutation that searched for %j conflicts with a new %j: %s",
  async (text, body, conflicts) => {
    await applySchema(database, "", INDEXED);
    const tx = database.begin();
    search(tx, text);
    tx.insert("", "notes", { body: "written", room: 1 });
    await add(body);
    const outcome = await database.commit(tx).then(
      () => false,
      (error: unknown) => error instanceof ConflictError,
    );
    expect(outcome).toBe(conflicts);
  },
);

/** BM25 by its formula, over all documents. */
function naiveSearch(
  notes: readonly { body: string; room: number }[],
  text: string,
  room: number | undefined,
): string[] {
  const bodies = notes.map(({ body }) => body.split(" ").filter(Boolean));
  const mean = bodies.flat().length / notes.length;
  const asked = text.split(" ");
  const longer = new Set(
    bodies.flat().filter((word) => word.startsWith(asked.at(-1) ?? "")),
  );
  const weights = new Map([...longer].map((word) => [word, 0.5]));
  for (const word of asked) weights.set(word, 1);
  const scored = notes.map((note, age) => {
    let score = 0;
    for (const [word, weight] of weights) {
      const frequency = bodies[age]?.filter((one) => one === word).length ?? 0;
      const count = bodies.filter((words) => words.includes(word)).length;
      const rarity = Math.log(1 + (notes.length - count + 0.5) / (count + 0.5));
      const norm = 1.2 * (0.25 + (0.75 * (bodies[age]?.length ?? 0)) / mean);
      score += (weight * rarity * 2.2 * frequency) / (frequency + norm);
    }
    return { ...note, age, score: Math.fround(score) };
  });
  return scored
    .filter((note) => note.score > 0 && (room ?? note.room) === note.room)
    .sort((a, b) => b.score - a.score || b.age - a.age)
    .map(({ body }) => body);
}

test("a search ranks as the formula does, whatever was written, and after reopening", async () => {
  const word = fc.constantFrom("a", "ab", "abc", "b", "ba", "c");
  const text = fc.array(word, { maxLength: 6 }).map((words) => words.join(" "));
  const room = fc.constantFrom(1, 2);
  const step = fc.record({ at: fc.nat(20), body: text, room, kind: fc.nat(3) });
  const query = fc.record({
    text: text.filter((words) => words !== ""),
    room: fc.option(room, { nil: undefined }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 30 }),
      fc.array(query, { minLength: 1, maxLength: 4 }),
      async (steps, queries) => {
        const store: MemoryDisk = new Map();
        let { database: db } = await openDatabase({ disk: store });
        await applySchema(db, "", INDEXED);
        const notes: { id: string; body: string; room: number }[] = [];
        const check = (tx: Transaction) => {
          for (const one of queries) {
            const found = search(tx, one.text, one.room);
            expect(found).toEqual(naiveSearch(notes, one.text, one.room));
          }
        };
        await commit(db, (tx) => {
          for (const { at, body, room: where, kind } of steps) {
            const note = notes[at];
            const fields = { body, room: where };
            if (note === undefined) {
              const id = tx.insert("", "notes", fields);
              notes.push({ id, ...fields });
            } else if (kind === 0) {
              tx.remove("", note.id as never);
              notes.splice(at, 1);
            } else {
              tx.patch("", note.id as never, fields);
              Object.assign(note, fields);
            }
            if (kind === 3) check(tx);
          }
        });
        db.read(check);
        await db.close();
        ({ database: db } = await openDatabase({ disk: store }));
        db.read(check);
        await db.close();
      },
    ),
  );
});
