import {
  convexToJson,
  jsonToConvex,
  type JSONValue,
  type Value,
} from "convex/values";
import { UserError } from "../base/errors";
import type { Id } from "../values/ids";

/** A document's fields as JSON, values encoded as Convex encodes them. */
export type DocumentJson = Record<string, JSONValue>;

/** Fields to write; undefined ones are left out. */
export type Fields = Readonly<Record<string, Value | undefined>>;

const COMMIT_TS_TEXT = '{"$commitTs":null}';

/**
 * One version of a document. It is kept as JSON text, which is small in memory,
 * goes to clients and to the disk as it is, and cannot be changed by accident.
 */
export class Document {
  readonly id: Id;
  /** Milliseconds since the epoch. */
  readonly creationTime: number;
  /** JSON text of `convexToJson(value)`, ready for a response. */
  readonly text: string;

  constructor(id: Id, creationTime: number, text: string) {
    this.id = id;
    this.creationTime = creationTime;
    this.text = text;
  }

  /** A fresh copy of the document, with `_id` and `_creationTime`. */
  get value(): Record<string, Value> {
    return jsonToConvex(this.json()) as Record<string, Value>;
  }

  /** A fresh copy of the document as JSON. */
  json(): DocumentJson {
    return JSON.parse(this.text) as DocumentJson;
  }

  /** Whether a field holds the timestamp of a commit yet to come. */
  get awaitsCommitTs(): boolean {
    // Inside a JSON string the quotes would be escaped, so this is a value.
    return this.text.includes(COMMIT_TS_TEXT);
  }

  /** @returns this document with `commitTs` in the place of every placeholder */
  withCommitTs(commitTs: bigint): Document {
    const timestamp = JSON.stringify(convexToJson(commitTs));
    const text = this.text.replaceAll(COMMIT_TS_TEXT, timestamp);
    return new Document(this.id, this.creationTime, text);
  }
}

/**
 * @param fields the user's fields
 * @returns the document made of them, and its JSON
 * @throws UserError when a field cannot be stored
 */
export function encodeDocument(
  id: Id,
  creationTime: number,
  fields: Fields,
): { document: Document; json: DocumentJson } {
  const value = { ...fields, _id: id, _creationTime: creationTime } as Value;
  try {
    const json = convexToJson(value) as DocumentJson;
    const document = new Document(id, creationTime, JSON.stringify(json));
    return { document, json };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new UserError("InvalidDocument", message);
  }
}

/** @returns the user's fields of a document's JSON, decoded */
export function decodeFields(json: DocumentJson): Record<string, Value> {
  const { _id, _creationTime, ...fields } = json;
  return jsonToConvex(fields) as Record<string, Value>;
}
