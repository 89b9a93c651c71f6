/** The page's way of editing and the deployment's, together: whatever fails in between, no text is lost. */
import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "#convex/_generated/api";
import { mergeText, spliceBetween } from "#convex/shared/projectMerging";
import * as Field from "../../src/routes/project/field-state";
import { SharedText } from "../../src/routes/project/shared-text";
import { asUser, crowd, formTeam, newBackend, type Person } from "./setup";

const PEOPLE = 4;
const spelt = (text: string) => text.trim();

/** What one person does, or what becomes of their connection. */
type Step =
  | { kind: "type"; who: number; text: string }
  | { kind: "send" | "answer" | "lose" | "see"; who: number }
  | { kind: "choose"; nth: number; isTaken: boolean };

const who = fc.nat({ max: PEOPLE - 1 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant("type" as const),
    who,
    text: fc.stringMatching(/^[a-d]{1,3} ?$/),
  }),
  fc.record({
    kind: fc.constantFrom("send", "answer", "lose", "see"),
    who,
  }),
  fc.record({
    kind: fc.constant("choose" as const),
    nth: fc.nat({ max: 3 }),
    isTaken: fc.boolean(),
  }),
);

/** The deployment's side of one field, by the rule that it uses. */
class FieldOnDeployment {
  text = "";
  readonly rivals = new Map<number, string>();
  /** Everything that the history keeps. */
  readonly past: string[] = [];

  edit(person: number, wanted: string, base: string): "taken" | "apart" {
    const outcome = mergeText({ current: this.text, base, wanted });
    if (outcome === "kept apart") {
      this.rivals.set(person, wanted);
      return "apart";
    }
    this.rivals.delete(person);
    if (outcome === "taken") {
      this.past.push(this.text);
      this.text = wanted;
    }
    return "taken";
  }

  choose(nth: number, isTaken: boolean): void {
    const [person, text] = [...this.rivals][nth % this.rivals.size] ?? [];
    if (person === undefined || text === undefined) return;
    this.rivals.delete(person);
    this.past.push(isTaken ? this.text : text);
    if (isTaken) this.text = text;
  }

  shownTo(person: number): Field.Shown {
    return { text: this.text, own: this.rivals.get(person) ?? null };
  }
}

test("whatever four people type in a field, with any loss of connection, is kept", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const deployment = new FieldOnDeployment();
      const states = Array.from({ length: PEOPLE }, () =>
        Field.startOf(deployment.shownTo(-1), null),
      );
      const answers = new Map<number, "taken" | "apart">();
      /** What was taken from a screen before it was stored. */
      const overwritten: string[] = [];
      const typedLast = new Map<number, string>();
      const change = (
        person: number,
        next: (state: Field.FieldState) => Field.FieldState,
      ) => {
        const state = states[person];
        if (state !== undefined) states[person] = next(state);
      };
      const send = (person: number) =>
        change(person, (state) => {
          const text = Field.unsent(state, spelt);
          if (text === null) return state;
          answers.set(person, deployment.edit(person, text, state.base));
          return Field.sending(state, text);
        });
      const answer = (person: number) => {
        const outcome = answers.get(person);
        if (outcome === undefined) return;
        answers.delete(person);
        change(person, (state) => Field.stored(state, outcome, spelt));
      };
      for (const act of steps)
        if (act.kind === "choose") deployment.choose(act.nth, act.isTaken);
        else if (act.kind === "type") {
          typedLast.set(act.who, act.text.trim());
          change(act.who, (state) => Field.typed(state, act.text));
        } else if (act.kind === "send") send(act.who);
        else if (act.kind === "answer") answer(act.who);
        else if (act.kind === "see")
          change(act.who, (state) => {
            const next = Field.seen(state, deployment.shownTo(act.who), spelt);
            if (Field.isAtRisk(state, spelt) && next.text !== state.text)
              overwritten.push(state.text);
            return next;
          });
        else if (answers.delete(act.who)) change(act.who, Field.failed);
      // Everybody is connected again.
      for (let person = 0; person < PEOPLE; person++)
        for (let round = 0; round < 3; round++) {
          answer(person);
          send(person);
          answer(person);
          change(person, (state) =>
            Field.seen(state, deployment.shownTo(person), spelt),
          );
        }
      const kept = [
        deployment.text,
        ...deployment.rivals.values(),
        ...deployment.past,
      ];
      for (const [person, text] of typedLast)
        expect(kept, `what person ${person} typed last`).toContain(text);
      expect(overwritten).toEqual([]);
      for (const state of states)
        expect(Field.isAtRisk(state, spelt)).toBe(false);
    }),
    { numRuns: 2_000 },
  );
});

test("a text stays on the screen when the answer comes before the field is shown anew", () => {
  const start = Field.startOf({ text: "ab", own: null }, null);
  const sent = Field.sending(Field.typed(start, "abc"), "abc");
  const stored = Field.stored(sent, "taken", spelt);
  expect(stored.text).toBe("abc");
  const old = Field.seen(stored, { text: "abc", own: null }, spelt);
  expect(Field.unsent(Field.typed(old, "abcd"), spelt)).toBe("abcd");
  // Another member was quicker than the answer.
  const overtaken = Field.seen(sent, { text: "new", own: null }, spelt);
  expect(overtaken.text).toBe("abc");
  expect(Field.stored(overtaken, "taken", spelt).text).toBe("new");
});

test("a splice makes one text of the other and halves no character", () => {
  const text = fc.string({ unit: "grapheme-composite", maxLength: 12 });
  fc.assert(
    fc.property(text, text, text, fc.nat(30), (a, b, c, near) => {
      const [before, after] = [a + b + c, a + c + b];
      const splice = spliceBetween(before, after, near);
      if (splice === null) return before === after;
      const { at, removed, inserted } = splice;
      const isWhole = [inserted, before.slice(0, at)].every(
        (part) => !/\p{Surrogate}/u.test(part),
      );
      return (
        isWhole &&
        before.slice(0, at) + inserted + before.slice(at + removed) === after
      );
    }),
  );
});

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A connection that fails, or delivers and loses the answer, as the generator says. */
type Line = "good" | "down" | "answer lost";

test("a description typed by four people over bad connections is the same for all, and whole", async () => {
  const line = fc.constantFrom<Line>("good", "down", "answer lost");
  const typing = fc.array(fc.record({ who, line, at: fc.nat(40) }), {
    maxLength: 12,
  });
  await fc.assert(
    fc.asyncProperty(typing, async (words) => {
      const { backend, people } = await openTeam();
      const lines: Line[] = people.map(() => "good");
      const texts = people.map((person, place) =>
        openText(person, lines, place),
      );
      const receive = async () => {
        for (const [place, person] of people.entries()) {
          const args = { after: null };
          const seen = await person.query(api.projects.description, args);
          if (seen) texts[place]?.receive(seen, { start: 0, end: 0 });
        }
      };
      await receive();
      for (const [nth, word] of words.entries()) {
        lines[word.who] = word.line;
        const text = texts[word.who];
        if (text === undefined) continue;
        const before = text.getText();
        const at = Math.min(word.at, before.length);
        const typed = `<${nth}>`;
        text.type(before.slice(0, at) + typed + before.slice(at), at + 3);
        text.flush();
        if (nth % 3 === 0) await receive();
        await vi.advanceTimersByTimeAsync(50);
      }
      lines.fill("good");
      await vi.advanceTimersByTimeAsync(20_000);
      await receive();
      const [first = ""] = texts.map((text) => text.getText());
      for (const text of texts) {
        expect(text.getText()).toBe(first);
        expect(text.getIsAtRisk()).toBe(false);
      }
      for (const [nth] of words.entries())
        for (const unit of `<${nth}>`) expect(first).toContain(unit);
      expect(first).toHaveLength(
        words.reduce((sum, _, nth) => sum + `<${nth}>`.length, 0),
      );
      expect(backend).toBeDefined();
    }),
    { numRuns: 12 },
  );
});

async function openTeam() {
  const backend = newBackend();
  const people = await crowd(backend, PEOPLE);
  const [leader, ...members] = people;
  if (leader === undefined) throw new Error("nobody");
  await formTeam([leader, ...members]);
  const rita = await asUser(backend, "Rita", { role: "organiser" });
  await rita.mutation(api.settings.change, { submissionsOpenAt: 1 });
  await leader.mutation(api.projects.edit, {});
  return { backend, people };
}

function openText(person: Person, lines: Line[], place: number): SharedText {
  let kept: { text: string; base: string } | null = null;
  return new SharedText({
    kept: {
      read: () => kept,
      write: (text) => (kept = text),
      clear: () => (kept = null),
    },
    send: async (edition, update) => {
      if (lines[place] === "down") throw new Error("no connection");
      const args = { edition, update };
      const isTaken = await person.mutation(api.projects.typeDescription, args);
      if (lines[place] === "answer lost") throw new Error("no connection");
      return isTaken;
    },
  });
}
