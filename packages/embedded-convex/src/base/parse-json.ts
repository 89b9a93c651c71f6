import type { JSONValue } from "convex/values";

/** Values nest at most 64 levels; the rest is for the enclosing message. */
const MAX_NESTING = 128;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const COMMA = 0x2c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

export type JsonObject = { [key: string]: JSONValue };

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** JSON has more values than its sender may send. */
export class TooManyValuesError extends Error {}

/**
 * Parses JSON from an untrusted source. JSON.parse accepts any depth, but code
 * that recurses into the result, such as JSON.stringify, overflows the stack.
 *
 * @param maxValues the maximum number of values, which take time to create
 * @throws SyntaxError for invalid JSON or JSON that is nested too deeply
 * @throws TooManyValuesError
 */
export function parseJson(text: string, maxValues = Infinity): JSONValue {
  checkStructure(text, maxValues);
  return JSON.parse(text) as JSONValue;
}

/** Counts commas and opening brackets, of which each value has one or two. */
function checkStructure(text: string, maxValues: number): void {
  let depth = 0;
  let values = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) i = endOfText(text, i);
    else if (code === COMMA) values++;
    else if (code === OPEN_BRACKET || code === OPEN_BRACE) {
      values++;
      if (++depth > MAX_NESTING) {
        throw new SyntaxError("JSON is nested too deeply");
      }
    } else if (code === CLOSE_BRACKET || code === CLOSE_BRACE) depth--;
    if (values > maxValues) {
      throw new TooManyValuesError(`There are more than ${maxValues} values`);
    }
  }
}

/** @returns index of the quote that closes the string opened at `start` */
function endOfText(text: string, start: number): number {
  let i = start + 1;
  while (i < text.length && text.charCodeAt(i) !== QUOTE) {
    i += text.charCodeAt(i) === BACKSLASH ? 2 : 1;
  }
  return i;
}
