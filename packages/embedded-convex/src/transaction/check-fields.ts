import type { Value } from "convex/values";
import { UserError } from "../base/errors";
import type { Document, Fields } from "../index/document";
import type { TableDefinition } from "../index/table-definition";
import { checkDocument } from "../values/value-limits";
import type { TableLookup } from "../values/validators";
import { valueText } from "../values/validator-text";

/**
 * Checks a document against Convex's limits and the table's validator.
 *
 * @param fields the user's fields
 * @returns the document's size in bytes, as Convex counts them; 0 in a system
 *   table
 * @throws UserError when it is too large, malformed or does not match the
 *   schema
 */
export function checkFields(
  { name, isSystem, validate }: TableDefinition,
  fields: Fields,
  lookup: TableLookup,
): number {
  // System documents, such as jobs with their arguments, may be larger.
  if (isSystem) return 0;
  const bytes = checkDocument(fields);
  const problem = validate?.(fields as Record<string, Value>, lookup) ?? null;
  if (problem === null) return bytes;
  throw new UserError(
    `Failed to insert or update a document in table "${name}" because it does not match the schema: ${problem}`,
  );
}

/**
 * @returns `fields` without system fields
 * @throws UserError when a system field differs from that of `before`
 */
export function withoutSystemFields(before: Document, fields: Fields): Fields {
  const { _id, _creationTime, ...rest } = fields;
  const isSame =
    (_id === undefined || _id === before.id) &&
    (_creationTime === undefined || _creationTime === before.creationTime);
  if (isSame) return rest;
  const isOtherId = _id !== undefined && _id !== before.id;
  throw new UserError(
    isOtherId
      ? `Provided document ID "${before.id}" doesn't match '_id' field ${valueText(_id)}`
      : `Provided creation time ${before.creationTime} doesn't match '_creationTime' field in the document`,
  );
}
