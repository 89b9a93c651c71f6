import { api } from "#convex/_generated/api";
import type { TextChanges } from "#convex/projects/shared/projects";
import { nextAfter, SharedText } from "../../src/routes/project/shared-text";
import type { Person } from "./person";
import { again, LONGEST_WAY_MS } from "./pace";

/** The description on the project's page of a member, by the code of the page. */
export class SharedPage {
  readonly #text: SharedText;
  readonly #close: () => void;
  /** With which all members read what they share. */
  readonly readKey: string;

  private constructor(text: SharedText, readKey: string, close: () => void) {
    this.#text = text;
    this.readKey = readKey;
    this.#close = close;
  }

  /** Resolves once the text is there. */
  static async open(
    person: Person,
    { onSent = () => {}, onText = (_text: string) => {} } = {},
  ): Promise<SharedPage> {
    const bench = await person.stored(api.projects.workbench, {});
    const readKey = bench?.textReadKey ?? "";
    const text = new SharedText({
      send: async (edition, update) => {
        onSent();
        const typed = { edition, update };
        const outcome = await person.do(api.projects.typeDescription, typed);
        return outcome ?? { status: "refused" };
      },
      // This device keeps nothing.
      kept: { left: () => () => {}, write: () => {}, clear: () => {} },
    });
    let stop = () => {};
    const ask = (after: number | null) => {
      stop();
      const args = { after, readKey };
      stop = person.watch(api.projects.description, args, receive(after));
    };
    const receive = (after: number | null) => (changes: TextChanges | null) => {
      if (changes === null) return;
      text.receive(changes);
      onText(text.getView().text);
      const next = nextAfter(after, changes);
      if (next !== after) ask(next);
    };
    ask(null);
    const end = text.open();
    await again(async () => text.getView().isLoaded, LONGEST_WAY_MS);
    return new SharedPage(text, readKey, () => {
      end();
      stop();
    });
  }

  get text(): string {
    return this.#text.getView().text;
  }

  /** Whether the page says that nothing is left to be sent. */
  get isSaved(): boolean {
    return !this.#text.getView().isAtRisk;
  }

  /** Types before a mark that is in the text, or at the end. */
  write(mark: string, words: string, isBefore = false): void {
    const { text } = this;
    this.insert(words, isBefore ? text.indexOf(mark) : text.length);
  }

  /** Types at a place, after which the cursor stands. */
  insert(words: string, at: number): void {
    const { text } = this;
    this.#text.type(
      text.slice(0, at) + words + text.slice(at),
      at + words.length,
    );
  }

  /** Sends what is typed, as leaving the field does. */
  blur(): void {
    this.#text.flush();
  }

  close(): void {
    this.#close();
  }
}
