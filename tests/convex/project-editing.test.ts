/**
 * The editing code of the page and the deployment's together: whatever fails in
 * between, no text is lost.
 */
import fc from "fast-check";
import { beforeEach, describe, expect, test, vi } from "vitest";
import {
  MAX_PROJECT_DESCRIPTION_LENGTH,
  spliceBetween,
} from "#convex/projects/shared/projects";
import * as Field from "../../src/routes/project/field-state";
import type { Kept, KeptText } from "../../src/lib/outbox/kept-texts";
import { SharedText } from "../../src/routes/project/shared-text";
import {
  FIELDS,
  ProjectPage,
  type Field as PageField,
  type Line,
} from "./project-page";
import { textSeenBy, write } from "../write-project";
import { giveLongPast } from "./projects";
import {
  asUser,
  crowd,
  firstOf,
  formTeam,
  must,
  newBackend,
  type Person,
} from "./setup";

const PEOPLE = 4;
const spelt = (text: string) => text.trim();

/** An action of one person, or a change of their connection. */
type Step =
  | {
      kind: "type";
      who: number;
      field: PageField;
      isCleared: boolean;
      /** Whether the page shows the newest text by then. */
      hasSeen: boolean;
    }
  | { kind: "line"; who: number; line: Line }
  | { kind: "see" | "leave" | "load"; who: number }
  | { kind: "choose"; who: number; nth: number; isTaken: boolean }
  | { kind: "wait"; ms: number };

const who = fc.nat({ max: PEOPLE - 1 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("type" as const),
      who,
      field: fc.constantFrom(...FIELDS),
      isCleared: fc.nat({ max: 4 }).map((one) => one === 0),
      hasSeen: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom("see", "see", "leave", "load"),
      who,
    }),
  },
  fc.record({
    kind: fc.constant("line" as const),
    who,
    line: fc.constantFrom<Line>("good", "down", "answer lost", "answer late"),
  }),
  fc.record({
    kind: fc.constant("choose" as const),
    who,
    nth: fc.nat({ max: 3 }),
    isTaken: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant("wait" as const),
    ms: fc.constantFrom(500, 5_000, 11 * 60 * 1000),
  }),
);

/** Somebody writes over their own rival text without a connection, and loads the page anew. */
const OVER_OWN_RIVAL: Step[] = (() => {
  const typing = { kind: "type", field: "summary", hasSeen: false } as const;
  const wait = { kind: "wait", ms: 500 } as const;
  return [
    { ...typing, who: 0, isCleared: false },
    wait,
    { kind: "see", who: 1 },
    { ...typing, who: 1, isCleared: false },
    wait,
    { ...typing, who: 0, isCleared: true },
    wait,
    { kind: "line", who: 0, line: "down" },
    { ...typing, who: 0, isCleared: false },
    wait,
    { kind: "load", who: 0 },
  ];
})();

beforeEach(() => {
  vi.useFakeTimers();
});

test("whatever four people type in fields, with any loss of connection, is kept", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 40, size: "max" }),
      async (steps) => {
        const { leader, people } = await openTeam();
        const replaced = new Replaced();
        const pages = people.map(
          (person) => new ProjectPage(person, replaced.note),
        );
        const pass = async (ms: number) => {
          await vi.advanceTimersByTimeAsync(ms);
          await Promise.all(pages.map(async (page) => page.decided()));
        };
        for (const page of pages) await page.load();
        for (const [nth, act] of steps.entries()) {
          if (act.kind === "wait") await pass(act.ms);
          // All texts are different: somebody who writes the same text loses nothing.
          else await play(act, pages, `text ${nth} `);
          await pass(nth % 2 === 0 ? 1 : 500);
        }
        for (const page of pages) page.line = "good";
        for (let round = 0; round < 3; round++) {
          await pass(10_000);
          for (const page of pages) await page.see();
        }
        const kept = await everythingKept(leader);
        for (const [nth, page] of pages.entries()) {
          for (const [field, text] of page.typedLast)
            expect(kept(field), `what ${nth} typed last`).toContain(text);
          expect(page.isAtRisk).toBe(false);
          expect(page.vanished).toEqual([]);
        }
        for (const { field, text } of replaced.texts)
          expect(kept(field), "what somebody else replaced").toContain(text);
      },
    ),
    { numRuns: 25, examples: [[OVER_OWN_RIVAL]] },
  );
});

async function play(
  act: Exclude<Step, { kind: "wait" }>,
  pages: ProjectPage[],
  text: string,
): Promise<void> {
  const page = pages[act.who];
  if (page === undefined) return;
  if (act.kind === "type") {
    if (act.hasSeen) await page.see();
    page.type(act.field, act.isCleared ? "" : text);
  } else if (act.kind === "line") page.line = act.line;
  else if (act.kind === "choose") await page.choose(act.nth, act.isTaken);
  else if (act.kind === "see") await page.see();
  else if (act.kind === "leave") page.leave();
  else await page.load();
}

/** Texts of fields that somebody other than their author has replaced. */
class Replaced {
  readonly texts: { field: PageField; text: string }[] = [];
  readonly #current = new Map<PageField, { text: string; by: string }>();

  readonly note = (field: PageField, text: string, by: string): void => {
    const last = this.#current.get(field);
    if (last?.text === text) return;
    if (last !== undefined && last.by !== by)
      this.texts.push({ field, text: last.text });
    this.#current.set(field, { text, by });
  };
}

/** Every text in the project, its history and its rival texts. */
async function everythingKept(person: Person) {
  const bench = await person.projects.workbench();
  const history = await person.projects.history();
  return (field: PageField): string[] => [
    bench?.[field] ?? "",
    ...(bench?.rivals ?? [])
      .filter((rival) => rival.field === field)
      .map(({ text }) => text),
    ...(history ?? [])
      .filter((entry) => entry.field === field)
      .flatMap(({ before, after }) => [before, after ?? ""]),
  ];
}

test("a text stays on the screen when the answer comes before the field is shown anew", () => {
  const start = Field.startOf({ text: "ab", own: null }, null);
  const sent = Field.sending(Field.typed(start, "abc"), "abc");
  const stored = Field.stored(sent, "taken", spelt);
  expect(stored.text).toBe("abc");
  const old = Field.seen(stored, { text: "abc", own: null }, spelt);
  expect(Field.unsent(Field.typed(old, "abcd"), spelt)).toBe("abcd");
  // Another member's change arrived before the result.
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

test("a description typed by four people over bad connections is the same for all, and whole", async () => {
  const line = fc.constantFrom<Line>("good", "down", "answer lost");
  const typing = fc.array(fc.record({ who, line, at: fc.nat(40) }), {
    maxLength: 12,
  });
  await fc.assert(
    fc.asyncProperty(typing, async (words) => {
      const { people } = await openTeam();
      const lines: Line[] = people.map(() => "good");
      const texts = people.map((person, place) =>
        openText(person, lines, place),
      );
      const receive = async () => {
        for (const [place, person] of people.entries()) {
          const seen = await textSeenBy(person);
          if (seen) texts[place]?.receive(seen);
        }
      };
      await receive();
      for (const [nth, word] of words.entries()) {
        lines[word.who] = word.line;
        const text = texts[word.who];
        if (text === undefined) continue;
        const before = text.getView().text;
        const at = Math.min(word.at, before.length);
        const typed = `<${nth}>`;
        text.type(before.slice(0, at) + typed + before.slice(at), at + 3);
        text.flush();
        if (nth % 3 === 0) await receive();
        await pass(50);
      }
      lines.fill("good");
      await pass(20_000);
      await receive();
      const [first = ""] = texts.map((text) => text.getView().text);
      for (const text of texts) {
        expect(text.getView().text).toBe(first);
        expect(text.getView().isAtRisk).toBe(false);
      }
      for (const [nth] of words.entries())
        for (const unit of `<${nth}>`) expect(first).toContain(unit);
      expect(first).toHaveLength(
        words.reduce((sum, _, nth) => sum + `<${nth}>`.length, 0),
      );
    }),
    { numRuns: 12 },
  );
});

describe("a new edition of the description", () => {
  let people: Person[];
  let lines: Line[];
  let asha: SharedText;
  let ravi: SharedText;
  /** Asha and Ravi see the same text. */
  beforeEach(async () => {
    ({ people } = await openTeam());
    lines = people.map(() => "good");
    [asha, ravi] = [open(0), open(1)];
    await hear(asha, ravi);
    asha.type("One. Two.", 9);
    await pass(1_000);
    await rewrite("One. Two.");
    await hear(asha, ravi);
  });

  const open = (place: number, kept = new KeptHere()) => {
    const person = must(people[place]);
    return openText(person, lines, place, kept);
  };
  async function hear(...texts: SharedText[]) {
    const seen = must(people[0] && (await textSeenBy(people[0])));
    for (const text of texts) text.receive(seen);
    return seen.edition;
  }
  const rewrite = async (description: string) =>
    people[2] && write(people[2], { description });
  /** Somebody else writes, and the document's history exceeds the limit. */
  async function begin(description: string) {
    const before = await hear();
    await giveLongPast();
    await rewrite(description);
    expect(await hear()).toBe(before + 1);
  }
  async function expectText(wanted: string) {
    await pass(10_000);
    await hear(asha, ravi);
    for (const text of [asha, ravi])
      expect(text.getView()).toMatchObject({ text: wanted, isAtRisk: false });
  }

  test("has what was typed without a connection, and what others typed", async () => {
    lines[1] = "down";
    ravi.type("One. Offline. Two.", 14);
    ravi.flush();
    await begin("Zero. One. Two.");
    await hear(ravi);
    expect(ravi.getView()).toMatchObject({ isAtRisk: true });
    lines[1] = "good";
    await expectText("Zero. One. Offline. Two.");
  });

  test("has once what was on its way when it began", async () => {
    lines[1] = "answer late";
    ravi.type("One. Late. Two.", 11);
    ravi.flush();
    await pass(100);
    await begin("Zero. One. Late. Two.");
    await hear(ravi);
    ravi.type("One. Late. Two. Later.", 22);
    await expectText("Zero. One. Late. Two. Later.");
  });

  test("has the words that a page kept of an earlier one", async () => {
    const closed = new KeptHere();
    const page = open(1, closed);
    await hear(page);
    page.type("One. Two. Kept.", 15);
    await begin("Zero. One. Two.");
    const kept = new KeptHere(closed.kept);
    ravi = open(1, kept);
    await hear(ravi);
    await expectText("Zero. One. Two. Kept.");
    expect(kept.kept).toBeNull();
  });
});

describe("what was typed without a connection is stored once there is one", () => {
  let person: Person;
  let lines: Line[];
  beforeEach(async () => {
    const { people } = await openTeam();
    const first = firstOf(people);
    person = first;
    lines = ["down"];
  });

  async function open(kept: KeptHere) {
    // Pages that were opened before are closed.
    await pass(0);
    vi.clearAllTimers();
    const page = openText(person, lines, 0, kept);
    const seen = await textSeenBy(person);
    if (seen) page.receive(seen);
    return page;
  }
  async function expectStored(page: SharedText) {
    await pass(10_000);
    const { text, isAtRisk } = page.getView();
    expect(isAtRisk).toBe(false);
    const other = await open(new KeptHere());
    expect(other.getView().text).toBe(text);
    return text;
  }

  test("on pages of which none could save", async () => {
    const kept = new KeptHere();
    const append = async (nth: number) => {
      const page = await open(kept);
      const { text } = page.getView();
      page.type(`${text}<${nth}>`, text.length + 3);
      page.flush();
      return page;
    };
    for (let nth = 0; nth < 20; nth++) await append(nth);
    await write(person, { description: "Before. " });
    const page = await append(20);
    lines[0] = "good";
    const all = Array.from({ length: 21 }, (_, nth) => `<${nth}>`);
    const [before, own] = ["Before. ", await expectStored(page)];
    expect(own).toContain(before);
    expect(own.replace(before, "")).toBe(all.join(""));
    expect(kept.kept).toBeNull();
  });

  test("even if most of it was removed again", async () => {
    const page = await open(new KeptHere());
    for (const letter of "abcdefgh") {
      const text = letter.repeat(MAX_PROJECT_DESCRIPTION_LENGTH);
      page.type(text, text.length);
      page.flush();
    }
    page.type("What stays.", 11);
    lines[0] = "good";
    expect(await expectStored(page)).toBe("What stays.");
  });
});

test("what others type waits while a keyboard composes", async () => {
  const { people } = await openTeam();
  const person = firstOf(people);
  const text = openText(person, ["good"], 0, new KeptHere());
  let isComposing = true;
  const shown: string[] = [];
  const detach = text.attach({
    selection: () => ({ start: 0, end: 0 }),
    isComposing: () => isComposing,
    show: (words) => shown.push(words),
  });
  await write(person, { description: "Theirs." });
  const seen = await textSeenBy(person);
  if (seen) text.receive(seen);
  expect(shown).toEqual([""]);
  isComposing = false;
  text.takeIn();
  expect(shown).toEqual(["", "Theirs."]);
  detach();
});

/** What pages have asked the deployment, which counts some calls by hashes: these need time that no clock sets. */
const calls = new Set<Promise<boolean>>();
const STEP_MS = 1_000;

/** Lets time pass for pages; nothing stays on its way to the deployment. */
async function pass(ms: number): Promise<void> {
  for (let left = ms; left >= 0; left -= STEP_MS) {
    await vi.advanceTimersByTimeAsync(Math.min(left, STEP_MS));
    while (calls.size > 0) await Promise.all(calls);
  }
}

async function openTeam() {
  await newBackend();
  const people = await crowd(PEOPLE);
  const [leader, ...members] = people;
  if (leader === undefined) throw new Error("nobody");
  await formTeam([leader, ...members]);
  const rita = await asUser("Rita", { role: "organiser" });
  await rita.settings.change({ submissionsOpenAt: 1 });
  await leader.projects.edit();
  return { leader, people };
}

/** What a browser's storage has of one text. */
class KeptHere implements KeptText {
  kept: Kept | null;

  constructor(kept: Kept | null = null) {
    this.kept = kept;
  }

  left(take: Parameters<KeptText["left"]>[0]) {
    if (this.kept !== null) take(this.kept, () => {});
    return () => {};
  }

  write(kept: Kept) {
    this.kept = kept;
  }

  clear() {
    this.kept = null;
  }
}

function openText(
  person: Person,
  lines: Line[],
  place: number,
  kept: KeptText = new KeptHere(),
): SharedText {
  const text = new SharedText({
    kept,
    send: async (edition, update) => {
      const line = lines[place];
      if (line === "down") throw new Error("no connection");
      const args = { edition, update };
      const call = person.projects.typeDescription(args);
      const end: Promise<boolean> = call.then(
        () => calls.delete(end),
        () => calls.delete(end),
      );
      calls.add(end);
      const isTaken = await call;
      if (line === "answer lost") throw new Error("no connection");
      if (line === "answer late")
        await new Promise((resolve) => setTimeout(resolve, 2_000));
      return isTaken;
    },
  });
  text.open();
  return text;
}
