/** India's time zone, which has had one offset since 1945. */
const OFFSET = "+05:30";
const OFFSET_MS = 5.5 * 60 * 60 * 1000;

export const ZONE = "India Standard Time";

const TYPED = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?$/u;

/** Parses a `datetime-local` value as a time in India, whatever the browser's zone; null if it is invalid. */
export function parseIndianTime(typed: string): number | null {
  if (!TYPED.test(typed)) return null;
  const instant = Date.parse(typed + OFFSET);
  if (Number.isNaN(instant)) return null;
  // `Date.parse` rolls 31 June over to 1 July.
  return typed.startsWith(indianInput(instant)) ? instant : null;
}

/** An instant as the value of a `datetime-local` field, to the minute: "2025-06-28T09:30". */
export function indianInput(instant: number): string {
  return indianIso(instant).slice(0, 16);
}

/** An instant for CSV, in India's time: "2025-06-28 09:30:00". */
export function indianCell(instant: number): string {
  return indianIso(instant).slice(0, 19).replace("T", " ");
}

/** Empty for an invalid date, which rows edited by hand may hold. */
function indianIso(instant: number): string {
  const at = new Date(instant + OFFSET_MS);
  return Number.isNaN(at.getTime()) ? "" : at.toISOString();
}
