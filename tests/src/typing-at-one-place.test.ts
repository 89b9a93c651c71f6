/** The description on the screens of four people who type at one place, over lines of any speed. */
import fc from "fast-check";
import { beforeEach, expect, test, vi } from "vitest";
import { runsOf } from "../thoroughness";
import { Deployment, insertion, Writer, type Selection } from "./writer";

/** Alike, so that a difference of texts could be at several places. */
const SENTENCES = ["Anna sees all. ", "All is well. ", "ll aa ll. ", "Asha. "];

beforeEach(() => {
  vi.useFakeTimers();
});

type Step =
  | { who: number; act: "press" | "slip" | "compose" | "finish" }
  | { who: number; act: "hear" | "send" | "answer" }
  | "begin anew";

const step: fc.Arbitrary<Exclude<Step, string>> = fc.record({
  who: fc.nat({ max: SENTENCES.length - 1 }),
  act: fc.oneof(
    { weight: 8, arbitrary: fc.constant("press" as const) },
    {
      weight: 8,
      arbitrary: fc.constantFrom("hear" as const, "send", "answer"),
    },
    fc.constantFrom("slip" as const, "compose", "finish"),
  ),
});
/** Where all of them type: a text and what is selected in it. */
const place = fc.constantFrom<[text: string, selection: Selection]>(
  ["", { start: 0, end: 0 }],
  ["All. ", { start: 5, end: 5 }],
  ["ll. All.", { start: 0, end: 0 }],
  ["All. l All.", { start: 5, end: 5 }],
  ["All. Alas. All.", { start: 5, end: 11 }],
);

/** @returns the text that is on all screens in the end */
async function typeAt(
  [text, selection]: [string, Selection],
  steps: readonly Step[],
): Promise<string> {
  const deployment = new Deployment(text);
  const writers = SENTENCES.map((sentence) => new Writer(deployment, sentence));
  for (const writer of writers) writer.selection = selection;
  for (const next of steps)
    if (next === "begin anew") deployment.beginAnew();
    else await writers[next.who]?.[next.act]();
  for (const writer of writers) {
    writer.finish();
    while (!writer.isDone) writer.press();
  }
  for (let round = 0; round < 5; round++)
    for (const writer of writers) {
      writer.hear();
      await writer.answer();
      writer.send();
      await writer.answer();
    }
  for (const writer of writers) writer.hear();
  const wanted = writers[0]?.value ?? "";
  for (const { value, shared } of writers) {
    expect(value).toBe(wanted);
    expect(shared.getView()).toMatchObject({ text: wanted, isAtRisk: false });
  }
  vi.clearAllTimers();
  return wanted;
}

const PATIENCE_MS = 120_000;

test(
  "what four people type at one place, in any order and over any lines, is whole and the same on all screens",
  async () => {
    await fc.assert(
      fc.asyncProperty(
        place,
        fc.array(step, { minLength: 20, maxLength: 100, size: "max" }),
        async ([text, selection], steps) => {
          const { start, end } = selection;
          let left = await typeAt([text, selection], steps);
          for (const sentence of SENTENCES) {
            expect(left).toContain(sentence);
            left = left.replace(sentence, "");
          }
          expect(left).toBe(text.slice(0, start) + text.slice(end));
        },
      ),
      { numRuns: runsOf(1_000) },
    );
  },
  PATIENCE_MS,
);

test("no letter of it is lost, and none is there twice, when new editions begin meanwhile", async () => {
  const any = fc.oneof(
    { weight: 8, arbitrary: step },
    fc.constant("begin anew" as const),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(any, { minLength: 20, maxLength: 100, size: "max" }),
      async (steps) => {
        const typed = await typeAt(["All. ", { start: 5, end: 5 }], steps);
        const letters = (text: string) => Array.from(text).sort().join("");
        expect(letters(typed)).toBe(letters(`All. ${SENTENCES.join("")}`));
      },
    ),
    { numRuns: runsOf(50) },
  );
});

test("a cursor and a selection stay at their letters in a new edition", () => {
  const deployment = new Deployment("One. Two.");
  const [asha, ravi] = [
    new Writer(deployment, " And"),
    new Writer(deployment, "Zero. "),
  ];
  asha.selection = { start: 4, end: 4 };
  asha.press();
  ravi.selection = { start: 5, end: 8 };
  deployment.beginAnew();
  deployment.store(2, insertion(deployment, 0, "Zero. "));
  for (const writer of [asha, ravi]) writer.hear();
  expect(asha.value).toBe("Zero. One.  Two.");
  expect(asha.selection).toEqual({ start: 11, end: 11 });
  expect(ravi.value).toBe("Zero. One. Two.");
  expect(ravi.selection).toEqual({ start: 11, end: 14 });
});

test("what others write at the edges of a selection is not in it", () => {
  const deployment = new Deployment("One. Two. Three.");
  const asha = new Writer(deployment, "2");
  asha.selection = { start: 5, end: 8 };
  deployment.store(1, insertion(deployment, 8, "!"));
  deployment.store(1, insertion(deployment, 5, "!"));
  asha.hear();
  expect(asha.selection).toEqual({ start: 6, end: 9 });
  asha.press();
  expect(asha.value).toBe("One. !2!. Three.");
});
