import {
  type RivalField,
  editProjectSchema,
} from "#convex/projects/shared/projects";
import { check, checked } from "#convex/platform/shared/input";
import { messageOf } from "../../lib/forms/error-message";
import { newListeners } from "../../lib/listeners";
import * as Field from "./field-state";
import type { Kept, KeptText } from "../../lib/outbox/kept-texts";
import { isFinal, settledOf } from "./settled";

/** Typing is sent when it pauses. */
const PAUSE_MS = 400;
const RETRY_MS = 3_000;

export type FieldView = {
  text: string;
  /** A change is not on the deployment yet. */
  isAtRisk: boolean;
  /** Why the text cannot be saved. */
  error: string | undefined;
  othersChanges: number;
};

type Save = (text: string, base: string) => Promise<"taken" | "apart">;

/** One field of the project while its page is open: sends what is typed, and shows the changes of others. */
export class FieldEditor {
  #state: Field.FieldState;
  #view: FieldView;
  #error: string | undefined;
  #othersChanges = 0;
  /** The deployment's answer to the text, until it is sent again. */
  #refusal: unknown;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isOpen = false;
  /** The person is in the field and has changed it. */
  #isTyping = false;
  /** The field's last value of those that came while a keyboard composed. */
  #waiting: Field.Shown | undefined;
  #isComposing = false;
  /** What closed tabs have left, in turn. */
  #left: { kept: Kept; drop: () => void }[] = [];
  readonly #listeners = newListeners();
  readonly field: RivalField;
  readonly #save: Save;
  readonly #kept: KeptText;

  constructor(
    field: RivalField,
    shown: Field.Shown,
    { save, kept }: { save: Save; kept: KeptText },
  ) {
    this.field = field;
    this.#save = save;
    this.#kept = kept;
    this.#state = Field.startOf(shown, null);
    this.#view = this.#viewNow();
  }

  /** Sends while the page is open; returns a function for leaving it, which sends once more. */
  open(): () => void {
    this.#isOpen = true;
    const end = this.#kept.left((kept, drop) => {
      this.#left.push({ kept, drop });
      this.#resume();
    });
    return () => {
      end();
      this.#isOpen = false;
      this.flush();
    };
  }

  readonly subscribe = this.#listeners.subscribe;

  readonly getView = (): FieldView => this.#view;

  /** See `Editor`. */
  settled(): Promise<void> {
    return settledOf(this, () => {
      checked(editProjectSchema, { [this.field]: this.#state.text });
      if (this.#refusal !== undefined) throw this.#refusal;
    });
  }

  type(text: string): void {
    this.#error = undefined;
    this.#refusal = undefined;
    this.#isTyping = true;
    this.#become(Field.typed(this.#state, text));
    this.#plan(PAUSE_MS);
  }

  /** A keyboard begins to compose: what it writes would be put into any other text that the field shows meanwhile. */
  compose(): void {
    this.#isComposing = true;
    this.#isTyping = true;
  }

  /** @param text what it has composed, and all that is around it */
  composed(text: string): void {
    if (text !== this.#state.text) this.type(text);
    this.#isComposing = false;
    if (this.#waiting) this.see(this.#waiting);
  }

  see(shown: Field.Shown): void {
    this.#waiting = this.#isComposing ? shown : undefined;
    if (this.#isComposing) return;
    const state = Field.seen(this.#state, shown, this.#spelt);
    if (state.text !== this.#state.text) this.#othersChanges++;
    this.#become(state);
    this.#plan(PAUSE_MS);
    this.#resume();
  }

  /** Called when the person leaves the field: shows why a text cannot be saved, or sends it. */
  rest(): void {
    this.composed(this.#state.text);
    const checked = this.#check(this.#state.text);
    this.#error = checked.ok ? undefined : checked.refusals[0]?.message;
    this.#isTyping = false;
    this.#become(this.#state);
    this.flush();
    this.#resume();
  }

  /** Sends pending changes. */
  flush(): void {
    clearTimeout(this.#timer);
    void this.#send();
  }

  #plan(waitMs: number): void {
    clearTimeout(this.#timer);
    const isDue = Field.unsent(this.#state, this.#spelt) !== null;
    if (!isDue || !this.#isOpen || this.#refusal !== undefined) return;
    this.#timer = setTimeout(() => void this.#send(), waitMs);
  }

  async #send(): Promise<void> {
    const text = Field.unsent(this.#state, this.#spelt);
    if (text === null) return;
    const { base } = this.#state;
    this.#refusal = undefined;
    this.#become(Field.sending(this.#state, text));
    try {
      const outcome = await this.#save(text, base);
      this.#error = undefined;
      this.#become(Field.stored(this.#state, outcome, this.#spelt));
      if (this.#isOpen) this.#plan(PAUSE_MS);
      else void this.#send();
      this.#resume();
    } catch (error) {
      if (isFinal(error)) this.#refusal = error;
      this.#error = messageOf(error, "Not saved. Trying again.");
      this.#become(Field.failed(this.#state));
      this.#plan(RETRY_MS);
    }
  }

  /** Goes on with what a closed tab has left. */
  #resume(): void {
    const [first] = this.#left;
    if (first === undefined || this.#isTyping || !this.#isOpen) return;
    const { shown } = this.#state;
    if (!Field.canResume(this.#state, first.kept, this.#spelt)) return;
    this.#left.shift();
    const start = Field.startOf(shown, first.kept);
    this.#become(Field.seen(start, shown, this.#spelt));
    first.drop();
    this.#plan(0);
    this.#resume();
  }

  #become(state: Field.FieldState): void {
    this.#state = this.#isTyping ? state : Field.rested(state, this.#spelt);
    this.#view = this.#viewNow();
    if (this.#view.isAtRisk) this.#kept.write(Field.toKeep(state));
    else this.#kept.clear();
    this.#listeners.tell();
  }

  #viewNow(): FieldView {
    return {
      text: this.#state.text,
      isAtRisk: Field.isAtRisk(this.#state, this.#spelt),
      error: this.#error,
      othersChanges: this.#othersChanges,
    };
  }

  readonly #spelt = (text: string): string | null => {
    const checked = this.#check(text);
    return checked.ok ? (checked.value[this.field] ?? null) : null;
  };

  #check(text: string) {
    return check(editProjectSchema, { [this.field]: text });
  }
}
