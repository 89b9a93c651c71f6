import fc from "fast-check";
import { expect, test } from "vitest";
import {
  decodeId,
  encodeId,
  newId,
  parseId,
  tableNumberOf,
} from "../../src/values/ids";

const tableNumber = fc.integer({ min: 1, max: 0xffff_ffff });
const internalId = fc.uint8Array({ minLength: 16, maxLength: 16 });
const DAY_MS = 86_400_000;
const DIGITS = Array.from("0123456789abcdefghjkmnpqrstvwxyz");

test("an id decodes to what it was made of", () => {
  fc.assert(
    fc.property(tableNumber, internalId, (number, internal) => {
      const id = encodeId(number, internal);
      expect(id).toMatch(/^[0-9a-hjkmnp-tv-z]{31,37}$/);
      const decoded = decodeId(id);
      expect(decoded?.tableNumber).toBe(number);
      expect([...(decoded?.internalId ?? [])]).toEqual([...internal]);
      expect(tableNumberOf(id)).toBe(number);
    }),
  );
});

test("an id is what Convex makes of the same parts", () => {
  const internal = new Uint8Array(16);
  for (let i = 0, byte = 251; i < 16; i++, byte = (byte * 251) & 255) {
    internal[i] = byte;
  }
  expect(encodeId(1017, internal)).toBe("z43zp6c3e75gkmz1kfwj6mbbx5sw281h");
});

// As printed by deployments of Convex Cloud.
test.each([
  "jh74xzyc2wzqk5dcnkb4p91avd7sntq0",
  "kx712phxk5bqw65pg4v7sjq5j587c2jt",
])("an id made by Convex is an id here: %s", (id) => {
  expect(tableNumberOf(parseId(id) ?? newId(1, 0))).toBeGreaterThan(10_000);
});

test.each([
  [1, 31],
  [127, 31],
  [128, 32],
  [10_001, 32],
  [16_384, 34],
])("an id of table %i is %i characters long", (number, length) => {
  expect(newId(number, 0)).toHaveLength(length);
});

test("an id with one changed character is no id", () => {
  const digits = fc.constantFrom(...DIGITS);
  fc.assert(
    fc.property(internalId, fc.nat({ max: 31 }), digits, (internal, at, to) => {
      const id = encodeId(10_001, internal);
      const changed = id.slice(0, at) + to + id.slice(at + 1);
      expect(parseId(changed)).toBe(changed === id ? id : null);
    }),
    { numRuns: 2000 },
  );
});

test("an id decodes to null unless it encodes to the same text", () => {
  const text = fc.oneof(
    fc.string(),
    fc.string({
      unit: fc.constantFrom(...DIGITS),
      minLength: 31,
      maxLength: 37,
    }),
  );
  fc.assert(
    fc.property(text, (candidate) => {
      const decoded = decodeId(candidate);
      if (decoded === null) return;
      const { tableNumber: number, internalId: internal } = decoded;
      expect(encodeId(number, internal)).toBe(candidate);
    }),
    { numRuns: 2000 },
  );
});

test.each([
  ["empty text", ""],
  ["upper case", newId(10_001, 0).toUpperCase()],
  ["a letter outside the alphabet", `u${newId(10_001, 0).slice(1)}`],
  ["a character outside ASCII", `é${newId(10_001, 0).slice(1)}`],
  ["text that is too long", `${newId(10_001, 0)}0`],
  ["text that is cut", newId(10_001, 0).slice(0, -1)],
])("an id is not %s", (_, text) => {
  expect(decodeId(text)).toBeNull();
});

test("an id tells the day it was made on", () => {
  const internal = decodeId(newId(10_001, 20_000.5 * DAY_MS))?.internalId;
  expect([...(internal?.slice(14) ?? [])]).toEqual([20_000 >> 8, 20_000 & 255]);
});

test("an id is never given out twice", () => {
  const ids = Array.from({ length: 2000 }, () => newId(10_001, 0));
  expect(new Set(ids).size).toBe(ids.length);
});

test.each([0, -1, 1.5, 2 ** 32])("an id has no table number %d", (number) => {
  expect(() => encodeId(number, new Uint8Array(16))).toThrow(RangeError);
});

test("an id has an internal id of 16 bytes", () => {
  expect(() => encodeId(1, new Uint8Array(15))).toThrow(RangeError);
});
