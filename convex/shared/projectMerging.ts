/**
 * What becomes of a field that two people change at once. A page says what it started
 * from (`base`); if the field is another by then, no text is overwritten.
 */

/** What a text does to a field: nothing, replace it, or wait beside it for a choice. */
export type TextOutcome = "same" | "taken" | "kept apart";

/** Decides on a text. Without a base the writer has seen nothing else, and wins. */
export function mergeText({
  current,
  base,
  wanted,
}: {
  current: string;
  base: string | undefined;
  wanted: string;
}): TextOutcome {
  if (wanted === current) return "same";
  return base === undefined || base === current ? "taken" : "kept apart";
}

/**
 * Merges a list: what somebody added to the base is added, what they took away is taken
 * away, and what others did meanwhile stays.
 */
export function mergeList<Entry>({
  current,
  base,
  wanted,
}: {
  current: readonly Entry[];
  base: readonly Entry[] | undefined;
  wanted: readonly Entry[];
}): Entry[] {
  if (base === undefined) return [...wanted];
  const removed = base.filter((entry) => !wanted.includes(entry));
  const added = wanted.filter(
    (entry) => !base.includes(entry) && !current.includes(entry),
  );
  return [...current.filter((entry) => !removed.includes(entry)), ...added];
}

/** Where a text differs from another: so many units at a place become `inserted`. */
export type Splice = { at: number; removed: number; inserted: string };

/**
 * Returns the one place at which `before` became `after`; null if they are equal. `near`
 * is where the cursor is after typing: of several readings ("aa" became "aaa") the one
 * that ends there counts.
 */
export function spliceBetween(
  before: string,
  after: string,
  near: number = after.length,
): Splice | null {
  if (before === after) return null;
  const shorter = Math.min(before.length, after.length);
  const most = Math.min(shorter, Math.max(0, after.length - near));
  let end = 0;
  while (end < most && unitFromEnd(before, end) === unitFromEnd(after, end))
    end++;
  let at = 0;
  while (at < shorter - end && before[at] === after[at]) at++;
  while (
    end < shorter - at &&
    unitFromEnd(before, end) === unitFromEnd(after, end)
  )
    end++;
  // Halves of one character stay together: half a character is none.
  if (at > 0 && isFirstHalf(before.charCodeAt(at - 1))) at--;
  if (end > 0 && isSecondHalf(before.charCodeAt(before.length - end))) end--;
  return {
    at,
    removed: before.length - at - end,
    inserted: after.slice(at, after.length - end),
  };
}

function unitFromEnd(text: string, fromEnd: number): string | undefined {
  return text[text.length - 1 - fromEnd];
}

function isFirstHalf(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isSecondHalf(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
