import type { RivalField } from "#convex/shared/projectValidators";
import { check } from "#convex/shared/check";
import { editProjectSchema } from "#convex/shared/projectSchemas";
import { messageOf } from "../../lib/error-message";
import * as Field from "./field-state";
import type { KeptText } from "./kept-texts";

/** Typing is sent when it pauses, or after a maximum time. */
const PAUSE_MS = 400;
const RETRY_MS = 3_000;

export type FieldView = {
  text: string;
  /** A change is not on the deployment yet. */
  isAtRisk: boolean;
  /** Why the text cannot be saved. */
  error: string | undefined;
};

type Save = (text: string, base: string) => Promise<"taken" | "apart">;

/** One field of the project while its page is open: sends what is typed, and shows the changes of others. */
export class FieldEditor {
  #state: Field.FieldState;
  #view: FieldView;
  #error: string | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #listeners = new Set<() => void>();
  readonly #field: RivalField;
  readonly #save: Save;
  readonly #kept: KeptText;

  constructor(
    field: RivalField,
    shown: Field.Shown,
    { save, kept }: { save: Save; kept: KeptText },
  ) {
    this.#field = field;
    this.#save = save;
    this.#kept = kept;
    this.#state = Field.startOf(shown, kept.read());
    this.#view = this.#look();
    this.#plan(0);
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  readonly getView = (): FieldView => this.#view;

  type(text: string): void {
    this.#error = undefined;
    this.#become(Field.typed(this.#state, text));
    this.#plan(PAUSE_MS);
  }

  see(shown: Field.Shown): void {
    this.#become(Field.seen(this.#state, shown, this.#spelt));
    this.#plan(PAUSE_MS);
  }

  /** Called when the person leaves the field: shows why a text cannot be saved, or sends it. */
  rest(): void {
    const checked = this.#check(this.#state.text);
    this.#error = checked.ok ? undefined : checked.refusals[0]?.message;
    this.#become(this.#state);
    this.flush();
  }

  /** Sends pending changes. */
  flush(): void {
    clearTimeout(this.#timer);
    void this.#send();
  }

  #plan(waitMs: number): void {
    clearTimeout(this.#timer);
    if (Field.unsent(this.#state, this.#spelt) === null) return;
    this.#timer = setTimeout(() => void this.#send(), waitMs);
  }

  async #send(): Promise<void> {
    const text = Field.unsent(this.#state, this.#spelt);
    if (text === null) return;
    const { base } = this.#state;
    this.#become(Field.sending(this.#state, text));
    try {
      const outcome = await this.#save(text, base);
      this.#error = undefined;
      this.#become(Field.stored(this.#state, outcome, this.#spelt));
      this.#plan(PAUSE_MS);
    } catch (error) {
      this.#error = messageOf(error, "Not saved. Trying again.");
      this.#become(Field.failed(this.#state));
      this.#plan(RETRY_MS);
    }
  }

  #become(state: Field.FieldState): void {
    this.#state = state;
    this.#view = this.#look();
    if (this.#view.isAtRisk)
      this.#kept.write({ text: state.text, base: state.base });
    else this.#kept.clear();
    for (const listener of this.#listeners) listener();
  }

  #look(): FieldView {
    return {
      text: this.#state.text,
      isAtRisk: Field.isAtRisk(this.#state, this.#spelt),
      error: this.#error,
    };
  }

  readonly #spelt = (text: string): string | null => {
    const checked = this.#check(text);
    return checked.ok ? (checked.value[this.#field] ?? null) : null;
  };

  #check(text: string) {
    return check(editProjectSchema, { [this.#field]: text });
  }
}
