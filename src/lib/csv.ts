/** Tables as files for spreadsheets. What people typed must reach a spreadsheet as text: it would run a formula. */
import { saveFile } from "./save-file";

export type CsvValue = string | number | boolean | null;

/** One column: its heading, and what a row has there. */
export type CsvColumn<Row> = {
  heading: string;
  valueOf: (row: Row) => CsvValue;
};

/**
 * What spreadsheets may take for a formula: one of the signs or their full-width twins, also behind blanks, and cells
 * that begin with a tab or a line break, which are dropped on import and leave the rest.
 */
const FORMULA = /^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/u;

/** Tells Excel that the file is UTF-8. */
const BYTE_ORDER_MARK = "\uFEFF";

/** The rows as CSV (RFC 4180), with a line of headings. The writer is loaded when it is wanted. */
export async function csvOf<Row>(
  columns: readonly CsvColumn<Row>[],
  rows: readonly Row[],
): Promise<string> {
  const { default: papa } = await import("papaparse");
  const lines = papa.unparse(
    {
      fields: columns.map(({ heading }) => heading),
      data: rows.map((row) => columns.map(({ valueOf }) => valueOf(row))),
    },
    { escapeFormulae: FORMULA },
  );
  return BYTE_ORDER_MARK + lines;
}

/** Lets the browser save CSV under a name. */
export function saveCsv(name: string, csv: string): void {
  saveFile(name, new Blob([csv], { type: "text/csv;charset=utf-8" }));
}
