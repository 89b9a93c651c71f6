import type { JSONValue } from "convex/values";
import { RequestError } from "../base/errors";
import type { DocumentJson } from "../index/document";

/**
 * Parses one JSON object per line; skips empty lines.
 *
 * @param name of the file, for errors
 * @throws RequestError 400 naming the line
 */
export function parseJsonLines(text: string, name: string): DocumentJson[] {
  return text.split("\n").flatMap((line, i) => {
    if (line.trim() === "") return [];
    return [asDocument(parseJson(line, name, i + 1), name, i + 1)];
  });
}

/**
 * Parses an array of JSON objects.
 *
 * @param name of the file, for errors
 * @throws RequestError 400
 */
export function parseJsonArray(text: string, name: string): DocumentJson[] {
  const value = parseJson(text, name, 1);
  if (!Array.isArray(value)) {
    throw new RequestError(400, "NotJsonArray", `${name} is not a JSON array`);
  }
  return value.map((row, i) => asDocument(row, name, i + 1));
}

/**
 * Parses comma-separated values with a header line. Cells that look like
 * numbers become numbers, all others strings.
 *
 * @param name of the file, for errors
 * @throws RequestError 400
 */
export function parseCsv(text: string, name: string): DocumentJson[] {
  const [header = [], ...rows] = csvRows(text);
  const fields = header.map((field) => field.trim());
  return rows.map((row, i) => {
    if (row.length !== fields.length) {
      throw new RequestError(
        400,
        "CsvRowMissingFields",
        `${name}: row ${i + 1} has ${row.length} fields, the header has ${fields.length}`,
      );
    }
    return Object.fromEntries(fields.map((field, n) => [field, cell(row[n])]));
  });
}

function cell(text = ""): JSONValue {
  const number = Number(text);
  return text.trim() !== "" && Number.isFinite(number) ? number : text;
}

/** Cells may be quoted; quotes in them are doubled. */
function csvRows(text: string): string[][] {
  const pattern = /("(?:[^"]|"")*"|[^,"\r\n]*)(,|\r?\n|$)/y;
  const rows: string[][] = [];
  let row: string[] = [];
  while (pattern.lastIndex < text.length || row.length > 0) {
    const match = pattern.exec(text);
    if (match === null) throw badCsv(rows.length + 1);
    const [, raw = "", end = ""] = match;
    const isQuoted = raw.startsWith('"');
    row.push(isQuoted ? raw.slice(1, -1).replaceAll('""', '"') : raw);
    if (end === ",") continue;
    if (row.length > 1 || row[0] !== "") rows.push(row);
    row = [];
  }
  return rows;
}

function badCsv(row: number): RequestError {
  const message = `Row ${row} is not comma-separated values`;
  return new RequestError(400, "CsvInvalidRow", message);
}

function parseJson(text: string, name: string, line: number): JSONValue {
  try {
    return JSON.parse(text) as JSONValue;
  } catch (error) {
    throw new RequestError(
      400,
      "JsonInvalidRow",
      `${name}: row ${line} is not valid JSON: ${String(error)}`,
    );
  }
}

function asDocument(
  value: JSONValue,
  name: string,
  line: number,
): DocumentJson {
  if (value !== null && typeof value === "object" && !Array.isArray(value)) {
    return value;
  }
  throw new RequestError(
    400,
    "NotAnObject",
    `${name}: row ${line} is not an object`,
  );
}
