import {
  CommitTsPlaceholder,
  getDocumentSize,
  type Value,
} from "convex/values";
import { UserError } from "../base/errors";
import {
  MAX_ARRAY_ELEMENTS,
  MAX_DOCUMENT_BYTES,
  MAX_DOCUMENT_NESTING,
  MAX_OBJECT_FIELDS,
  MAX_VALUE_NESTING,
} from "../base/limits";

type Members = readonly Value[] | Readonly<Record<string, Value | undefined>>;

/** Convex reads no JSON that is nested deeper; deeper levels are not counted. */
const DEEPEST_LEVEL = 128;

/**
 * The shortest JSON text of a value that breaks a limit: 65 arrays, one in the
 * other. It saves looking at short ones.
 */
const MIN_CHECKED_LENGTH = 2 * (MAX_VALUE_NESTING + 1);

/** A lone surrogate, as `JSON.stringify` writes it. */
const LONE_SURROGATE = /(?<!\\)(?:\\\\)*\\ud[89a-f]/;

/**
 * Checks arguments and results.
 *
 * @param text the JSON that the value was decoded from
 * @throws UserError when a limit is exceeded, or a text has no UTF-8
 */
export function checkValue(value: Value, text: string): void {
  refuseLoneSurrogates(text);
  if (text.length < MIN_CHECKED_LENGTH) return;
  checkNesting("Value", nestingOf(value), MAX_VALUE_NESTING);
}

/**
 * @param json text that `JSON.stringify` wrote
 * @throws UserError, in the words of Convex's parser, for text without UTF-8
 */
export function refuseLoneSurrogates(json: string): void {
  if (!json.includes("\\ud") || !LONE_SURROGATE.test(json)) return;
  throw new UserError(
    "Received invalid json: lone leading surrogate in hex escape",
  );
}

/**
 * Checks a document's size, nesting, array lengths, number of fields and
 * reserved field names. Other rules for field names are checked when the
 * document is encoded as JSON.
 *
 * @param fields the document, with or without `_id` and `_creationTime`
 * @returns its size in bytes, as Convex counts them
 * @throws UserError when a limit is exceeded or a field name is reserved
 */
export function checkDocument(
  fields: Readonly<Record<string, Value | undefined>>,
): number {
  for (const name in fields) {
    if (!name.startsWith("_") || name === "_id" || name === "_creationTime") {
      continue;
    }
    throw new UserError(
      `Field "${name}" starts with an underscore, which is reserved for system fields like "_id".`,
    );
  }
  checkNesting("Document", nestingOfMembers(fields, 1), MAX_DOCUMENT_NESTING);
  const size = getDocumentSize(fields as Record<string, Value>);
  if (size <= MAX_DOCUMENT_BYTES) return size;
  throw new UserError(
    `Value is too large (${size} bytes > maximum size ${MAX_DOCUMENT_BYTES} bytes)`,
  );
}

function checkNesting(what: string, nesting: number, limit: number): void {
  if (nesting <= limit) return;
  throw new UserError(
    `${what} is too nested (nested ${nesting} levels deep > maximum nesting ${limit})`,
  );
}

/**
 * @param level of the arrays and objects around it
 * @returns the level of the innermost array or object
 * @throws UserError for an array or object with too many members
 */
function nestingOf(value: Value, level = 0): number {
  const isLeaf =
    typeof value !== "object" ||
    value === null ||
    value instanceof ArrayBuffer ||
    value instanceof CommitTsPlaceholder;
  return isLeaf ? level : nestingOfMembers(value, level + 1);
}

function nestingOfMembers(members: Members, level: number): number {
  if (level === DEEPEST_LEVEL) return level;
  let nesting = level;
  let count = 0;
  for (const member of Object.values(members)) {
    if (member === undefined) continue;
    count++;
    nesting = Math.max(nesting, nestingOf(member, level));
  }
  if (!Array.isArray(members) && count > MAX_OBJECT_FIELDS) {
    throw new UserError(
      `Object has too many fields (${count} > maximum number ${MAX_OBJECT_FIELDS})`,
    );
  }
  if (Array.isArray(members) && count > MAX_ARRAY_ELEMENTS) {
    throw new UserError(
      `Array length is too long (${count} > maximum length ${MAX_ARRAY_ELEMENTS})`,
    );
  }
  return nesting;
}
