/**
 * A text index is a tree like any other, with several keys for each document:
 *
 *     word NUL id frequency length      for each of its words
 *     NUL field value NUL id 0 length   for each field that searches filter by
 *
 * So a word, the words with a prefix, and the documents with a value are ranges. The
 * id is 16 bytes, the frequency one and the length, of all words, two.
 */
import type { Value } from "convex/values";
import { decodeId, type Id } from "../values/ids";
import { encodeKey, type Key, type KeyRange } from "../values/keys";

/** A word is shorter, in UTF-8: the limit of Convex's tokeniser. */
const WORD_BYTES = 32;
const TAIL_BYTES = 19;

/** @returns the words of `text` in order: lower-case, without very long ones */
export function wordsOf(text: string): string[] {
  const words = text.match(/[\p{Alphabetic}\p{N}]+/gu) ?? [];
  return words
    .filter((word) => Buffer.byteLength(word) < WORD_BYTES)
    .map((word) => word.toLowerCase().replaceAll("ς", "σ"));
}

/**
 * @param text the value of the field that is searched
 * @param filters the values of the fields that searches filter by, in order
 * @returns a document's keys in a text index
 */
export function postingKeys(
  id: Id,
  [text, ...filters]: readonly (Value | undefined)[],
): Key[] {
  const words = typeof text === "string" ? wordsOf(text) : [];
  const frequencies = new Map<string, number>();
  for (const word of words) {
    frequencies.set(word, (frequencies.get(word) ?? 0) + 1);
  }
  const own = Buffer.from(decodeId(id)?.internalId ?? []).toString("latin1");
  const length = Math.min(words.length, 0xffff);
  const tail = (frequency: number) =>
    own +
    String.fromCharCode(Math.min(frequency, 255), length >> 8, length & 255);
  const keys = [...frequencies].map(
    ([word, frequency]) => `${utf8(word)}\0${tail(frequency)}`,
  );
  const filtered = filters.map(
    (value, field) => filterRange(field, value).lo + tail(0),
  );
  return [...keys, ...filtered].map(copied);
}

const scratch = Buffer.alloc(4096);

/** Copies a concatenation, which would keep its parts in memory. */
function copied(text: string): Key {
  const fits = text.length <= scratch.length;
  const bytes = fits ? scratch : Buffer.alloc(text.length);
  return bytes.toString("latin1", 0, bytes.write(text, "latin1")) as Key;
}

function utf8(word: string): string {
  const isAscii = Buffer.byteLength(word) === word.length;
  return isAscii ? word : Buffer.from(word).toString("latin1");
}

/** The keys of one word. */
export function wordRange(word: string): KeyRange {
  return between(utf8(word), "\0", "\x01");
}

/** The keys of all longer words that begin with `word`. */
export function longerRange(word: string): KeyRange {
  return between(utf8(word), "\x01", "\xff");
}

/** The keys of all documents with `value` in one of the fields to filter by. */
export function filterRange(field: number, value: Value | undefined): KeyRange {
  const start = `\0${String.fromCharCode(field)}${encodeKey([value])}`;
  return between(start, "\0", "\x01");
}

function between(start: string, from: string, to: string): KeyRange {
  return { lo: (start + from) as Key, hi: (start + to) as Key };
}

/** @returns how all keys of a word begin */
export function startOf(key: Key): Key {
  return key.slice(0, -TAIL_BYTES) as Key;
}

export function frequencyIn(key: Key): number {
  return key.charCodeAt(key.length - 3);
}

/** @returns the number of words of a document with `key` */
export function lengthIn(key: Key | undefined): number {
  if (key === undefined) return 0;
  return key.charCodeAt(key.length - 2) * 256 + key.charCodeAt(key.length - 1);
}
