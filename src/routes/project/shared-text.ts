import * as Y from "yjs";
import type { TextChanges } from "#convex/shared/projectValidators";
import { spliceBetween } from "#convex/shared/projectMerging";
import type { KeptText } from "./kept-texts";

/** How long typing is gathered. Where the deployment is slow it is gathered longer, so that a crowd does not press it. */
const SHORTEST_PAUSE_MS = 120;
const LONGEST_PAUSE_MS = 2_000;
const PAUSE_PER_ROUND_TRIP = 2;
const RETRY_MS = 3_000;
/** The deployment's name for it. */
const ROOT = "description";
/** What was typed here, as against what arrived. */
const HERE = "here";

type Send = (edition: number, update: ArrayBuffer) => Promise<boolean>;
type Selection = { start: number; end: number };

/**
 * The description while its page is open: a document of Yjs that follows the deployment's. What is typed here is kept in
 * this browser until the deployment has it.
 */
export class SharedText {
  #doc = new Y.Doc();
  #edition: number | null = null;
  /** The number of the last change that has arrived. */
  #seq = 0;
  #unsent: Uint8Array[] = [];
  #isSending = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #hasFailed = false;
  #pauseMs = SHORTEST_PAUSE_MS;
  readonly #listeners = new Set<() => void>();
  readonly #send: Send;
  readonly #kept: KeptText;

  constructor({ send, kept }: { send: Send; kept: KeptText }) {
    this.#send = send;
    this.#kept = kept;
    this.#follow();
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  readonly getText = (): string => this.#doc.getText(ROOT).toJSON();

  readonly getIsAtRisk = (): boolean =>
    this.#isSending || this.#unsent.length > 0;

  readonly getHasFailed = (): boolean => this.#hasFailed;

  /** Whether the deployment's text has arrived. */
  readonly getIsLoaded = (): boolean => this.#edition !== null;

  /**
   * Applies what arrived.
   * @param selection what is selected in the text, which moves with it
   */
  receive(changes: TextChanges, selection: Selection): Selection {
    const isFirst = this.#edition === null;
    if (!isFirst && this.#edition !== changes.edition) this.#startAnew();
    this.#edition = changes.edition;
    const place = (index: number) =>
      Y.createRelativePositionFromTypeIndex(this.#doc.getText(ROOT), index);
    const [start, end] = [place(selection.start), place(selection.end)];
    // A query repeats what it has told before.
    const isKnown = (index: number) =>
      changes.seq - changes.updates.length + index < this.#seq;
    const updates = [
      changes.state,
      ...changes.updates.filter((_, index) => !isKnown(index)),
    ];
    this.#seq = Math.max(this.#seq, changes.seq);
    this.#doc.transact(() => {
      for (const update of updates)
        if (update !== null) Y.applyUpdate(this.#doc, new Uint8Array(update));
    });
    if (isFirst) this.#restore(changes.edition);
    const back = (position: Y.RelativePosition, before: number) =>
      Y.createAbsolutePositionFromRelativePosition(position, this.#doc)
        ?.index ?? before;
    this.#tell();
    return {
      start: back(start, selection.start),
      end: back(end, selection.end),
    };
  }

  /** Somebody typed: the whole text is now this one, and the cursor is at `cursor`. */
  type(text: string, cursor: number): void {
    const shared = this.#doc.getText(ROOT);
    const splice = spliceBetween(shared.toJSON(), text, cursor);
    if (splice === null) return;
    this.#doc.transact(() => {
      shared.delete(splice.at, splice.removed);
      shared.insert(splice.at, splice.inserted);
    }, HERE);
    this.#hasFailed = false;
    this.#tell();
  }

  /** Sends what is not sent yet. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    void this.#deliver();
  }

  #follow(): void {
    this.#doc.on("update", (update: Uint8Array, origin: unknown) => {
      if (origin !== HERE) return;
      this.#unsent.push(update);
      this.#keep();
      this.#plan(this.#pauseMs);
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
    const [edition, batch] = [this.#edition, [...this.#unsent]];
    if (this.#isSending || edition === null || batch.length === 0) return;
    this.#isSending = true;
    const since = performance.now();
    try {
      const update = Y.mergeUpdates(batch);
      const isTaken = await this.#send(edition, bufferOf(update));
      this.#pauseMs = Math.min(
        LONGEST_PAUSE_MS,
        Math.max(
          SHORTEST_PAUSE_MS,
          PAUSE_PER_ROUND_TRIP * (performance.now() - since),
        ),
      );
      // An edition that is gone has been replaced, or will be by what arrives.
      if (isTaken && this.#edition === edition)
        this.#unsent = this.#unsent.filter((one) => !batch.includes(one));
      this.#hasFailed = false;
      this.#isSending = false;
      if (this.#unsent.length > 0)
        this.#plan(isTaken ? this.#pauseMs : RETRY_MS);
    } catch {
      this.#isSending = false;
      this.#hasFailed = true;
      this.#plan(RETRY_MS);
    }
    this.#keep();
    this.#tell();
  }

  /** What this browser kept of an earlier visit, if it fits. */
  #restore(edition: number): void {
    const kept = this.#kept.read();
    if (kept === null || kept.base !== String(edition)) return;
    Y.applyUpdate(this.#doc, fromText(kept.text), HERE);
    this.#plan(this.#pauseMs);
  }

  /** The past of the document was dropped. What is not sent yet is typed once more. */
  #startAnew(): void {
    const [text, isAtRisk] = [this.getText(), this.#unsent.length > 0];
    this.#doc = new Y.Doc();
    this.#seq = 0;
    this.#unsent = [];
    this.#follow();
    if (isAtRisk) queueMicrotask(() => this.type(text, text.length));
  }

  #keep(): void {
    if (this.#unsent.length === 0 || this.#edition === null) this.#kept.clear();
    else
      this.#kept.write({
        text: toText(Y.mergeUpdates(this.#unsent)),
        base: String(this.#edition),
      });
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
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
