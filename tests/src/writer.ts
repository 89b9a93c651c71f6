/** People who write the description of one project, each with a text area and a line of their own. */
import { vi } from "vitest";
import * as Y from "yjs";
import type { Id } from "#convex/_generated/dataModel";
import type { TypingOutcome } from "#convex/projects/shared/projects";
import { SharedText } from "../../src/routes/project/shared-text";

/** Nothing outlasts the page. */
export const nothingKept = {
  left: () => () => {},
  write: () => {},
  clear: () => {},
};

/** A text as a description's first state, as it is stored. */
export function stateOf(text: string): ArrayBuffer {
  const doc = new Y.Doc();
  doc.getText("description").insert(0, text);
  return Y.encodeStateAsUpdate(doc).slice().buffer;
}

export type Selection = { start: number; end: number };

/** The deployment: stores changes in the order of their arrival. */
export class Deployment {
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
    this.#state = stateOf(text);
    Y.applyUpdate(this.#doc, new Uint8Array(this.#state));
    this.#updates = [];
  }
}

/** A person, with a text area and a line to the deployment. */
export class Writer {
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

  constructor(deployment: Deployment, sentence = "") {
    this.#deployment = deployment;
    this.#keys = Array.from(sentence);
    this.shared = new SharedText({
      kept: nothingKept,
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
      this.write("l");
      this.erase();
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

  undo(): void {
    this.shared.walk("undo");
  }

  redo(): void {
    this.shared.walk("redo");
  }

  /** Writes what a person writes letter by letter. */
  write(words: string): void {
    for (const letter of words) this.#put(letter, this.selection);
  }

  /** Replaces what is between these places at once. */
  replace(start: number, end: number, words = ""): void {
    this.selection = { start, end };
    this.#put(words, { start, end });
  }

  /** Presses Backspace. */
  erase(): void {
    const { end } = this.selection;
    this.#put("", { start: end - 1, end });
  }

  /** Everything that is under way arrives. */
  async settle(): Promise<void> {
    this.send();
    await this.answer();
    this.hear();
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

/** The change of somebody else, who has the deployment's text. */
export function insertion(
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
