/**
 * How the database lies in the document store:
 *
 *     d/<component>/<id>   JSON text of a document
 *     m/format             version of this layout
 *     m/timestamp          of the newest commit in the store, nanoseconds
 */
import type { Id } from "../values/ids";

export const FORMAT_KEY = "m/format";
export const TIMESTAMP_KEY = "m/timestamp";
/** History: 1, the first. */
export const FORMAT = "1";

const DOCUMENT_PREFIX = "d/";

/** @returns the key of a document's record */
export function documentKey(component: string, id: Id): string {
  return `${DOCUMENT_PREFIX}${component}/${id}`;
}

/** @returns whose record `key` is, or null when it is not a document's */
export function parseDocumentKey(
  key: string,
): { component: string; id: Id } | null {
  if (!key.startsWith(DOCUMENT_PREFIX)) return null;
  const end = key.lastIndexOf("/");
  return {
    component: key.slice(DOCUMENT_PREFIX.length, end),
    id: key.slice(end + 1) as Id,
  };
}
