import * as Y from "yjs";
import {
  MAX_PROJECT_DESCRIPTION_LENGTH,
  MAX_TEXT_UPDATE_BYTES,
  MAX_TEXT_UPDATE_PAGES,
} from "#convex/shared/limits";
import type { TextChanges } from "#convex/shared/projectValidators";
import { spliceBetween } from "#convex/shared/projectMerging";
import type { KeptText } from "./kept-texts";
import { Pause } from "./pause";

const RETRY_MS = 3_000;
/** The name of the document's root type, as on the deployment. */
const ROOT = "description";
/** The origin of local changes, as opposed to remote ones. */
const HERE = "here";

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
  return isBehind ? seq - (seq % MAX_REPEATED) : after;
}

/** The result of `projects.typeDescription`. */
type Send = (edition: number, update: ArrayBuffer) => Promise<boolean | null>;
type Selection = { start: number; end: number };

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
  hasFailed: boolean;
  /** Whether the deployment's text has arrived. */
  isLoaded: boolean;
  /** Whether anything was typed on this page. */
  isTouched: boolean;
};

/**
 * The description while its page is open: a Yjs document that is kept in sync with the deployment's. Changes are stored
 * in this browser until the deployment has them.
 */
export class SharedText {
  #doc = new Y.Doc();
  /** The document on the deployment, without unsent changes. */
  #stored = new Y.Doc();
  /** Remote changes that arrived during a composition. */
  #waiting: TextChanges[] = [];
  #screen: Screen | null = null;
  #edition: number | null = null;
  /** The number of the last change that has arrived. */
  #seq = 0;
  #unsent: Uint8Array[] = [];
  #isSending = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #hasFailed = false;
  #isTouched = false;
  #view: TextView;
  readonly #pause = new Pause();
  readonly #listeners = new Set<() => void>();
  readonly #send: Send;
  readonly #kept: KeptText;

  constructor({ send, kept }: { send: Send; kept: KeptText }) {
    this.#send = send;
    this.#kept = kept;
    this.#follow();
    this.#view = this.#look();
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  readonly getView = (): TextView => this.#view;

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
    for (;;) {
      const [changes] = this.#waiting;
      if (changes === undefined || this.#screen?.isComposing()) return;
      // The new edition may include the change being sent; its result will tell.
      if (this.#isNewEdition(changes) && this.#isSending) return;
      this.#waiting.shift();
      this.#apply(changes);
    }
  }

  /** Called on input: `text` is the whole new text, with the cursor at `cursor`. */
  type(text: string, cursor: number): void {
    if (!retype(this.#doc, text, cursor)) return;
    this.#hasFailed = false;
    this.#isTouched = true;
    this.#tell();
  }

  /** Sends pending changes. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    void this.#deliver();
  }

  #isNewEdition({ edition }: TextChanges): boolean {
    return this.#edition !== null && this.#edition !== edition;
  }

  #apply(changes: TextChanges): void {
    const before = this.#screen?.selection() ?? { start: 0, end: 0 };
    const isFirst = this.#edition === null;
    const unsent = this.#isNewEdition(changes) ? this.#startAnew() : null;
    this.#edition = changes.edition;
    const place = (index: number) =>
      Y.createRelativePositionFromTypeIndex(this.#doc.getText(ROOT), index);
    const [start, end] = [place(before.start), place(before.end)];
    // A query's result repeats earlier changes.
    const isKnown = (index: number) =>
      changes.seq - changes.updates.length + index < this.#seq;
    const updates = [
      changes.state,
      ...changes.updates.filter((_, index) => !isKnown(index)),
    ];
    this.#seq = Math.max(this.#seq, changes.seq);
    for (const doc of [this.#doc, this.#stored])
      doc.transact(() => {
        for (const update of updates)
          if (update !== null) Y.applyUpdate(doc, new Uint8Array(update));
      });
    if (isFirst) this.#restore(changes.edition);
    if (unsent !== null)
      retype(this.#doc, carriedOver(unsent, textOf(this.#doc)));
    const back = (position: Y.RelativePosition, index: number) =>
      Y.createAbsolutePositionFromRelativePosition(position, this.#doc)
        ?.index ?? index;
    this.#screen?.show(textOf(this.#doc), {
      start: back(start, before.start),
      end: back(end, before.end),
    });
    if (this.#unsent.length > 0) this.#plan(this.#pause.ms);
    this.#tell();
  }

  #follow(): void {
    this.#doc.on("update", (update: Uint8Array, origin: unknown) => {
      if (origin !== HERE) return;
      this.#unsent.push(update);
      this.#keep();
      this.#plan(this.#pause.ms);
    });
  }

  #plan(waitMs: number): void {
    if (this.#edition === null) return;
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
    if (isTooMuch(Y.mergeUpdates(this.#unsent))) this.#simplify();
    const batch = [...this.#unsent];
    this.#isSending = true;
    const since = performance.now();
    try {
      const update = Y.mergeUpdates(batch);
      const isTaken = await this.#send(edition, bufferOf(update));
      if (isTaken === null) throw new Error("not taken");
      this.#pause.learn(performance.now() - since);
      // Changes that the former edition did not accept are applied to the new one as text.
      if (isTaken) {
        this.#unsent = this.#unsent.filter((one) => !batch.includes(one));
        Y.applyUpdate(this.#stored, update);
      }
      this.#hasFailed = false;
      this.#isSending = false;
      if (this.#unsent.length > 0)
        this.#plan(isTaken ? this.#pause.ms : RETRY_MS);
    } catch {
      this.#isSending = false;
      this.#hasFailed = true;
      this.#plan(RETRY_MS);
    }
    this.#keep();
    this.#tell();
    this.takeIn();
  }

  /** Restores changes kept from an earlier visit. If the edition has changed since, only their text can be applied. */
  #restore(edition: number): void {
    const kept = this.#kept.read();
    if (kept === null) return;
    this.#isTouched = true;
    if (kept.base === String(edition))
      Y.applyUpdate(this.#doc, fromText(kept.text), HERE);
    else if (kept.words)
      retype(this.#doc, `${textOf(this.#doc)}\n\n${kept.words}`);
    else this.#kept.clear();
  }

  /**
   * Replaces the document after its history was dropped. Returns the unsent changes as text; null if there are none.
   */
  #startAnew(): Unsent | null {
    const unsent = { before: textOf(this.#stored), after: textOf(this.#doc) };
    const isAtRisk = this.#unsent.length > 0;
    this.#doc = new Y.Doc();
    this.#stored = new Y.Doc();
    this.#seq = 0;
    this.#unsent = [];
    this.#follow();
    return isAtRisk ? unsent : null;
  }

  /** Replaces the unsent changes by one from the stored text to this one, without what was removed in between. */
  #simplify(): void {
    const text = textOf(this.#doc);
    this.#doc = new Y.Doc();
    Y.applyUpdate(this.#doc, Y.encodeStateAsUpdate(this.#stored));
    this.#unsent = [];
    this.#follow();
    retype(this.#doc, text);
  }

  #keep(): void {
    if (this.#unsent.length === 0 || this.#edition === null) this.#kept.clear();
    else
      this.#kept.write({
        text: toText(Y.mergeUpdates(this.#unsent)),
        base: String(this.#edition),
        words: spliceBetween(textOf(this.#stored), textOf(this.#doc))?.inserted,
      });
  }

  #look(): TextView {
    return {
      text: textOf(this.#doc),
      isAtRisk: this.#isSending || this.#unsent.length > 0,
      hasFailed: this.#hasFailed,
      isLoaded: this.#edition !== null,
      isTouched: this.#isTouched,
    };
  }

  #tell(): void {
    this.#view = this.#look();
    for (const listener of this.#listeners) listener();
  }
}

/** Whether the deployment would refuse an update. */
function isTooMuch(update: Uint8Array): boolean {
  return (
    update.byteLength > MAX_TEXT_UPDATE_BYTES ||
    Y.parseUpdateMeta(update).from.size > MAX_TEXT_UPDATE_PAGES
  );
}

function textOf(doc: Y.Doc): string {
  return doc.getText(ROOT).toJSON();
}

/** Edits a document to have this text; returns whether it changed. */
function retype(doc: Y.Doc, wanted: string, cursor?: number): boolean {
  const text = doc.getText(ROOT);
  const splice = spliceBetween(text.toJSON(), wanted, cursor);
  if (splice === null) return false;
  doc.transact(() => {
    text.delete(splice.at, splice.removed);
    text.insert(splice.at, splice.inserted);
  }, HERE);
  return true;
}

/** The text before and after the unsent changes. */
type Unsent = { before: string; after: string };

/** Applies unsent changes to a text that others have changed meanwhile. */
function carriedOver({ before, after }: Unsent, now: string): string {
  const theirs = new Y.Doc();
  retype(theirs, before);
  const mine = new Y.Doc();
  Y.applyUpdate(mine, Y.encodeStateAsUpdate(theirs));
  retype(mine, after);
  retype(theirs, now);
  Y.applyUpdate(theirs, Y.encodeStateAsUpdate(mine));
  return textOf(theirs);
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
