import { defineTable } from "convex/server";
import { jsonToConvex, type JSONValue, v } from "convex/values";
import fc from "fast-check";
import Papa from "papaparse";
import { expect, test } from "vitest";
import type { TableDocument } from "../../src/admin/admin-api";
import { fieldNamesOf, toCsv, toJson } from "../../data-browser/export/formats";
import { columnsOf } from "../../data-browser/tables/columns";
import { readTableSchema } from "../../data-browser/tables/table-schema";
import { exported } from "../transaction/fixtures";
import { anyValue } from "./values";

const system = { _id: "j57", _creationTime: 1700000000000.5 };

function cellsOf(document: Record<string, TableDocument[string]>): string[] {
  const fields = Object.keys(document);
  const csv = toCsv([{ ...system, ...document }], fields);
  const [, row = []] = Papa.parse<string[]>(csv.slice(1)).data;
  return row;
}

test.each([
  "=1+1",
  "+1",
  "-1",
  "@A1",
  "\t1",
  "\r1",
  "\n1",
  "  =1",
  "＝1",
  "＋1",
  "－1",
  "＠A1",
])("the text %j is escaped, so that no spreadsheet evaluates it", (text) => {
  expect(cellsOf({ text })).toEqual([`'${text}`]);
});

test.each(["\t=1", "a;=1+1", "a\t=1+1", "a\r=1", "a\n =1", 'a;"=1'])(
  "nothing in %j is a formula, whatever separates cells",
  (text) => {
    const csv = toCsv([{ ...system, text }], ["_id", "text"]);
    for (const delimiter of [";", "\t", ","]) {
      const { data } = Papa.parse<string[]>(csv.slice(1), { delimiter });
      const begins = data.flat().map((cell) => cell.replace(/^[\s"]+/, ""));
      expect(begins.filter((cell) => cell.startsWith("="))).toEqual([]);
    }
  },
);

test.each(["a;b", "a\tb"])("%j is one cell for every separator", (text) => {
  const csv = toCsv([{ ...system, text }], ["_id", "text"]);
  expect(csv).toBe(`\uFEFF_id,text\r\nj57,"${text}"\r\n`);
});

test("numbers stay numbers, and absent fields are not null", () => {
  expect(
    cellsOf({ a: -1.5, b: -7n, c: true, d: null, e: "", f: "plain" }),
  ).toEqual(["-1.5", "-7", "true", "null", "", "plain"]);
  const csv = toCsv([system], ["_id", "gone"]);
  expect(csv).toBe("\uFEFF_id,gone\r\nj57,\r\n");
});

test("arrays and objects are written as Convex JSON", () => {
  expect(cellsOf({ list: [1n, "a"] })).toEqual([
    '[{"$integer":"AQAAAAAAAAA="},"a"]',
  ]);
});

test("the exported JSON is read back by Convex", () => {
  fc.assert(
    fc.property(fc.array(anyValue), (values) => {
      const documents = values.map((value) => ({ ...system, value }));
      const parsed = JSON.parse(toJson(documents)) as JSONValue[];
      const again = parsed.map((json) => jsonToConvex(json));
      expect(toJson(again as TableDocument[])).toBe(toJson(documents));
    }),
  );
});

test("columns are the schema, the creation time, then other fields", () => {
  const goods = { label: v.string(), amount: v.optional(v.number()) };
  const tables = { goods: defineTable(goods) };
  const text = JSON.stringify(exported(tables, { schemaValidation: false }));
  const documents = [{ ...system, label: "Lamp", old: 1 }];
  const names = (schema: string, table: string) =>
    columnsOf(readTableSchema(schema, table), documents).map(
      ({ field }) => field,
    );
  expect(names(text, "goods")).toEqual([
    "label",
    "amount",
    "_creationTime",
    "old",
  ]);
  expect(names(text, "unknown")).toEqual(["_creationTime", "label", "old"]);
  expect(fieldNamesOf(documents, ["_id", "label"])).toEqual([
    "_id",
    "label",
    "_creationTime",
    "old",
  ]);
});
