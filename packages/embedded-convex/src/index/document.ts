import {
  convexToJson,
  getDocumentSize,
  jsonToConvex,
  type JSONValue,
  type Value,
} from "convex/values";
import { UserError, messageOf } from "../base/errors";
import type { Id } from "../values/ids";

/** A document as JSON, with values encoded as Convex encodes them. */
export type DocumentJson = Record<string, JSONValue>;

/** Fields to write; undefined ones are omitted. */
export type Fields = Readonly<Record<string, Value | undefined>>;

const COMMIT_TS_TEXT = '{"$commitTs":null}';

/**
 * One version of a document, kept as JSON text: compact in memory, ready for
 * responses and the store, and immutable.
 */
export class Document {
  /** 0 until it is known. */
  #size: number;

  /** @param size in bytes, as Convex counts them, if it is known */
  constructor(
    readonly id: Id,
    /** Milliseconds since the epoch. */
    readonly creationTime: number,
    /** JSON text of `convexToJson(value)`. */
    readonly text: string,
    size = 0,
  ) {
    this.#size = size;
  }

  /** In bytes, as Convex counts them. */
  get size(): number {
    if (this.#size === 0) this.#size = getDocumentSize(this.value);
    return this.#size;
  }

  /** A new copy of the document, with `_id` and `_creationTime`. */
  get value(): Record<string, Value> {
    return jsonToConvex(this.json()) as Record<string, Value>;
  }

  json(): DocumentJson {
    return JSON.parse(this.text) as DocumentJson;
  }

  /** @returns this document with every placeholder replaced by `commitTs` */
  withCommitTs(commitTs: bigint): Document {
    const text = withCommitTs(this.text, commitTs);
    return new Document(this.id, this.creationTime, text);
  }
}

/** @returns whether a value's JSON text has a placeholder for the timestamp */
export function awaitsCommitTs(text: string): boolean {
  // In a JSON string the quotes would be escaped, so this is a placeholder.
  // A single character is found ten times as fast, which long texts notice.
  return text.includes("$") && text.includes(COMMIT_TS_TEXT);
}

/** @returns a value's JSON text with the timestamp in place of placeholders */
export function withCommitTs(text: string, commitTs: bigint): string {
  if (!awaitsCommitTs(text)) return text;
  const timestamp = JSON.stringify(convexToJson(commitTs));
  return text.replaceAll(COMMIT_TS_TEXT, timestamp);
}

/**
 * @param fields the user's fields
 * @param size of the document in bytes, or 0 if it is not known
 * @returns the encoded document, and the JSON of its text
 * @throws UserError when a field cannot be stored
 */
export function encodeDocument(
  id: Id,
  creationTime: number,
  fields: Fields,
  size: number,
): { document: Document; json: DocumentJson } {
  const value = { ...fields, _id: id, _creationTime: creationTime } as Value;
  try {
    const json = convexToJson(value) as DocumentJson;
    const document = new Document(id, creationTime, JSON.stringify(json), size);
    return { document, json };
  } catch (error) {
    throw new UserError(messageOf(error));
  }
}

/** @returns the user's fields of a document's JSON, decoded */
export function decodeFields(json: DocumentJson): Record<string, Value> {
  const { _id, _creationTime, ...fields } = json;
  return jsonToConvex(fields) as Record<string, Value>;
}
