/** The event's clock. India has had one offset since 1945 and never changes it. */
const OFFSET = "+05:30";
const OFFSET_MS = 5.5 * 60 * 60 * 1000;

/** The zone as people are told. */
export const ZONE = "India Standard Time";

const TYPED = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?$/u;

/**
 * What was typed into a `datetime-local` field, as an instant: the field knows no zone, and the browser's own does not
 * matter.
 * @returns milliseconds since the epoch; null for what is no date and time
 */
export function parseIndianTime(typed: string): number | null {
  if (!TYPED.test(typed)) return null;
  const instant = Date.parse(typed + OFFSET);
  if (Number.isNaN(instant)) return null;
  // A day that does not exist (31 June) would roll over.
  return typed.startsWith(indianInput(instant)) ? instant : null;
}

/** The same the other way: an instant as the field takes it, to the minute ("2025-06-28T09:30"). */
export function indianInput(instant: number): string {
  return indianIso(instant).slice(0, 16);
}

/** An instant for a spreadsheet: "2025-06-28 09:30:00", on Indian clocks. */
export function indianCell(instant: number): string {
  return indianIso(instant).slice(0, 19).replace("T", " ");
}

/** Empty for what no calendar knows: rows that are edited by hand may hold it. */
function indianIso(instant: number): string {
  const at = new Date(instant + OFFSET_MS);
  return Number.isNaN(at.getTime()) ? "" : at.toISOString();
}

/**
 * The same instant on the reader's own clock, with its zone; null where that clock shows the same.
 * @param timeZone theirs, if it is not the browser's
 */
export function formatOwnTime(
  instant: number,
  timeZone?: string,
): string | null {
  const own = new Intl.DateTimeFormat("en-IN", {
    ...(timeZone === undefined ? {} : { timeZone }),
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "numeric",
    minute: "2-digit",
    hour12: true,
    timeZoneName: "short",
  });
  return offsetOf(instant, timeZone) === OFFSET_MS ? null : own.format(instant);
}

/** How far a zone's clock is ahead of UTC at an instant, in milliseconds. */
function offsetOf(instant: number, timeZone?: string): number {
  const parts = new Intl.DateTimeFormat("en-GB", {
    ...(timeZone === undefined ? {} : { timeZone }),
    timeZoneName: "longOffset",
  }).formatToParts(instant);
  const name = parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
  const [, sign, hours, minutes = "0"] =
    /([+-])(\d{2}):?(\d{2})?/u.exec(name) ?? [];
  if (hours === undefined) return 0;
  const ms = (Number(hours) * 60 + Number(minutes)) * 60_000;
  return sign === "-" ? -ms : ms;
}
