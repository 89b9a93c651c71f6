import { convexToJson, type Value } from "convex/values";
import Papa from "papaparse";
import type { TableDocument } from "../../admin/admin-api";

/** Spreadsheets read UTF-8 as such only behind this. */
const BYTE_ORDER_MARK = "\uFEFF";

/**
 * What a spreadsheet might take for a formula: a sign or its full-width twin,
 * behind blanks too, and what begins with a tab or a line break, which are
 * dropped. It gets an apostrophe in front.
 */
const FORMULA = /^(?:[\t\r\n]|\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/;

/**
 * Documents as CSV, one column per field. What is not there is empty, null says
 * so, and lists, objects and bytes are written as Convex encodes them.
 */
export function toCsv(
  documents: readonly TableDocument[],
  fields: readonly string[],
): string {
  const data = documents.map((document) =>
    fields.map((field) => cell(document[field])),
  );
  const text = Papa.unparse(
    { fields: [...fields], data },
    { escapeFormulae: FORMULA },
  );
  return `${BYTE_ORDER_MARK}${text}\r\n`;
}

/** Documents as JSON, encoded as Convex does: `convex import` takes them. */
export function toJson(documents: readonly TableDocument[]): string {
  const lines = documents.map((document) =>
    JSON.stringify(convexToJson(document)),
  );
  return `[\n${lines.join(",\n")}\n]\n`;
}

/** Every field that one of the documents has, those in `first` before others. */
export function fieldsOf(
  documents: readonly TableDocument[],
  first: readonly string[],
): string[] {
  const fields = new Set(first);
  for (const document of documents) {
    for (const field of Object.keys(document)) fields.add(field);
  }
  return [...fields];
}

function cell(value: Value | undefined): string | number | bigint | boolean {
  if (value === undefined) return "";
  if (value === null) return "null";
  if (typeof value !== "object") return value;
  return JSON.stringify(convexToJson(value));
}
