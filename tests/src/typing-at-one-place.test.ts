/** The description on the screens of four people who type at one place, over lines of any speed. */
import fc from "fast-check";
import { beforeEach, expect, test, vi } from "vitest";
import * as Y from "yjs";
import type { Id } from "#convex/_generated/dataModel";
import type { TypingOutcome } from "#convex/shared/projects";
import { SharedText } from "../../src/routes/project/shared-text";
import { runsOf } from "../thoroughness";

/** Alike, so that a difference of texts could be at several places. */
const SENTENCES = ["Anna sees all. ", "All is well. ", "ll aa ll. ", "Asha. "];
type Selection = { start: number; end: number };

/** The deployment: stores changes in the order of their arrival. */
class Deployment {
  #edition = 1;
  #state: ArrayBuffer | null = null;
  #updates: ArrayBuffer[] = [];
  #doc = new Y.Doc();

  constructor(text: string) {
    this.#beginWith(text);
  }

  store(edition: number, update: ArrayBuffer): TypingOutcome {
    if (edition !== this.#edition) return { status: "behind" };
    this.#updates.push(update);
    Y.applyUpdate(this.#doc, new Uint8Array(update));
    return { status: "synced", seq: this.#updates.length };
  }

  /** Drops the history. */
  beginAnew(): void {
    this.#edition++;
    this.#beginWith(this.#doc.getText("description").toJSON());
  }

  /** What the query tells. */
  get changes() {
    return {
      projectId: "kite" as Id<"projects">,
      edition: this.#edition,
      state: this.#state,
      updates: [...this.#updates],
      seq: this.#updates.length,
    };
  }

  #beginWith(text: string): void {
    this.#doc = new Y.Doc();
    this.#doc.getText("description").insert(0, text);
    this.#state = Y.encodeStateAsUpdate(this.#doc).slice().buffer;
    this.#updates = [];
  }
}

/** A person, with a text area and a line to the deployment. */
class Writer {
  readonly shared: SharedText;
  value = "";
  selection: Selection = { start: 0, end: 0 };
  isComposing = false;
  #hasBegun = false;
  /** What is on its way to the deployment, and back. */
  #sent: (() => void)[] = [];
  #answers: (() => void)[] = [];
  readonly #deployment: Deployment;
  readonly #keys: string[];

  constructor(deployment: Deployment, sentence: string) {
    this.#deployment = deployment;
    this.#keys = Array.from(sentence);
    this.shared = new SharedText({
      kept: { left: () => () => {}, write: () => {}, clear: () => {} },
      send: async (edition, update) =>
        new Promise((answer) => {
          this.#sent.push(() => {
            const outcome = deployment.store(edition, update);
            this.#answers.push(() => answer(outcome));
          });
        }),
    });
    this.shared.open();
    this.hear();
    this.shared.attach({
      selection: () => this.selection,
      isComposing: () => this.isComposing,
      show: (text, selection) => {
        if (this.value === text) return;
        this.value = text;
        this.selection = selection;
      },
    });
  }

  /** Presses the next key. */
  press(): void {
    const key = this.#keys.shift();
    if (key === undefined) return;
    this.#put(key, this.selection);
    this.#hasBegun = true;
  }

  /** Presses a wrong key first, and takes it back. */
  slip(): void {
    if (this.#hasBegun) {
      this.#put("l", this.selection);
      const { end } = this.selection;
      this.#put("", { start: end - 1, end });
    }
    this.press();
  }

  get isDone(): boolean {
    return this.#keys.length === 0;
  }

  #put(key: string, { start, end }: Selection): void {
    const selected = this.selection;
    this.value = this.value.slice(0, start) + key + this.value.slice(end);
    this.selection = { start: start + key.length, end: start + key.length };
    this.shared.type(this.value, this.selection.end, selected);
  }

  hear(): void {
    this.shared.receive(this.#deployment.changes);
  }

  send(): void {
    this.shared.flush();
    this.#sent.shift()?.();
  }

  async answer(): Promise<void> {
    this.#answers.shift()?.();
    await vi.advanceTimersByTimeAsync(0);
  }

  /** A keyboard begins to compose. */
  compose(): void {
    this.isComposing = true;
  }

  finish(): void {
    this.isComposing = false;
    this.shared.takeIn();
  }
}

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

/** The change of somebody else, who has the deployment's text. */
function insertion(
  { changes: { state, updates } }: Deployment,
  at: number,
  words: string,
): ArrayBuffer {
  const doc = new Y.Doc();
  for (const update of [state, ...updates])
    if (update !== null) Y.applyUpdate(doc, new Uint8Array(update));
  const before = Y.encodeStateVector(doc);
  doc.getText("description").insert(at, words);
  return Y.encodeStateAsUpdate(doc, before).slice().buffer;
}
