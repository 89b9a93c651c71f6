import { convexToJson, type Value } from "convex/values";
import Papa from "papaparse";
import type { TableDocument } from "../../src/admin/admin-api";

/** Without it spreadsheets do not detect UTF-8. */
const BYTE_ORDER_MARK = "\uFEFF";

/**
 * Text that a spreadsheet might evaluate as a formula: a leading operator or
 * its full-width form, also after blanks, and a leading tab or line break,
 * which spreadsheets drop. Such cells are prefixed with an apostrophe.
 */
const FORMULA = /^(?:[\t\r\n]|\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/;

/**
 * The same within a cell, after what ends one for a spreadsheet with another
 * separator: it takes quotes that follow a comma for words.
 */
const LATER_FORMULA = /([;\t\r\n][\s"]*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;

/**
 * Separators where the language writes decimals with a comma. Unquoted, what
 * follows one begins a cell of its own, and can be a formula.
 */
const OTHER_SEPARATOR = /[;\t]/;

/**
 * Documents as CSV, one column per field. Absent fields are empty, null is
 * "null"; arrays, objects and bytes are written as Convex JSON.
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
    {
      escapeFormulae: FORMULA,
      quotes: (value: unknown) => OTHER_SEPARATOR.test(String(value)),
    },
  );
  return `${BYTE_ORDER_MARK}${text}\r\n`;
}

/** Documents as Convex JSON, which `convex import` accepts. */
export function toJson(documents: readonly TableDocument[]): string {
  const lines = documents.map((document) =>
    JSON.stringify(convexToJson(document)),
  );
  return `[\n${lines.join(",\n")}\n]\n`;
}

/** The names of all fields in the documents: `first`, then the rest. */
export function fieldNamesOf(
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
  if (typeof value === "string") return withoutLaterFormulas(value);
  if (typeof value !== "object") return value;
  return withoutLaterFormulas(JSON.stringify(convexToJson(value)));
}

function withoutLaterFormulas(text: string): string {
  return text.replaceAll(LATER_FORMULA, "$1'");
}
