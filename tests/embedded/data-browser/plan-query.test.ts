import { expect, test } from "vitest";
import { decodeFilters } from "../../../embedded/admin/table-filters";
import type { Condition } from "../../../embedded/data-browser/tables/conditions";
import { planQuery } from "../../../embedded/data-browser/tables/plan-query";
import { readTableSchema } from "../../../embedded/data-browser/tables/table-schema";

const schema = JSON.stringify({
  tables: [
    {
      tableName: "goods",
      indexes: [
        { indexDescriptor: "by_label", fields: ["label"] },
        { indexDescriptor: "by_stall_and_price", fields: ["stall", "price"] },
      ],
      documentType: null,
    },
  ],
  schemaValidation: true,
});
const { indexes } = readTableSchema(schema, "goods");

const label: Condition = { field: "label", op: "eq", value: "Lamp" };
const stall: Condition = { field: "stall", op: "eq", value: "s1" };
const atLeast: Condition = { field: "price", op: "gte", value: 5 };
const below: Condition = { field: "price", op: "lt", value: 9n };
const tags: Condition = { field: "tags", op: "type", value: "array" };

function plan(conditions: Condition[], index: string | null = null) {
  const found = planQuery({ index, order: "asc", conditions }, indexes);
  return { ...found, filters: decodeFilters(found.filters) };
}

test("without conditions the creation time gives the order", () => {
  const { filters, index } = plan([]);
  expect(index.name).toBe("by_creation_time");
  expect(filters).toEqual({
    clauses: [],
    order: "asc",
    index: { name: "by_creation_time", clauses: [] },
  });
});

test("the index that answers most conditions is taken", () => {
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

test("an index that is asked for is kept, whatever it answers", () => {
  const { filters, index, indexed } = plan([label], "by_stall_and_price");
  expect(index.name).toBe("by_stall_and_price");
  expect(indexed.size).toBe(0);
  expect(filters.clauses).toHaveLength(1);
});

test("a range of a later field is no use without the fields before it", () => {
  expect(plan([atLeast]).index.name).toBe("by_creation_time");
});

test("a second equality or bound of a field is checked row by row", () => {
  const other: Condition = { ...label, value: "Rug" };
  const { filters, indexed } = plan([label, other]);
  expect(indexed).toEqual(new Set([label]));
  expect(filters.clauses).toEqual([{ field: "label", op: "eq", value: "Rug" }]);
});

test("a document's id is looked up in the index of ids", () => {
  const { index } = plan([{ field: "_id", op: "eq", value: "j57" }]);
  expect(index.name).toBe("by_id");
});
