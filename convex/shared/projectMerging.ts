/**
 * Merges simultaneous changes of a field. A page sends the value that its change is
 * based on (`base`); if the field has another value by then, no text is overwritten.
 */

/**
 * The effect of a text on a field: none, replacing it, or being kept as a rival for a
 * choice.
 */
export type TextOutcome = "same" | "taken" | "rival";

/** Decides about a text. Without a base, the text replaces the field. */
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
  return base === undefined || base === current ? "taken" : "rival";
}

/**
 * Three-way merge of a list: applies additions to and removals from the base, and keeps
 * what others changed meanwhile.
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

/**
 * A difference between texts: `removed` units at `at` are replaced by `inserted`.
 */
export type Splice = { at: number; removed: number; inserted: string };

/**
 * Returns the single splice that turns `before` into `after`; null if they are equal.
 * `near` is the cursor after typing: if several splices are possible ("aa" became
 * "aaa"), the one that ends there is chosen.
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
  // Does not split surrogate pairs.
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
