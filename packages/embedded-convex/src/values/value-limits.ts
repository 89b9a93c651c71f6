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
} from "../base/limits";

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
      "InvalidFieldName",
      `Field "${name}" starts with an underscore, which is reserved for system fields like "_id".`,
    );
  }
  checkNesting(fields, 1);
  const size = getDocumentSize(fields as Record<string, Value>);
  if (size <= MAX_DOCUMENT_BYTES) return size;
  throw new UserError(
    "DocumentTooLarge",
    `Value is too large (${size} bytes > maximum size ${MAX_DOCUMENT_BYTES} bytes)`,
  );
}

function checkNesting(
  value: readonly Value[] | Readonly<Record<string, Value | undefined>>,
  level: number,
): void {
  if (level > MAX_DOCUMENT_NESTING) {
    throw new UserError(
      "DocumentTooNested",
      `Document is too nested (maximum nesting ${MAX_DOCUMENT_NESTING})`,
    );
  }
  if (Array.isArray(value)) {
    checkCount("Array", "elements", value.length, MAX_ARRAY_ELEMENTS);
    for (const element of value) checkMember(element, level);
    return;
  }
  let count = 0;
  for (const member of Object.values(value)) {
    if (member === undefined) continue;
    count++;
    checkMember(member, level);
  }
  checkCount("Object", "fields", count, MAX_OBJECT_FIELDS);
}

function checkMember(value: Value, level: number): void {
  if (typeof value !== "object" || value === null) return;
  if (value instanceof ArrayBuffer || value instanceof CommitTsPlaceholder) {
    return;
  }
  checkNesting(value, level + 1);
}

function checkCount(
  what: string,
  unit: string,
  count: number,
  limit: number,
): void {
  if (count <= limit) return;
  throw new UserError(
    "ValueTooLarge",
    `${what} has too many ${unit} (${count} > maximum ${limit})`,
  );
}
