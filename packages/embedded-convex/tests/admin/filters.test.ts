import type { ConvexHttpClient } from "convex/browser";
import type { Value } from "convex/values";
import { beforeAll, expect, test } from "vitest";
import { adminApi } from "../../src/admin/admin-api";
import { encodeFilters } from "../../src/admin/filter-encoding";
import { filterValue, type ValueType } from "../../src/admin/filter-values";
import type {
  FilterClause,
  IndexClause,
  TableFilters,
} from "../../src/admin/table-filters";
import {
  editorOf,
  newHttpAdministrator,
  refusalOf,
  startLibrary,
} from "./administrator";

/** Books in pairs on the shelves 1 to 3. */
const names = ["a", "b", "c", "d", "e", "f"];
/** Books on shelf 9, each with another kind of label, or none. */
const labels: [string, Value | undefined][] = [
  ["text", "five"],
  ["number", 5],
  ["integer", 5n],
  ["truth", true],
  ["nothing", null],
  ["list", [5]],
  ["object", { five: 5 }],
  ["bytes", new Uint8Array([5]).buffer],
  ["unset", undefined],
];

let admin: ConvexHttpClient;

beforeAll(async () => {
  admin = newHttpAdministrator(await startLibrary());
  const pairs = names.map((title, n) => ({
    title,
    shelf: Math.floor(n / 2) + 1,
  }));
  const labelled = labels.map(([title, label]) => ({
    title,
    shelf: 9,
    ...(label !== undefined && { label }),
  }));
  await editorOf(admin).add(...pairs, ...labelled);
});

async function titles(filters: TableFilters): Promise<Value[]> {
  const { page } = await admin.query(adminApi.documents, {
    table: "books",
    filters: encodeFilters(filters),
    paginationOpts: { numItems: 100, cursor: null },
  });
  return page.map((book) => book.title ?? "");
}

/** Titles on shelf 9. */
const titlesWhere = (...clauses: FilterClause[]): Promise<Value[]> =>
  titles({ clauses: [{ field: "shelf", op: "eq", value: 9 }, ...clauses] });

const equal = (value: string | number, enabled = true): IndexClause => ({
  type: "indexEq",
  enabled,
  value,
});
const range = (bounds: object): IndexClause => ({
  type: "indexRange",
  enabled: true,
  ...bounds,
});

test.each<[string, IndexClause[], number[]]>([
  [
    "everything below a bound",
    [range({ upperOp: "lt", upperValue: 9 })],
    [0, 1, 2, 3, 4, 5],
  ],
  ["an equality", [equal(2)], [2, 3]],
  [
    "a range",
    [range({ lowerOp: "gt", lowerValue: 1, upperOp: "lte", upperValue: 3 })],
    [2, 3, 4, 5],
  ],
  [
    "an equality and a range",
    [equal(2), range({ lowerOp: "gte", lowerValue: "d" })],
    [3],
  ],
  ["a condition that does not count", [equal(3), equal("e", false)], [4, 5]],
])("an index finds %s, in both orders", async (_name, clauses, found) => {
  const index = { name: "by_shelf_and_title", clauses };
  const wanted = found.map((n) => names[n] ?? "");
  expect(await titles({ index, order: "asc" })).toEqual(wanted);
  expect(await titles({ index })).toEqual(wanted.reverse());
});

test.each<[FilterClause, string[]]>([
  [{ field: "label", op: "eq", value: 5 }, ["number"]],
  [{ field: "label", op: "eq", value: filterValue(5n) }, ["integer"]],
  [{ field: "label", op: "eq", value: filterValue(undefined) }, ["unset"]],
  [{ field: "label", op: "eq" }, ["unset"]],
  [{ field: "label.five", op: "eq", value: 5 }, ["object"]],
  [{ field: "title", op: "gte", value: "truth" }, ["truth", "unset"]],
  [{ field: "title", op: "gt", value: "truth" }, ["unset"]],
  [{ field: "title", op: "lte", value: "integer" }, ["bytes", "integer"]],
  [{ field: "title", op: "lt", value: "integer" }, ["bytes"]],
  [
    { field: "title", op: "anyOf", value: ["list", "text", "no"] },
    ["list", "text"],
  ],
  [
    {
      field: "title",
      op: "noneOf",
      value: labels.map(([name]) => name).filter((name) => name !== "bytes"),
    },
    ["bytes"],
  ],
])("the filter %j finds what it says", async (clause, found) => {
  const seen = await titlesWhere(clause);
  expect(seen.map(String).sort()).toEqual(found);
});

test.each<[ValueType, string]>([
  ["string", "text"],
  ["number", "number"],
  ["bigint", "integer"],
  ["boolean", "truth"],
  ["null", "nothing"],
  ["array", "list"],
  ["object", "object"],
  ["bytes", "bytes"],
  ["unset", "unset"],
])("the type %s is told from the others", async (type, found) => {
  const find = (op: "type" | "notype") =>
    titlesWhere({ field: "label", op, value: type });
  expect(await find("type")).toEqual([found]);
  expect(await find("notype")).toHaveLength(labels.length - 1);
});

/** A condition with so many values. */
function listed(op: "anyOf" | "noneOf", count: number): FilterClause {
  const value = Array.from({ length: count }, (_, n) => `book ${n}`);
  return { field: "title", op, value };
}

test("a page compares with hundreds of values", async () => {
  const shown = await titlesWhere(listed("noneOf", 255));
  expect(shown).toHaveLength(labels.length);
});

test("conditions that are switched off say nothing", async () => {
  const clauses: FilterClause[] = [
    { field: "title", op: "eq", value: "text" },
    { field: "title", op: "eq", value: "list", enabled: false },
    { op: "eq", value: "list" },
    { field: "title", op: "anyOf", value: [] },
  ];
  expect(await titles({ clauses })).toEqual(["text"]);
});

const indexed = (name: string, ...clauses: IndexClause[]): TableFilters => ({
  index: { name, clauses },
});

test.each<[string, TableFilters | string]>([
  ["Index books.by_colour not found", indexed("by_colour")],
  [
    "cannot leave out a field",
    indexed("by_title", equal("a", false), equal(1)),
  ],
  ["has only", indexed("by_title", equal("a"), equal(1), equal(2))],
  [
    "didn't use the index fields in order",
    indexed(
      "by_shelf_and_title",
      range({ lowerOp: "gt", lowerValue: 1 }),
      equal("a"),
    ),
  ],
  [
    "is no value",
    { clauses: [{ field: "title", op: "eq", value: { $integer: "x" } }] },
  ],
  ["more than 256 values", { clauses: [listed("anyOf", 257)] }],
  [
    "more than 256 values",
    { clauses: [listed("anyOf", 129), listed("noneOf", 129)] },
  ],
  ["cannot be read", "no base64"],
  ["ArgumentValidationError", btoa('{"clauses":[{"field":"a","op":"like"}]}')],
])("%s is said of filters that make no sense", async (why, filters) => {
  const refusal = await refusalOf(
    admin.query(adminApi.documents, {
      table: "books",
      filters: typeof filters === "string" ? filters : encodeFilters(filters),
      paginationOpts: { numItems: 10, cursor: null },
    }),
  );
  expect(refusal.message).toContain(why);
});
