/**
 * What a read depends on, seen both ways that matter: whether a query is still
 * current after a commit, and whether a mutation conflicts with it.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { beforeEach, expect, test } from "vitest";
import { ConflictError } from "../../src/base/errors";
import type { Database } from "../../src/transaction/database";
import type { Transaction } from "../../src/transaction/transaction";
import { newId, type Id } from "../../src/values/ids";
import { WHOLE_RANGE } from "../../src/values/keys";
import {
  applySchema,
  commit,
  equalTo,
  exported,
  openDatabase,
} from "./fixtures";

const SCHEMA = exported({
  players: defineTable({
    team: v.optional(v.string()),
    score: v.number(),
  }).index("by_team_and_score", ["team", "score"]),
});

let database: Database;
/** Scores 10 to 50 in team "a", one each in "b" and in none. */
let ids: Record<string, Id>;

beforeEach(async () => {
  ({ database } = await openDatabase());
  await applySchema(database, "", SCHEMA);
  ids = await commit(database, (transaction) => {
    const add = (team: string | undefined, score: number) =>
      transaction.insert("", "players", { team, score });
    return {
      a10: add("a", 10),
      a20: add("a", 20),
      a30: add("a", 30),
      a40: add("a", 40),
      a50: add("a", 50),
      b10: add("b", 10),
      none10: add(undefined, 10),
    };
  });
});

type Act = (transaction: Transaction) => unknown;

function id(name: string): Id {
  return ids[name] ?? newId(1, 0);
}

/** Pulls `count` rows, or all and the end. */
function read(
  range: ReturnType<typeof equalTo>,
  order: "asc" | "desc",
  count = Infinity,
): Act {
  return (transaction) => {
    const index = "by_team_and_score";
    const rows = transaction.scan("", "players", index, range, order);
    for (let i = 0; i < count; i++) if (rows.next().done) return;
  };
}

const add = (team: string | undefined, score: number): Act => {
  return (tx) => tx.insert("", "players", { team, score });
};
const patch = (name: string, fields: object): Act => {
  return (tx) => tx.patch("", id(name), { ...fields });
};
const remove = (name: string): Act => {
  return (tx) => tx.remove("", id(name));
};

const make: Act = (tx) => tx.insert("", "new", {});

const all = equalTo("a");
const upTo30 = { lo: all.lo, hi: equalTo("a", 30).hi };
const from30 = { lo: equalTo("a", 30).lo, hi: all.hi };

// The model test finds what a scan's reads are; here each shape is tried once for queries, too.
test.each<[string, Act, Act, boolean]>([
  ["first, insert before it", read(all, "asc", 1), add("a", 5), true],
  ["first, insert beyond it", read(all, "asc", 1), add("a", 15), false],
  ["last, equal key made later", read(all, "desc", 1), add("a", 50), true],
  ["three, change of the third", read(all, "asc", 3), remove("a30"), true],
  ["three desc, before the third", read(all, "desc", 3), add("a", 29), false],
  ["all five, insert at the end", read(all, "asc", 5), add("a", 60), false],
  ["all and the end, insert there", read(all, "asc"), add("a", 60), true],
  ["all, another team", read(all, "asc"), add("b", 30), false],
  ["all, one moves in", read(all, "asc"), patch("b10", { team: "a" }), true],
  ["all, one moves out", read(all, "asc"), patch("a30", { team: "b" }), true],
  ["an empty range, insert", read(equalTo("c"), "asc"), add("c", 1), true],
  ["an empty range, beside it", read(equalTo("c"), "asc"), add("ca", 1), false],
  ["up to 30, at its end", read(upTo30, "asc"), add("a", 30), true],
  ["from 30, before", read(from30, "desc"), add("a", 29.5), false],
  ["nothing pulled", read(all, "asc", 0), remove("a10"), false],
  ["a document, removal", (tx) => tx.get("", id("a10")), remove("a10"), true],
  ["a document, another", (tx) => tx.get("", id("a10")), remove("a20"), false],
  ["the count, insert", (tx) => tx.count("", "players"), add("z", 1), true],
  ["an unknown table, its making", (tx) => tx.table("", "new"), make, true],
  [
    "a scan of an unknown table, its making",
    (tx) => tx.scan("", "new", "by_id", WHOLE_RANGE, "asc").next(),
    make,
    true,
  ],
  [
    "an unknown table, insert elsewhere",
    (tx) => tx.table("", "new"),
    add("a", 1),
    false,
  ],
  [
    "a known table, another one's making",
    (tx) => tx.table("", "players"),
    make,
    false,
  ],
])("%s", async (_, reads, writes, isTouched) => {
  const query = database.beginRead();
  reads(query);
  query.close();
  const mutation = database.begin();
  reads(mutation);
  mutation.insert("", "players", { team: "mine", score: 1 });

  await commit(database, writes);

  expect(database.isCurrent(query.reads, query.beginTs)).toBe(!isTouched);
  const committed = database.commit(mutation).then(
    () => "committed",
    (error: unknown) => error instanceof ConflictError,
  );
  expect(await committed).toBe(isTouched ? true : "committed");
});
