import * as Y from "yjs";
import { checked } from "#convex/platform/shared/input";
import { refuse } from "#convex/platform/shared/errors";
import {
  MAX_PROJECT_DESCRIPTION_LENGTH,
  MAX_TEXT_UPDATE_BYTES,
  spliceBetween,
  type Splice,
  descriptionSchema,
  FIELD_LABELS,
  type TextChanges,
  type TypingOutcome,
} from "#convex/projects/shared/projects";
import { messageOf } from "../../lib/forms/error-message";
import { newListeners } from "../../lib/listeners";
import type { Kept, KeptText } from "../../lib/outbox/kept-texts";
import { marking, type Mark } from "./marking";
import { Pause } from "./pause";
import { isFinal, settledOf } from "./settled";
import { wordSplices } from "./word-splices";

const RETRY_MS = 3_000;
/** The name of the document's root type, as on the deployment. */
const ROOT = "description";
/** The origins of local changes; remote ones have none. What was typed on this page can be taken back. */
const HERE = "here";
const TYPED = "typed";

/** What one key erases, in UTF-16 units. */
const LARGEST_LETTER = 2;

/** What removes so many letters at once removes a passage, which somebody may put back from the history. */
const PASSAGE = 40;

/** How many letters before kept words tell whether the deployment has them. */
const CONTEXT = 20;

/** How many changes a query may repeat before a page moves its `after` forward. */
const MAX_REPEATED = 16;

/**
 * Returns the next `after` argument of a page that has these changes. All pages of a team compute the same number, so
 * that they share one query.
 * @param after the current argument
 */
export function nextAfter(
  after: number | null,
  { state, updates, seq }: TextChanges,
): number | null {
  const isBehind = state !== null || updates.length > MAX_REPEATED;
  return isBehind ? sharedNumber(seq) : after;
}

function sharedNumber(seq: number): number {
  return seq - (seq % MAX_REPEATED);
}

/** What a page asks for: the changes after this number of an edition, or everything. */
export type Known = { after: number | null; edition?: number };

/** The result of `projects.typeDescription`. */
type Send = (edition: number, update: ArrayBuffer) => Promise<TypingOutcome>;
type Selection = { start: number; end: number };
/** Finds a selection that was tied to its letters. */
type Held = (changed: Y.Doc) => Selection;

/** The field that shows the text. */
export type Screen = {
  selection: () => Selection;
  /** While an input method composes a character, the field must not be changed. */
  isComposing: () => boolean;
  show: (text: string, selection: Selection) => void;
};

export type TextView = {
  text: string;
  /** A change is not on the deployment yet. */
  isAtRisk: boolean;
  /** Why the last change was not saved. */
  error: string | undefined;
  /** Whether the deployment's text has arrived. */
  isLoaded: boolean;
  /** Whether anything was typed on this page. */
  isTouched: boolean;
  othersChanges: number;
  /** How often the deployment has refused a change, so that the whole text has to be loaded again. */
  loads: number;
};

/**
 * The description while its page is open: a Yjs document that is kept in sync with the deployment's. Changes are stored
 * in this browser until the deployment has them.
 */
export class SharedText {
  readonly field = "description";
  #doc = new Y.Doc();
  /** Of the document: what was typed on this page, step by step. */
  #steps!: Y.UndoManager;
  /** The last step, while typing can go on with it. */
  #step: { end: Held; written: string; isComposed: boolean } | undefined;
  /** What was removed on this page and can be put back. */
  #passages: string[] = [];
  /** The document on the deployment, without unsent changes. */
  #stored = new Y.Doc();
  /** Remote changes that arrived during a composition. */
  #waiting: TextChanges[] = [];
  #screen: Screen | null = null;
  #edition: number | null = null;
  /** The number of the last change that has arrived. */
  #seq = 0;
  /** The number of the last change of this page that the deployment has. */
  #sentSeq = 0;
  #unsent: Uint8Array[] = [];
  #isSending = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #error: string | undefined;
  /** The deployment's answer to the last change, until it is sent again. */
  #refusal: unknown;
  #isTouched = false;
  #othersChanges = 0;
  #loads = 0;
  /** The next whole text replaces this one, with what is unsent. */
  #isRefused = false;
  #isOpen = false;
  /** What closed tabs have left. */
  #left: { kept: Kept; drop: () => void }[] = [];
  #view: TextView;
  readonly #pause = new Pause();
  readonly #listeners = newListeners();
  readonly #send: Send;
  readonly #kept: KeptText;

  constructor({ send, kept }: { send: Send; kept: KeptText }) {
    this.#send = send;
    this.#kept = kept;
    this.#follow();
    this.#view = this.#viewNow();
  }

  readonly subscribe = this.#listeners.subscribe;

  readonly getView = (): TextView => this.#view;

  /** Sends while the page is open; returns a function for leaving it, which sends once more. */
  open(): () => void {
    this.#isOpen = true;
    const end = this.#kept.left((kept, drop) => {
      this.#left.push({ kept, drop });
      this.takeIn();
    });
    return () => {
      end();
      this.#isOpen = false;
      this.flush();
    };
  }

  /** Says whether nobody else has the page open. Whoever arrives gets what is typed at once. */
  setAlone(isAlone: boolean): void {
    this.#pause.isAlone = isAlone;
    if (!isAlone && this.#timer !== undefined) this.flush();
  }

  /** Where the text is, unless the deployment has to send it as a whole. */
  known(): Known {
    return this.#edition === null || this.#isRefused
      ? { after: null }
      : { after: sharedNumber(this.#seq), edition: this.#edition };
  }

  /** See `Editor`. */
  get seq(): number | undefined {
    return this.#edition === null
      ? undefined
      : Math.max(this.#seq, this.#sentSeq);
  }

  /** See `Editor`. */
  settled(): Promise<void> {
    return settledOf(this, () => {
      checked(descriptionSchema, this.#view.text);
      if (this.#refusal !== undefined) throw this.#refusal;
    });
  }

  /** Attaches a field; returns a function that detaches it. */
  attach(screen: Screen): () => void {
    this.#screen = screen;
    const { text } = this.#view;
    screen.show(text, { start: text.length, end: text.length });
    return () => {
      this.#screen = null;
      this.takeIn();
    };
  }

  /** Applies remote changes, or queues them during a composition. */
  receive(changes: TextChanges): void {
    this.#waiting.push(changes);
    this.takeIn();
  }

  /** Applies queued changes after a composition. */
  takeIn(): void {
    if (this.#screen?.isComposing()) return;
    if (this.#step) this.#step.isComposed = false;
    for (;;) {
      const [changes] = this.#waiting;
      if (changes === undefined) break;
      // The new text may include the change being sent; its result will tell.
      if (this.#isNew(changes) && this.#isSending) return;
      this.#waiting.shift();
      this.#apply(changes);
    }
    if (this.#edition === null) return;
    for (const { kept, drop } of this.#left.splice(0)) {
      this.#restore(kept, this.#edition);
      drop();
    }
  }

  /**
   * Called on input.
   * @param text the whole new text, with the cursor at `cursor`
   * @param selected what was selected before
   */
  type(text: string, cursor: number, selected?: Selection): void {
    const before = textOf(this.#doc);
    const change =
      replacement(before, text, selected) ??
      spliceBetween(before, text, cursor);
    if (change === null) return;
    const isComposed = this.#screen?.isComposing() ?? false;
    const step = this.#stepOf(change, isComposed);
    if (step === undefined) this.#steps.stopCapturing();
    splice(this.#doc, [change], TYPED);
    const place = change.at + change.inserted.length;
    const end = hold(this.#doc, { start: place, end: place });
    const written = (step?.written ?? "") + change.inserted;
    this.#step = { end, written, isComposed };
    this.#touch(before, change);
  }

  /**
   * Takes back the last step of what was typed on this page, or makes it again, whatever others have typed since; the
   * cursor goes there.
   */
  walk(way: "undo" | "redo"): void {
    if (this.#screen?.isComposing()) return;
    const before = textOf(this.#doc);
    const end = endOf(deltaOf(this.#doc, () => this.#steps[way]()));
    const text = textOf(this.#doc);
    const change = spliceBetween(before, text);
    if (change === null) return;
    this.#step = undefined;
    this.#screen?.show(text, { start: end, end });
    this.#touch(before, change);
  }

  /** Marks what is selected, or takes the mark away: a step of its own. The words stay, and with them what others do to them. */
  mark(mark: Mark): void {
    const screen = this.#screen;
    if (screen === null || screen.isComposing() || this.#edition === null)
      return;
    const before = textOf(this.#doc);
    const { changes, ...after } = marking(before, screen.selection(), mark);
    this.#steps.stopCapturing();
    this.#step = undefined;
    splice(this.#doc, changes, TYPED);
    screen.show(textOf(this.#doc), after);
    this.#touch(before, { at: 0, removed: 0, inserted: "" });
  }

  /** The step that a change goes on with: the same word, composition, or run of erased letters. */
  #stepOf({ at, removed, inserted }: Splice, isComposed: boolean) {
    const last = this.#step;
    if (last === undefined || isComposed)
      return last?.isComposed ? last : undefined;
    const { start } = last.end(this.#doc);
    const goesOn =
      inserted === ""
        ? last.written === "" &&
          removed <= LARGEST_LETTER &&
          [at, at + removed].includes(start)
        : last.written !== "" &&
          removed === 0 &&
          at === start &&
          !/\S\s+\S/u.test(last.written + inserted);
    return goesOn ? last : undefined;
  }

  #touch(before: string, { at, removed }: Splice): void {
    if (removed >= PASSAGE) this.#passages.push(before.slice(at, at + removed));
    this.#error = undefined;
    this.#refusal = undefined;
    this.#isTouched = true;
    this.#tell();
  }

  /** Sends pending changes. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    void this.#deliver();
  }

  /** Whether these changes begin with a text that replaces this one. */
  #isNew({ edition, state, seq }: TextChanges): boolean {
    const isWhole = state !== null || seq === 0;
    if (this.#edition === null) return false;
    return edition !== this.#edition || (this.#isRefused && isWhole);
  }

  #apply(changes: TextChanges): void {
    const shown = this.#screen?.selection() ?? { start: 0, end: 0 };
    const isNew = this.#isNew(changes);
    this.#edition = changes.edition;
    const selection = isNew ? this.#replace(changes.state, shown) : shown;
    const held = hold(this.#doc, selection);
    const before = textOf(this.#doc);
    // A query's result repeats earlier changes.
    const isKnown = (index: number) =>
      changes.seq - changes.updates.length + index < this.#seq;
    this.#take([
      changes.state,
      ...changes.updates.filter((_, index) => !isKnown(index)),
    ]);
    this.#seq = Math.max(this.#seq, changes.seq);
    const put = spliceBetween(before, textOf(this.#doc))?.inserted ?? "";
    // It would be there twice.
    if (put.length >= PASSAGE && this.#passages.some(sharedWith(put)))
      this.#steps.clear();
    if (changes.updates.length > 0) this.#refusal = undefined;
    const { isLoaded, text } = this.#view;
    if (isLoaded && textOf(this.#doc) !== text) this.#othersChanges++;
    this.#screen?.show(textOf(this.#doc), held(this.#doc));
    if (this.#unsent.length > 0) this.#plan(this.#pause.ms);
    this.#tell();
  }

  /** Applies updates of the deployment. */
  #take(updates: readonly (ArrayBuffer | null)[]): void {
    for (const doc of [this.#doc, this.#stored])
      doc.transact(() => {
        for (const update of updates)
          if (update !== null) Y.applyUpdate(doc, new Uint8Array(update));
      });
  }

  /** Called for each new document, in which nothing of the one before can be taken back. */
  #follow(): void {
    this.#steps = new Y.UndoManager(this.#doc.getText(ROOT), {
      trackedOrigins: new Set([TYPED]),
      captureTimeout: Infinity,
    });
    this.#step = undefined;
    this.#passages = [];
    this.#doc.on("update", (update: Uint8Array, origin: unknown) => {
      if (origin === null) return;
      this.#unsent.push(update);
      this.#keep();
      this.#plan(this.#pause.ms);
    });
  }

  #plan(waitMs: number): void {
    if (this.#edition === null || !this.#isOpen) return;
    if (this.#refusal !== undefined) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.#deliver();
    }, waitMs);
  }

  async #deliver(): Promise<void> {
    const edition = this.#edition;
    if (this.#isSending || edition === null || this.#unsent.length === 0)
      return;
    // The deployment would refuse it. Whatever shortens it leads here again.
    if (textOf(this.#doc).length > MAX_PROJECT_DESCRIPTION_LENGTH) return;
    if (Y.mergeUpdates(this.#unsent).byteLength > MAX_TEXT_UPDATE_BYTES)
      this.#simplify();
    const batch = [...this.#unsent];
    this.#isSending = true;
    this.#refusal = undefined;
    const since = performance.now();
    try {
      const update = Y.mergeUpdates(batch);
      const outcome = await this.#send(edition, bufferOf(update));
      this.#pause.learn(performance.now() - since);
      // With what others typed meanwhile.
      if (outcome.status === "too_long") refuseLong();
      const isSynced = outcome.status === "synced";
      if (isSynced) {
        this.#sentSeq = outcome.seq;
        this.#unsent = this.#unsent.filter((one) => !batch.includes(one));
        Y.applyUpdate(this.#stored, update);
      } else {
        this.#isRefused = true;
        this.#loads++;
      }
      this.#error = undefined;
      this.#isSending = false;
      if (this.#unsent.length > 0)
        this.#plan(isSynced ? this.#pause.ms : RETRY_MS);
      if (isSynced && !this.#isOpen) void this.#deliver();
    } catch (error) {
      this.#isSending = false;
      if (isFinal(error)) this.#refusal = error;
      this.#error = messageOf(error, "Not saved. Trying again.");
      this.#plan(RETRY_MS);
    }
    this.#keep();
    this.#tell();
    this.takeIn();
  }

  /** Restores changes of a closed tab. If the edition has changed since, its text is merged by words. */
  #restore({ text, base, stored, own }: Kept, edition: number): void {
    const selection = this.#screen?.selection() ?? { start: 0, end: 0 };
    const held = hold(this.#doc, selection);
    this.#isTouched = true;
    if (base === String(edition))
      Y.applyUpdate(this.#doc, fromText(text), HERE);
    else if (stored !== undefined && own !== undefined)
      edit(this.#doc, leftBehind({ stored, own, now: textOf(this.#doc) }));
    this.#screen?.show(textOf(this.#doc), held(this.#doc));
    this.#keep();
    this.#tell();
  }

  /**
   * Replaces the document by the deployment's, and applies what is unsent to its text.
   * @returns the selection in it
   */
  #replace(state: ArrayBuffer | null, selection: Selection): Selection {
    const [former, unsent] = [this.#stored, this.#unsent];
    const held = hold(this.#doc, selection);
    this.#doc = new Y.Doc();
    this.#stored = new Y.Doc();
    this.#seq = 0;
    this.#unsent = [];
    this.#isRefused = false;
    this.#follow();
    this.#take([state]);
    // What others changed becomes edits of the former document, so that Yjs merges.
    splice(former, wordSplices(textOf(former), textOf(this.#doc)));
    edit(this.#doc, changesOf(former, unsent));
    return held(former);
  }

  /** Replaces the unsent changes by one from the stored text to this one, without what was removed in between. */
  #simplify(): void {
    const changes = changesOf(copyOf(this.#stored), this.#unsent);
    this.#doc = copyOf(this.#stored);
    this.#unsent = [];
    this.#follow();
    edit(this.#doc, changes);
  }

  #keep(): void {
    if (this.#unsent.length === 0 || this.#edition === null) {
      this.#kept.clear();
      return;
    }
    this.#kept.write({
      text: toText(Y.mergeUpdates(this.#unsent)),
      base: String(this.#edition),
      stored: textOf(this.#stored),
      own: textOf(this.#doc),
    });
  }

  #viewNow(): TextView {
    return {
      text: textOf(this.#doc),
      isAtRisk: this.#isSending || this.#unsent.length > 0,
      error: this.#error,
      isLoaded: this.#edition !== null,
      isTouched: this.#isTouched,
      othersChanges: this.#othersChanges,
      loads: this.#loads,
    };
  }

  #tell(): void {
    this.#view = this.#viewNow();
    this.#listeners.tell();
  }
}

function refuseLong(): never {
  return refuse("too_long", {
    label: FIELD_LABELS.description,
    maxLength: MAX_PROJECT_DESCRIPTION_LENGTH,
  });
}

function textOf(doc: Y.Doc): string {
  return doc.getText(ROOT).toJSON();
}

/** Whether what somebody puts in is a passage, or has one, or begins or ends as a part of it. */
const sharedWith = (put: string) => (passage: string) =>
  put.includes(passage) ||
  passage.includes(put.slice(0, PASSAGE)) ||
  passage.includes(put.slice(-PASSAGE));

/** Applies splices that are in order. */
function splice(
  doc: Y.Doc,
  splices: readonly Splice[],
  origin: string = HERE,
): void {
  const text = doc.getText(ROOT);
  doc.transact(() => {
    for (const { at, removed, inserted } of [...splices].reverse()) {
      text.delete(at, removed);
      text.insert(at, inserted);
    }
  }, origin);
}

/** Changes at any number of places, as Yjs tells them. */
type Delta = Y.YTextEvent["delta"];

function edit(doc: Y.Doc, delta: Delta): void {
  doc.transact(() => doc.getText(ROOT).applyDelta(delta), HERE);
}

/** Applies updates. @returns what they changed in the text */
function changesOf(doc: Y.Doc, updates: readonly Uint8Array[]): Delta {
  return deltaOf(doc, () => {
    if (updates.length > 0) Y.applyUpdate(doc, Y.mergeUpdates([...updates]));
  });
}

/** @returns what `change` changes in the text */
function deltaOf(doc: Y.Doc, change: () => void): Delta {
  let delta: Delta = [];
  const observe = (event: Y.YTextEvent) => {
    delta = event.delta;
  };
  doc.getText(ROOT).observe(observe);
  change();
  doc.getText(ROOT).unobserve(observe);
  return delta;
}

/** Where the last change of the delta ends. */
function endOf(delta: Delta): number {
  let [at, end] = [0, 0];
  for (const { retain = 0, insert = "", delete: removed } of delta) {
    at += retain + (insert as string).length;
    if (insert !== "" || removed !== undefined) end = at;
  }
  return end;
}

/**
 * The change, if it replaced what was selected: all of it, so that letters which are in both texts are not left to
 * somebody else who replaces the same; null for any other change.
 */
function replacement(
  before: string,
  after: string,
  { start, end }: Selection = { start: 0, end: 0 },
): Splice | null {
  const behind = after.length - (before.length - end);
  const isReplaced =
    start < end &&
    behind >= start &&
    after.startsWith(before.slice(0, start)) &&
    after.endsWith(before.slice(end));
  return isReplaced
    ? { at: start, removed: end - start, inserted: after.slice(start, behind) }
    : null;
}

/**
 * Returns what a closed tab changed and the deployment does not have, as changes of the text `now`.
 * @param stored the deployment's text at that time
 * @param own the tab's text
 */
function leftBehind({
  stored,
  own,
  now,
}: Record<"stored" | "own" | "now", string>): Delta {
  let shift = 0;
  const missing = wordSplices(stored, own).filter(({ at, ...change }) => {
    const end = at + shift + change.inserted.length;
    const words = own.slice(Math.max(0, at + shift - CONTEXT), end);
    shift += change.inserted.length - change.removed;
    return change.inserted === "" || !now.includes(words);
  });
  const theirs = new Y.Doc();
  theirs.getText(ROOT).insert(0, stored);
  const mine = copyOf(theirs);
  splice(mine, missing);
  splice(theirs, wordSplices(stored, now));
  return changesOf(theirs, [Y.encodeStateAsUpdate(mine)]);
}

function copyOf(doc: Y.Doc): Y.Doc {
  const copy = new Y.Doc();
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(doc));
  return copy;
}

/**
 * Ties a selection to its letters; returns a function that finds it in the changed document. What others insert at its
 * edges stays outside. A cursor stays behind the letter before it, usually the last one typed here, so that what people
 * type at one place does not mix.
 */
function hold(doc: Y.Doc, { start, end }: Selection): Held {
  const place = (index: number, side: -1 | 0) =>
    Y.createRelativePositionFromTypeIndex(doc.getText(ROOT), index, side);
  const places = [place(start, start === end ? -1 : 0), place(end, -1)];
  return (changed) => {
    const [from = start, to = end] = places.map(
      (held) =>
        Y.createAbsolutePositionFromRelativePosition(held, changed)?.index,
    );
    return { start: from, end: to };
  };
}

function bufferOf(update: Uint8Array): ArrayBuffer {
  return update.slice().buffer as ArrayBuffer;
}

function toText(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

function fromText(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (unit) => unit.charCodeAt(0));
}
