/** What people take back in the description, while others write in it. */
import fc from "fast-check";
import { beforeEach, expect, test, vi } from "vitest";
import * as Y from "yjs";
import type { KeptText } from "../../src/lib/outbox/kept-texts";
import { SharedText } from "../../src/routes/project/shared-text";
import { runsOf } from "../thoroughness";
import { Deployment, insertion, nothingKept, Writer } from "./writer";

beforeEach(() => {
  vi.useFakeTimers();
});

const TEXT = "The radar finds a free chair in every library of the town.";

/** Somebody at the end of a text, and the deployment that has it. */
function open(text = "") {
  const deployment = new Deployment(text);
  const asha = new Writer(deployment);
  asha.selection = { start: text.length, end: text.length };
  /** Somebody else writes. */
  const others = (at: number, words: string) => {
    const { edition } = deployment.changes;
    deployment.store(edition, insertion(deployment, at, words));
    asha.hear();
  };
  const stored = () => {
    const doc = new Y.Doc();
    const { state, updates } = deployment.changes;
    for (const update of [state, ...updates])
      if (update) Y.applyUpdate(doc, new Uint8Array(update));
    return doc.getText("description").toJSON();
  };
  return { deployment, asha, others, stored };
}

/** The texts after each time that a step is taken back, until there is none. */
function stepsBack(writer: Writer): string[] {
  const texts: string[] = [];
  for (;;) {
    const before = writer.value;
    writer.undo();
    if (writer.value === before) return texts;
    texts.push(writer.value);
  }
}

test("what was deleted by accident comes back after a teammate's letter, for everybody, and the letter stays", async () => {
  const { asha, others, stored } = open(TEXT);
  asha.replace(0, TEXT.length);
  await asha.settle();
  others(0, "x");
  expect(asha.value).toBe("x");
  asha.undo();
  expect(asha.value.replace("x", "")).toBe(TEXT);
  expect(asha.shared.getView()).toMatchObject({ isAtRisk: true });
  await asha.settle();
  expect(stored()).toBe(asha.value);

  asha.redo();
  expect(asha.value).toBe("x");
  asha.redo();
  await asha.settle();
  expect(stored()).toBe("x");
});

test("a step is a word, although others write between its letters, and the cursor goes to its end", async () => {
  const { asha, others } = open("Radar. ");
  for (const letter of "It works.") {
    asha.write(letter);
    await asha.settle();
    others(0, "!");
  }
  const theirs = "!".repeat(9);
  asha.selection = { start: 0, end: 0 };
  asha.undo();
  expect(asha.value).toBe(`${theirs}Radar. It `);
  expect(asha.selection).toEqual({ start: 19, end: 19 });
  expect(stepsBack(asha)).toEqual([`${theirs}Radar. `]);
  asha.redo();
  asha.redo();
  expect(asha.value).toBe(`${theirs}Radar. It works.`);
});

const erases = (writer: Writer) => {
  writer.write("One");
  writer.erase();
  writer.erase();
};
const typesElsewhere = (writer: Writer) => {
  writer.write("One");
  writer.selection = { start: 0, end: 0 };
  writer.write("Two");
};
const typesOver = (writer: Writer) => {
  writer.write("One");
  writer.replace(0, 3, "T");
  writer.write("wo");
};
const pastes = (writer: Writer) => {
  writer.write("One ");
  writer.replace(4, 4, "two three");
};
const composes = (writer: Writer) => {
  for (const words of ["k か かん 漢", "j じ 字"]) {
    const { start } = writer.selection;
    writer.compose();
    for (const word of words.split(" "))
      writer.replace(start, writer.selection.end, word);
    writer.finish();
  }
};
const writesThree = (writer: Writer) => writer.write(" One two. \n\nThree");

test.each<[string, (writer: Writer) => void, string[]]>([
  ["erased letters, and what was before, are a step each", erases, ["One", ""]],
  [
    "a word has the spaces before and behind it",
    writesThree,
    [" One two. \n\n", " One ", ""],
  ],
  ["what is typed elsewhere is another step", typesElsewhere, ["One", ""]],
  ["a word that is typed over another is a step", typesOver, ["One", ""]],
  ["a passage that is pasted is a step", pastes, ["One ", ""]],
  ["a composed word is a step, and the next another", composes, ["漢", ""]],
])("%s", (_, write, steps) => {
  const { asha } = open();
  write(asha);
  expect(stepsBack(asha)).toEqual(steps);
});

test("while a keyboard composes, nothing is taken back", () => {
  const { asha } = open();
  asha.write("One");
  asha.compose();
  asha.undo();
  expect(asha.value).toBe("One");
  asha.finish();
  asha.undo();
  expect(asha.value).toBe("");
});

test("what others have removed is passed over", async () => {
  const { deployment, asha } = open();
  asha.write("One ");
  asha.write("two");
  await asha.settle();
  const ravi = new Writer(deployment);
  ravi.replace(4, 7);
  await ravi.settle();
  asha.hear();
  expect(asha.value).toBe("One ");
  expect(stepsBack(asha)).toEqual([""]);
});

test("what somebody has put back from the history does not come twice, nor what was taken back and put back", async () => {
  const { asha, others } = open(TEXT);
  asha.replace(0, TEXT.length);
  await asha.settle();
  // The rest was there already.
  others(0, `Once more: ${TEXT.slice(0, -3)}`);
  expect(stepsBack(asha)).toEqual([]);

  asha.replace(0, 0, TEXT);
  asha.undo();
  await asha.settle();
  others(0, TEXT);
  const before = asha.value;
  asha.redo();
  expect(asha.value).toBe(before);
});

test("a new edition has nothing to take back, and comes whole", async () => {
  const { deployment, asha, others } = open(TEXT);
  asha.write(" One");
  asha.replace(0, 10);
  await asha.settle();
  deployment.beginAnew();
  others(0, "New. ");
  const text = `New. ${TEXT.slice(10)} One`;
  expect(asha.value).toBe(text);
  expect(stepsBack(asha)).toEqual([]);
  asha.write("!");
  expect(stepsBack(asha)).toEqual([text]);
});

test("what a closed tab has left is not this page's to take back", () => {
  const { deployment } = open("One. ");
  const left = { base: "0", stored: "One. ", own: "One. Two. ", text: "" };
  const take: KeptText["left"] = (give) => {
    give(left, () => {});
    return () => {};
  };
  const shared = new SharedText({
    send: async () => new Promise(() => {}),
    kept: { ...nothingKept, left: take },
  });
  shared.open();
  shared.receive(deployment.changes);
  shared.walk("undo");
  expect(shared.getView().text).toBe("One. Two. ");
});

test("a text that is too long again after a step back waits, whole", () => {
  const { asha } = open("a".repeat(9_990));
  asha.replace(0, 9_990, "b");
  asha.selection = { start: 1, end: 1 };
  asha.write("c".repeat(20));
  asha.selection = { start: 0, end: 0 };
  asha.undo();
  asha.undo();
  expect(asha.value).toHaveLength(9_990);
});

test("whatever some take back and make again, the letters of the others are there, in their order, and all screens are the same", async () => {
  const SENTENCES = ["ANNA SEES ALL. ", "ll aa ll. ", "asha. "];
  const acts = ["press", "hear", "send", "answer", "undo", "redo"] as const;
  const step = fc.record({
    who: fc.nat({ max: SENTENCES.length - 1 }),
    act: fc.constantFrom(...acts, ...acts.slice(0, 1)),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 20, maxLength: 120, size: "max" }),
      async (steps) => {
        const deployment = new Deployment("all. ");
        const writers = SENTENCES.map((words) => new Writer(deployment, words));
        for (const writer of writers) writer.selection = { start: 5, end: 5 };
        for (const { who, act } of steps)
          // The first one takes nothing back.
          if (who > 0 || !act.endsWith("do")) await writers[who]?.[act]();
        const [anna] = writers;
        while (anna && !anna.isDone) anna.press();
        for (let round = 0; round < 2 * SENTENCES.length; round++)
          for (const writer of writers) {
            await writer.answer();
            await writer.settle();
          }
        for (const writer of writers) writer.hear();
        expect(anna?.value.replaceAll(/[^A-Z]/g, "")).toBe("ANNASEESALL");
        for (const { value } of writers) expect(value).toBe(anna?.value);
        vi.clearAllTimers();
      },
    ),
    { numRuns: runsOf(200) },
  );
});
