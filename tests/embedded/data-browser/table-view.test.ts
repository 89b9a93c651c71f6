import fc from "fast-check";
import { expect, test } from "vitest";
import { VALUE_TYPES } from "../../../embedded/admin/filter-encoding";
import {
  type Condition,
  conditionText,
  describeCondition,
} from "../../../embedded/data-browser/tables/conditions";
import {
  parseView,
  type TableView,
  viewParams,
} from "../../../embedded/data-browser/tables/table-view";
import { anyValue } from "./values";

const field = fc.string({ minLength: 1, unit: "grapheme" });

const condition: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({
    field,
    op: fc.constantFrom("eq", "neq", "gt", "gte", "lt", "lte"),
    value: fc.option(anyValue, { nil: undefined }),
  }),
  fc.record({
    field,
    op: fc.constantFrom("type", "notype"),
    value: fc.constantFrom(...VALUE_TYPES),
  }),
);

const anyView: fc.Arbitrary<TableView> = fc.record({
  index: fc.option(fc.string({ minLength: 1 })),
  order: fc.constantFrom("asc", "desc"),
  conditions: fc.array(condition, { maxLength: 4 }),
});

/** Addresses compare better than values that hold bytes and NaN. */
function addressOf(view: TableView, component: string | null): string {
  return viewParams(view, component).toString();
}

test("every view is read back from its address", () => {
  fc.assert(
    fc.property(anyView, fc.option(fc.string()), (shown, component) => {
      const address = addressOf(shown, component);
      const { view, unread } = parseView(new URLSearchParams(address));
      expect(unread).toEqual([]);
      expect(view.index).toBe(shown.index);
      expect(view.order).toBe(shown.order);
      expect(view.conditions).toHaveLength(shown.conditions.length);
      expect(addressOf(view, component)).toBe(address);
    }),
  );
});

test("the address of the plain view is empty", () => {
  const plain: TableView = { index: null, order: "desc", conditions: [] };
  expect(addressOf(plain, null)).toBe("");
  expect(parseView(new URLSearchParams()).view).toEqual(plain);
});

test.each([
  "",
  "eq",
  "eq:name",
  "eq::1",
  "is:name:1",
  "eq:name:Asha",
  "type:name:text",
  "eq:%E0:1",
])("the filter %j of an address is left out and named", (text) => {
  const { view, unread } = parseView(new URLSearchParams({ where: text }));
  expect(view.conditions).toEqual([]);
  expect(unread).toEqual([text]);
});

test.each<[string, Condition, string]>([
  [
    'eq:email:"a@b"',
    { field: "email", op: "eq", value: "a@b" },
    'email is "a@b"',
  ],
  [
    "gte:a.b:12n",
    { field: "a.b", op: "gte", value: 12n },
    "a.b is at least 12n",
  ],
  [
    "eq:note:undefined",
    { field: "note", op: "eq", value: undefined },
    "note is not there",
  ],
  [
    "neq:note:undefined",
    { field: "note", op: "neq", value: undefined },
    "note is there",
  ],
  [
    "type:x%3Ay:id",
    { field: "x:y", op: "type", value: "id" },
    "x:y has type id",
  ],
])("the condition %s has words", (text, shown, words) => {
  expect(conditionText(shown)).toBe(text);
  expect(describeCondition(shown)).toBe(words);
});
