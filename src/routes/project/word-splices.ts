import { diffArrays } from "diff";
import { spliceBetween, type Splice } from "#convex/projects/shared/projects";

/** Beyond this distance, comparing would take seconds, and the texts have little in common. */
const MAX_EDITED_WORDS = 1_500;

/**
 * Returns the splices that turn `before` into `after`, in order, compared by words: what neither has changed between two
 * edits stays out of them. Their places are in `before`.
 */
export function wordSplices(before: string, after: string): Splice[] {
  const parts = diffArrays(wordsOf(before), wordsOf(after), {
    maxEditLength: MAX_EDITED_WORDS,
  });
  const whole = spliceBetween(before, after);
  if (parts === undefined) return whole === null ? [] : [whole];
  const splices: Splice[] = [];
  let [at, removed, inserted] = [0, "", ""];
  for (const { value, ...part } of [...parts, { value: [] }]) {
    const text = value.join("");
    if ("removed" in part && part.removed) removed += text;
    else if ("added" in part && part.added) inserted += text;
    else {
      const splice = within(removed, inserted);
      if (splice !== null) splices.push({ ...splice, at: at + splice.at });
      at += removed.length + text.length;
      [removed, inserted] = ["", ""];
    }
  }
  return splices;
}

/** A word that only grew or shrank keeps its letters. One that was replaced is taken as a whole, so that it stays whole. */
function within(before: string, after: string): Splice | null {
  const splice = spliceBetween(before, after);
  return splice === null || splice.removed === 0 || splice.inserted === ""
    ? splice
    : { at: 0, removed: before.length, inserted: after };
}

function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{M}\p{N}_]+|[^]/gu) ?? [];
}
