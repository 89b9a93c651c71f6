import { CommitTsPlaceholder, type Value } from "convex/values";

/** A Convex object; its fields may be undefined. */
export type PlainObject = { [field: string]: Value | undefined };

/**
 * @returns whether `value` is a Convex object: no array, bytes or commit
 *   timestamp placeholder
 */
export function isPlainObject(value: Value): value is PlainObject {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof ArrayBuffer) &&
    !(value instanceof CommitTsPlaceholder)
  );
}
