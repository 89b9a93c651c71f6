import fc from "fast-check";
import { expect, test } from "vitest";
import { parseJson, TooManyValuesError } from "../../src/base/parse-json";

function nested(depth: number, open = "[", close = "]"): string {
  return open.repeat(depth) + close.repeat(depth);
}

test("reads what JSON.parse reads", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat({ max: 2 }), (value, space) => {
      const text = JSON.stringify(value, null, space);
      expect(parseJson(text)).toEqual(JSON.parse(text));
    }),
  );
});

test("refuses what is no JSON", () => {
  for (const text of ["", "{]", '"', '{"a":"\\"}']) {
    expect(() => parseJson(text)).toThrow(SyntaxError);
  }
});

test.each([
  ["arrays", nested(129)],
  ["objects", `${'{"a":'.repeat(129)}1${"}".repeat(129)}`],
  ["a million arrays", nested(1_000_000)],
  ["arrays that never end", "[".repeat(1_000_000)],
])("refuses %s nested too deeply", (_, text) => {
  expect(() => parseJson(text)).toThrow("nested too deeply");
});

test("refuses more values than it is told to take", () => {
  const text = '[{"a":[1,2,"[,{"]},3]';
  expect(parseJson(text, 6)).toHaveLength(2);
  expect(() => parseJson(text, 5)).toThrow(TooManyValuesError);
});

test("counts only brackets that are open, outside of texts", () => {
  const brackets = ['"', nested(500), '\\"', nested(500), '"'].join("");
  const text = `[${nested(127)},${nested(127)},${brackets}]`;
  expect(parseJson(text)).toHaveLength(3);
});
