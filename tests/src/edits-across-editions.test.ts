/** Unsent edits at several places, while others edit and the description begins a new edition. */
import fc from "fast-check";
import { beforeEach, expect, test, vi } from "vitest";
import type { Id } from "#convex/_generated/dataModel";
import { SharedText } from "../../src/routes/project/shared-text";
import { runsOf } from "../thoroughness";
import { nothingKept, stateOf } from "./writer";

beforeEach(() => {
  vi.useFakeTimers();
});

/** A word is inserted before the word at `place`, which is removed or stays. */
const edits = fc.array(
  fc.record({ place: fc.nat({ max: 200 }), removes: fc.boolean() }),
  { maxLength: 8 },
);

const whole = (edition: number, text: string) => ({
  projectId: "kite" as Id<"projects">,
  edition,
  state: stateOf(text),
  updates: [],
  seq: edition,
});

/** Two words that were inserted at one place may have no space between. */
const WORD = /(?:mine|theirs)\d+x\d+|w\d+/g;

type Type = (
  text: string,
  cursor: number,
  selected: { start: number; end: number },
) => void;

/** Types edits into a text, one after the other. @returns the words that they removed */
function typeAll(
  text: string,
  name: string,
  all: readonly { place: number; removes: boolean }[],
  type: Type,
): string[] {
  const removed: string[] = [];
  let now = text;
  for (const [nth, { place, removes }] of all.entries()) {
    const words = [...now.matchAll(WORD)];
    const word = words[place % (words.length + 1)];
    const start = word?.index ?? now.length;
    const end = start + (removes && word ? word[0].length : 0);
    if (end > start) removed.push(now.slice(start, end));
    const inserted = ` ${name}${nth} `;
    now = now.slice(0, start) + inserted + now.slice(end);
    type(now, start + inserted.length, { start, end });
  }
  return removed;
}

test("of edits at several places, every word that nobody removed is there exactly once in any new edition", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat({ max: 30 }),
      fc.array(fc.record({ mine: edits, theirs: edits }), {
        minLength: 1,
        maxLength: 4,
      }),
      async (size, editions) => {
        const begun = Array.from({ length: size }, (_, nth) => `w${nth}`);
        const shared = new SharedText({
          send: async () => new Promise(() => {}),
          kept: nothingKept,
        });
        let stored = begun.join(" ");
        shared.receive(whole(0, stored));
        const removed = new Set<string>();
        const written = new Set(begun);
        for (const [nth, { mine, theirs }] of editions.entries()) {
          const names = [`mine${nth}x`, `theirs${nth}x`] as const;
          const own = shared.getView().text;
          for (const word of [
            ...typeAll(own, names[0], mine, (...typed) =>
              shared.type(...typed),
            ),
            ...typeAll(stored, names[1], theirs, (text) => {
              stored = text;
            }),
          ])
            removed.add(word);
          mine.forEach((_, at) => written.add(names[0] + at));
          theirs.forEach((_, at) => written.add(names[1] + at));
          shared.receive(whole(nth + 1, stored));
        }
        const found = shared.getView().text.match(WORD) ?? [];
        const left = [...written].filter((word) => !removed.has(word));
        expect(found.toSorted()).toEqual(left.toSorted());
        vi.clearAllTimers();
      },
    ),
    { numRuns: runsOf(1_000) },
  );
});
