import type { JSONValue } from "convex/values";
import Papa from "papaparse";
import { badRequest } from "../base/errors";
import { isJsonObject } from "../base/parse-json";
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
    throw badRequest("NotJsonArray", `${name} is not a JSON array`);
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
  const { data, errors } = Papa.parse<string[]>(text, {
    delimiter: ",",
    skipEmptyLines: true,
  });
  const [problem] = errors;
  if (problem !== undefined) {
    const why = `row ${(problem.row ?? 0) + 1}: ${problem.message}`;
    throw badRequest("CsvInvalidRow", `${name}: ${why}`);
  }
  const [header = [], ...rows] = data;
  const fields = header.map((field) => field.trim());
  return rows.map((row, i) => {
    if (row.length !== fields.length) {
      throw badRequest(
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

function parseJson(text: string, name: string, line: number): JSONValue {
  try {
    return JSON.parse(text) as JSONValue;
  } catch (error) {
    throw badRequest(
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
  if (isJsonObject(value)) return value;
  throw badRequest("NotAnObject", `${name}: row ${line} is not an object`);
}
