/**
 * Order-preserving keys: `encodeKey(a) < encodeKey(b)` exactly when the tuple
 * `a` sorts before `b` by `compareValues` of convex/values. The code units of a
 * key are bytes, so that `<` on strings compares bytewise.
 */
import { CommitTsPlaceholder, type Value } from "convex/values";

declare const keyBrand: unique symbol;

/** An encoded tuple of values; compare with `<`. */
export type Key = string & { readonly [keyBrand]: true };

/** Half-open interval `[lo, hi)`; `hi: null` has no upper end. */
export type KeyRange = { readonly lo: Key; readonly hi: Key | null };

/** Sorts before every key. */
export const MIN_KEY = "" as Key;

/** Contains every key. */
export const WHOLE_RANGE: KeyRange = { lo: MIN_KEY, hi: null };

// Tags ascend in Convex's order of types. An array or object ends with 0, which
// sorts a prefix first.
const END = 0x00;
const UNDEFINED = 0x01;
const NULL = 0x03;
const INT64 = 0x08;
const FLOAT64 = 0x0d;
const FALSE = 0x0e;
const TRUE = 0x0f;
const STRING = 0x10;
const BYTES = 0x11;
const ARRAY = 0x12;
const OBJECT = 0x15;
/** Follows a zero byte of the content; an END is never followed by it. */
const ESCAPE = 0xff;
const AFTER_TAGS = String.fromCharCode(ESCAPE);

const MAX_INT64 = 2n ** 63n - 1n;

let buffer = Buffer.allocUnsafeSlow(4096);
let length = 0;
const scratch = new DataView(new ArrayBuffer(8));

/**
 * @param values a tuple; `undefined` stands for a missing field
 * @returns its key; the key of a tuple's prefix is a prefix of the tuple's key
 */
export function encodeKey(values: readonly (Value | undefined)[]): Key {
  length = 0;
  for (const value of values) writeValue(value);
  return buffer.toString("latin1", 0, length) as Key;
}

/**
 * Upper bound of an equality: the keys of all tuples that begin with the values
 * of `prefix` lie in the half-open interval `[prefix, afterPrefix(prefix))`.
 * The interval excludes keys that share only the bytes: a longer string with an
 * inner zero continues with ESCAPE, which is above every tag.
 *
 * @param prefix the key of a whole tuple
 */
export function afterPrefix(prefix: Key): Key {
  return (prefix + AFTER_TAGS) as Key;
}

/** @returns the range of the keys of all tuples that begin with `values` */
export function prefixRange(values: readonly Value[]): KeyRange {
  const lo = encodeKey(values);
  return { lo, hi: afterPrefix(lo) };
}

/** @returns the smallest key greater than `key` */
export function afterKey(key: Key): Key {
  return (key + "\0") as Key;
}

export function isInRange(range: KeyRange, key: Key): boolean {
  return key >= range.lo && (range.hi === null || key < range.hi);
}

function writeValue(value: Value | undefined): void {
  if (typeof value === "string") return writeString(value);
  if (typeof value === "number") return writeFloat(value);
  if (value === undefined) return writeByte(UNDEFINED);
  if (value === null) return writeByte(NULL);
  if (typeof value === "boolean") return writeByte(value ? TRUE : FALSE);
  if (typeof value === "bigint") return writeInt(value);
  if (value instanceof ArrayBuffer) return writeBytes(new Uint8Array(value));
  if (Array.isArray(value)) return writeArray(value);
  if (value instanceof CommitTsPlaceholder) return writeInt(MAX_INT64);
  writeObject(value);
}

function writeByte(byte: number): void {
  if (length === buffer.length) grow();
  buffer[length++] = byte;
}

function grow(): void {
  const larger = Buffer.allocUnsafeSlow(buffer.length * 2);
  buffer.copy(larger);
  buffer = larger;
}

function writeInt(value: bigint): void {
  writeByte(INT64);
  scratch.setBigInt64(0, value);
  writeByte(scratch.getUint8(0) ^ 0x80);
  for (let i = 1; i < 8; i++) writeByte(scratch.getUint8(i));
}

/** IEEE total order: flip the sign of positives, all bits of negatives. */
function writeFloat(value: number): void {
  writeByte(FLOAT64);
  scratch.setFloat64(0, value);
  const isNegative = scratch.getUint8(0) >= 0x80;
  writeByte(scratch.getUint8(0) ^ (isNegative ? 0xff : 0x80));
  const flip = isNegative ? 0xff : 0;
  for (let i = 1; i < 8; i++) writeByte(scratch.getUint8(i) ^ flip);
}

function writeString(text: string): void {
  writeByte(STRING);
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) {
      writeByte(unit);
      if (unit === 0) writeByte(ESCAPE);
    } else {
      const codePoint = text.codePointAt(i) ?? unit;
      if (codePoint > 0xffff) i++;
      writeMultiByte(codePoint);
    }
  }
  writeByte(END);
}

/** UTF-8, which takes three bytes for a lone surrogate. */
function writeMultiByte(codePoint: number): void {
  if (codePoint < 0x800) {
    writeByte(0xc0 | (codePoint >> 6));
  } else if (codePoint < 0x10000) {
    writeByte(0xe0 | (codePoint >> 12));
    writeByte(0x80 | ((codePoint >> 6) & 0x3f));
  } else {
    writeByte(0xf0 | (codePoint >> 18));
    writeByte(0x80 | ((codePoint >> 12) & 0x3f));
    writeByte(0x80 | ((codePoint >> 6) & 0x3f));
  }
  writeByte(0x80 | (codePoint & 0x3f));
}

function writeBytes(bytes: Uint8Array): void {
  writeByte(BYTES);
  for (const byte of bytes) {
    writeByte(byte);
    if (byte === 0) writeByte(ESCAPE);
  }
  writeByte(END);
}

function writeArray(values: readonly Value[]): void {
  writeByte(ARRAY);
  for (const value of values) writeValue(value);
  writeByte(END);
}

function writeObject(value: { [field: string]: Value | undefined }): void {
  writeByte(OBJECT);
  for (const field of Object.keys(value).sort()) {
    const fieldValue = value[field];
    if (fieldValue === undefined) continue;
    writeString(field);
    writeValue(fieldValue);
  }
  writeByte(END);
}
