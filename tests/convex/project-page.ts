/**
 * A project's page, built from the page's own code, for one person in a test: its
 * fields, the browser's storage, and a connection to the deployment that can fail.
 */
import { FieldEditor } from "../../src/routes/project/field-editor";
import type { Kept } from "../../src/lib/outbox/kept-texts";
import type { Person } from "./setup";
import { must } from "./setup";

/** The fields that the page has in tests. */
export const FIELDS = ["name", "summary"] as const;
export type Field = (typeof FIELDS)[number];

/** The connection works, loses requests, loses responses, or delays them. */
export type Line = "good" | "down" | "answer lost" | "answer late";
const LATE_MS = 2_000;

/** Called for each text that the deployment has accepted into a field. */
type OnTaken = (field: Field, text: string, by: string) => void;

export class ProjectPage {
  line: Line = "good";
  /** What the person typed last in each field. */
  readonly typedLast = new Map<Field, string>();
  /** Texts that were removed from the screen before the deployment had them. */
  readonly vanished: string[] = [];
  readonly #person: Person;
  readonly #onTaken: OnTaken;
  readonly #stored = new Map<Field, Kept>();
  readonly #calls = new Set<Promise<unknown>>();
  /** Null until the page has heard from the deployment. */
  #editors: Map<Field, FieldEditor> | null = null;

  constructor(person: Person, onTaken: OnTaken) {
    this.#person = person;
    this.#onTaken = onTaken;
  }

  /** Closes the page and opens it again; without a connection it stays empty. */
  async load(): Promise<void> {
    this.#editors = null;
    await this.see();
  }

  type(field: Field, text: string): void {
    const editor = this.#editors?.get(field);
    if (editor === undefined) return;
    editor.type(text);
    // Typing the text that is already there changes nothing.
    if (editor.getView().isAtRisk) this.typedLast.set(field, text.trim());
    else this.typedLast.delete(field);
  }

  /** The person leaves the fields. */
  leave(): void {
    for (const editor of this.#editors?.values() ?? []) editor.rest();
  }

  /** The live query delivers the current project. */
  async see(): Promise<void> {
    if (this.line === "down") return;
    const shown = await this.#ask();
    if (this.#editors === null) this.#open(shown);
    else
      for (const [field, editor] of this.#editors) {
        const before = editor.getView();
        editor.see(shown(field));
        // What is saved is shown as it is spelt.
        const isSame = editor.getView().text.trim() === before.text.trim();
        if (before.isAtRisk && !isSame) this.vanished.push(before.text);
      }
  }

  /** The person chooses between a field's text and a rival one. */
  async choose(nth: number, isTaken: boolean): Promise<void> {
    if (this.line === "down") return;
    const bench = await this.#person.projects.workbench();
    const { rivals = [] } = bench ?? {};
    const { _id: rivalId, field, text } = rivals[nth % rivals.length] ?? {};
    if (rivalId === undefined || text === undefined) return;
    await this.#person.projects.choose({ rivalId, isTaken });
    if (isTaken && (field === "name" || field === "summary"))
      this.#onTaken(field, text, "a choice");
  }

  /** Resolves when the deployment has answered all requests that reached it. */
  async decided(): Promise<void> {
    await Promise.allSettled(this.#calls);
  }

  get isAtRisk(): boolean {
    const editors = [...(this.#editors?.values() ?? [])];
    return editors.some((editor) => editor.getView().isAtRisk);
  }

  async #ask() {
    const bench = must(await this.#person.projects.workbench());
    return (field: Field) => {
      const own = bench.rivals.find(
        (rival) => rival.field === field && rival.userId === this.#person.uid,
      );
      return { text: bench[field], own: own?.text ?? null };
    };
  }

  #open(shown: Shown): void {
    const editors = new Map<Field, FieldEditor>();
    this.#editors = editors;
    for (const field of FIELDS) {
      const isClosed = () => this.#editors !== editors;
      const editor = new FieldEditor(field, shown(field), {
        kept: {
          left: (take) => {
            const kept = this.#stored.get(field);
            if (kept !== undefined) take(kept, () => {});
            return () => {};
          },
          write: (kept) => {
            if (!isClosed()) this.#stored.set(field, kept);
          },
          clear: () => {
            if (!isClosed()) this.#stored.delete(field);
          },
        },
        save: async (text, base) => {
          if (isClosed()) return NEVER;
          const answer = await this.#send(field, text, base);
          return isClosed() ? NEVER : answer;
        },
      });
      editors.set(field, editor);
      editor.open();
    }
  }

  async #send(field: Field, text: string, base: string) {
    const { line } = this;
    if (line === "down") throw new Error("no connection");
    const call = this.#person.projects.edit({
      [field]: text,
      bases: { [field]: base },
    });
    this.#calls.add(call);
    const apart = await call.finally(() => this.#calls.delete(call));
    const outcome = apart.includes(field) ? "apart" : "taken";
    if (outcome === "taken") this.#onTaken(field, text, this.#person.uid);
    if (line === "answer lost") throw new Error("no connection");
    if (line === "answer late")
      await new Promise((resolve) => setTimeout(resolve, LATE_MS));
    return outcome;
  }
}

type Shown = (field: Field) => { text: string; own: string | null };

/** A closed page gets no response. */
const NEVER = new Promise<never>(() => {});
