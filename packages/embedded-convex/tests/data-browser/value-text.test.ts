import { convexToJson, type Value } from "convex/values";
import fc from "fast-check";
import { expect, test } from "vitest";
import { parseValue } from "../../data-browser/values/parse-value";
import { printValue } from "../../data-browser/values/print-value";
import { anyValue } from "./values";

function read(text: string): Value {
  const parsed = parseValue(text);
  if (parsed.ok) return parsed.value;
  throw new Error(parsed.error);
}

function mistakeIn(text: string): string | null {
  const parsed = parseValue(text);
  return parsed.ok ? null : parsed.error;
}

test("every value survives printing and parsing, on one line and on many", () => {
  fc.assert(
    fc.property(anyValue, fc.constantFrom(0, 2), (value, indent) => {
      const again = read(printValue(value, indent));
      expect(convexToJson(again)).toEqual(convexToJson(value));
    }),
  );
});

test("without bigints, bytes and special numbers the text is JSON", () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const json = JSON.parse(text) as Value;
      expect(JSON.parse(printValue(json))).toEqual(json);
      expect(read(text)).toEqual(json);
    }),
  );
});

test.each<[string, Value]>([
  ["  12  ", 12],
  ["-0", -0],
  ["1e3", 1000],
  ["12n", 12n],
  ["-9223372036854775808n", -(2n ** 63n)],
  ["NaN", NaN],
  ["-Infinity", -Infinity],
  [
    '{ name: "Asha", "two words": [1, 2,], }',
    { name: "Asha", "two words": [1, 2] },
  ],
  ['"\\u0905 \\n"', "अ \n"],
  ['bytes("AQI=")', new Uint8Array([1, 2]).buffer],
])("%s is a value", (text, value) => {
  expect(read(text)).toEqual(value);
});

test.each([
  ["", "Line 1, column 1: a value is missing."],
  [
    "{\n  name: Asha\n}",
    'Line 2, column 9: text needs double quotes, such as "text".',
  ],
  ["'a'", 'Line 1, column 1: text needs double quotes, such as "text".'],
  ["[1 2]", "Line 1, column 4: a comma or ] was expected."],
  ["{ a 1 }", "Line 1, column 5: a colon was expected."],
  ["{ a: 1, a: 2 }", 'Line 1, column 10: the field "a" appears twice.'],
  ["1 2", "Line 1, column 3: there is more than one value."],
  ["9223372036854775808n", "Line 1, column 21: a bigint has at most 64 bits."],
  ["bytes(1)", 'Line 1, column 7: bytes are written as bytes("base64").'],
  ['bytes("?")', "Line 1, column 11: this is not base64."],
  ["undefined", 'Line 1, column 1: text needs double quotes, such as "text".'],
  ["[", "Line 1, column 2: a value is missing."],
])("%j is refused with position and reason", (text, mistake) => {
  expect(mistakeIn(text)).toBe(mistake);
});

test("deeply nested text is refused without a stack overflow", () => {
  expect(mistakeIn("[".repeat(100_000))).toContain("nested too deeply");
});
