import { getDocumentSize, type Value } from "convex/values";
import { describe, expect, test } from "vitest";
import {
  MAX_ARRAY_ELEMENTS,
  MAX_DOCUMENT_BYTES,
  MAX_DOCUMENT_NESTING,
  MAX_OBJECT_FIELDS,
} from "../../src/base/limits";
import { checkDocument } from "../../src/values/value-limits";

/** A document of `levels` nested arrays. */
function nested(levels: number): Record<string, Value> {
  let value: Value = 1;
  for (let i = 1; i < levels; i++) value = [value];
  return { value };
}

function objectOf(fields: number): Record<string, Value> {
  return Object.fromEntries(
    Array.from({ length: fields }, (_, i) => [`f${i}`, 1]),
  );
}

/** A document that counts `size` bytes. */
function sized(size: number): Record<string, Value> {
  const overhead = getDocumentSize({ text: "" });
  return { text: "x".repeat(size - overhead) };
}

describe("a document", () => {
  test("has the size that Convex counts", () => {
    expect(checkDocument({ a: "é", b: [1, 2n] })).toBe(
      getDocumentSize({ a: "é", b: [1, 2n] }),
    );
  });

  test.each<[string, Record<string, Value>, Record<string, Value>]>([
    ["bytes", sized(MAX_DOCUMENT_BYTES), sized(MAX_DOCUMENT_BYTES + 1)],
    ["levels", nested(MAX_DOCUMENT_NESTING), nested(MAX_DOCUMENT_NESTING + 1)],
    [
      "array elements",
      { array: Array.from({ length: MAX_ARRAY_ELEMENTS }, () => 1) },
      { array: Array.from({ length: MAX_ARRAY_ELEMENTS + 1 }, () => 1) },
    ],
    ["fields", objectOf(MAX_OBJECT_FIELDS), objectOf(MAX_OBJECT_FIELDS + 1)],
  ])("has at most so many %s", (_, largest, tooLarge) => {
    expect(() => checkDocument(largest)).not.toThrow();
    expect(() => checkDocument(tooLarge)).toThrow("too ");
  });

  test("keeps names with an underscore for system fields", () => {
    expect(() => checkDocument({ _id: "x", _creationTime: 1 })).not.toThrow();
    expect(() => checkDocument({ _secret: 1 })).toThrow('"_secret"');
    expect(() => checkDocument({ inner: { _free: 1 } })).not.toThrow();
  });
});
