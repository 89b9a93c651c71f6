import { CommitTsPlaceholder, type Value } from "convex/values";

/** A value of type object, whose fields may be left undefined. */
export type PlainObject = { [field: string]: Value | undefined };

/** @returns whether `value` is an object, and none of the types that only look so */
export function isPlainObject(value: Value): value is PlainObject {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof ArrayBuffer) &&
    !(value instanceof CommitTsPlaceholder)
  );
}
