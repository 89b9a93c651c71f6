import { defineTable } from "convex/server";
import { v } from "convex/values";
import { expect, test } from "vitest";
import { exported } from "../transaction/fixtures";
import { decodeFilters } from "../../src/admin/table-filters";
import type { Filter } from "../../data-browser/tables/filters";
import { planQuery } from "../../data-browser/tables/plan-query";
import { readTableSchema } from "../../data-browser/tables/table-schema";

const goods = defineTable(v.any())
  .index("by_label", ["label"])
  .index("by_stall_and_price", ["stall", "price"]);
const schema = JSON.stringify(exported({ goods }));
const { indexes } = readTableSchema(schema, "goods");

const label: Filter = { field: "label", op: "eq", value: "Lamp" };
const stall: Filter = { field: "stall", op: "eq", value: "s1" };
const atLeast: Filter = { field: "price", op: "gte", value: 5 };
const below: Filter = { field: "price", op: "lt", value: 9n };
const tags: Filter = { field: "tags", op: "type", value: "array" };

function plan(filters: Filter[], index: string | null = null) {
  const found = planQuery({ index, order: "asc", filters }, indexes);
  return { ...found, filters: decodeFilters(found.encoded) };
}

test("without filters the creation time determines the order", () => {
  const { filters, index } = plan([]);
  expect(index.name).toBe("by_creation_time");
  expect(filters).toEqual({
    clauses: [],
    order: "asc",
    index: { name: "by_creation_time", clauses: [] },
  });
});

test("the index that covers most filters is taken", () => {
  const { filters, index, indexed } = plan([
    below,
    label,
    tags,
    stall,
    atLeast,
  ]);
  expect(index.name).toBe("by_stall_and_price");
  expect(filters.index?.clauses).toEqual([
    { type: "indexEq", enabled: true, value: "s1" },
    {
      type: "indexRange",
      enabled: true,
      lowerOp: "gte",
      lowerValue: 5,
      upperOp: "lt",
      upperValue: { $integer: "CQAAAAAAAAA=" },
    },
  ]);
  expect(indexed).toEqual(new Set([stall, atLeast, below]));
  expect(filters.clauses).toEqual([
    { field: "label", op: "eq", value: "Lamp" },
    { field: "tags", op: "type", value: "array" },
  ]);
});

test("an index named by the view is used, whatever it covers", () => {
  const { filters, index, indexed } = plan([label], "by_stall_and_price");
  expect(index.name).toBe("by_stall_and_price");
  expect(indexed.size).toBe(0);
  expect(filters.clauses).toHaveLength(1);
});

test("bounds on a later field need equality on the fields before it", () => {
  expect(plan([atLeast]).index.name).toBe("by_creation_time");
});

test("a second equality or bound of a field is checked row by row", () => {
  const other: Filter = { ...label, value: "Rug" };
  const { filters, indexed } = plan([label, other]);
  expect(indexed).toEqual(new Set([label]));
  expect(filters.clauses).toEqual([{ field: "label", op: "eq", value: "Rug" }]);
});

test("a filter on _id uses the index by_id", () => {
  const { index } = plan([{ field: "_id", op: "eq", value: "j57" }]);
  expect(index.name).toBe("by_id");
});
