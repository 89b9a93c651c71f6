/** CSV for spreadsheets. User input must not be run as a formula (CSV injection). */
import { loadPart } from "./connection/load-part";
import { saveFile } from "./save-file";

export type CsvValue = string | number | boolean | null;

/** The values of a row by the headings of their columns. */
export type CsvColumns<Row> = Readonly<Record<string, (row: Row) => CsvValue>>;

/**
 * What spreadsheets may take for a formula: the signs and their full-width forms, also after white space, and cells
 * that begin with a tab or line break, which is dropped on import.
 */
const FORMULA = /^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/u;

/**
 * The same within a cell, after what ends one for a spreadsheet with another separator: it takes quotes that follow a
 * comma for words.
 */
const LATER_FORMULA = /([;\t\r\n][\s"]*)(?=[=+\-@＝＋－＠])/gu;

/** What separates cells where the language of the spreadsheet writes decimals with a comma. */
const OTHER_SEPARATOR = /[;\t]/u;

/** Makes Excel read the file as UTF-8. */
const BYTE_ORDER_MARK = "\uFEFF";

/** The rows as CSV (RFC 4180) with a header line. Loads the CSV library on first use. */
export async function csvOf<Row>(
  columns: CsvColumns<Row>,
  rows: readonly Row[],
): Promise<string> {
  const { default: papa } = await loadPart(() => import("papaparse"));
  const lines = papa.unparse(
    {
      fields: Object.keys(columns),
      data: rows.map((row) =>
        Object.values(columns).map((valueOf) =>
          withoutLaterFormulas(valueOf(row)),
        ),
      ),
    },
    {
      escapeFormulae: FORMULA,
      quotes: (value: unknown) => OTHER_SEPARATOR.test(String(value)),
    },
  );
  return BYTE_ORDER_MARK + lines;
}

function withoutLaterFormulas(value: CsvValue): CsvValue {
  return typeof value === "string"
    ? value.replaceAll(LATER_FORMULA, "$1'")
    : value;
}

export function saveCsv(name: string, csv: string): void {
  saveFile(name, new Blob([csv], { type: "text/csv;charset=utf-8" }));
}
