import fc from "fast-check";
import { expect, test } from "vitest";
import { VALUE_TYPES } from "../../src/admin/filter-values";
import {
  type Filter,
  filterText,
  describeFilter,
} from "../../data-browser/tables/filters";
import {
  parseView,
  type TableView,
  viewParams,
} from "../../data-browser/tables/table-view";
import { anyValue } from "./values";

const field = fc.string({ minLength: 1, unit: "grapheme" });

const filter: fc.Arbitrary<Filter> = fc.oneof(
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
  filters: fc.array(filter, { maxLength: 4 }),
});

/** URLs can be compared; values with bytes and NaN cannot. */
function addressOf(view: TableView, component: string | null): string {
  return viewParams(view, component).toString();
}

test("every view survives the round trip through a URL", () => {
  fc.assert(
    fc.property(anyView, fc.option(fc.string()), (shown, component) => {
      const address = addressOf(shown, component);
      const { view, unreadable } = parseView(new URLSearchParams(address));
      expect(unreadable).toEqual([]);
      expect(view.index).toBe(shown.index);
      expect(view.order).toBe(shown.order);
      expect(view.filters).toHaveLength(shown.filters.length);
      expect(addressOf(view, component)).toBe(address);
    }),
  );
});

test("the default view has no search parameters", () => {
  const plain: TableView = { index: null, order: "desc", filters: [] };
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
])("the invalid filter %j of a URL is reported and ignored", (text) => {
  const { view, unreadable } = parseView(new URLSearchParams({ where: text }));
  expect(view.filters).toEqual([]);
  expect(unreadable).toEqual([text]);
});

test.each<[string, Filter, string]>([
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
])("the filter %s has a URL form and a readable form", (text, shown, words) => {
  expect(filterText(shown)).toBe(text);
  expect(describeFilter(shown)).toBe(words);
});
