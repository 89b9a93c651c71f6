/**
 * Layout of the database in the document store:
 *
 *     d/<component>/<id>   JSON text of a document
 *     m/format             version of this layout
 *     m/sum                timestamp, count and sum of all documents' records
 *     m/timestamp          of the newest commit in the store, nanoseconds
 *
 * Every batch brings the sum along, so whatever is lost of a batch, or of an
 * earlier one, no longer fits it. A batch that is lost as a whole, with all that
 * came after it, leaves an earlier state.
 */
import type { StoreChange } from "../storage/document-store";
import type { Id } from "../values/ids";
import type { RecordSum } from "./record-sum";

export const FORMAT_KEY = "m/format";
export const TIMESTAMP_KEY = "m/timestamp";
export const SUM_KEY = "m/sum";
export const FORMAT = "2";

const DOCUMENT_PREFIX = "d/";

export function documentKey(component: string, id: Id): string {
  return `${DOCUMENT_PREFIX}${component}/${id}`;
}

/** @returns component and id of a document's record; null for other records */
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

/** @returns the records of a batch that describe the state after it */
export function stateRecords(ts: bigint, sum: RecordSum): StoreChange[] {
  return [
    { key: TIMESTAMP_KEY, text: ts.toString() },
    { key: SUM_KEY, text: sumText(ts.toString(), sum) },
  ];
}

export function sumText(ts: string, sum: RecordSum): string {
  return `${ts} ${sum.toString()}`;
}
