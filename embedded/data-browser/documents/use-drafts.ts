import type { Value } from "convex/values";
import { useState } from "react";
import {
  type Choice,
  choicesOf,
  choicesWith,
  firstChoice,
} from "../values/choices";
import { type Draft, draftText, readDraft } from "../values/draft";
import { sameValue } from "../values/same-value";
import type { FieldRule } from "../values/validator";

export type Fields = ReadonlyMap<string, FieldRule>;
type Values = Readonly<Record<string, Value | undefined>>;

/** A field as its editor shows it. */
export type FieldState = {
  name: string;
  rule: FieldRule;
  /** The document's, as it is now. */
  value: Value | undefined;
  choices: readonly Choice[];
  draft: Draft;
  isChanged: boolean;
  /** Whether somebody else has changed it since it was touched here. */
  isContested: boolean;
};

/** `base` is what the document had when somebody began to type. */
type Touched = { draft: Draft; base: Value | undefined };

/**
 * What is typed into the editors of a document. A field that nobody touches
 * follows the document; one that somebody touches keeps what was typed.
 *
 * @param values the document's, as it is now; null for one that is to be made
 */
export function useDrafts(fields: Fields, values: Values | null) {
  const [touched, setTouched] = useState<ReadonlyMap<string, Touched>>(
    new Map(),
  );
  const states = [...fields].map(([name, rule]): FieldState => {
    const value = values?.[name];
    const { choices, chosen } =
      values === null ? choicesAnew(rule) : choicesWith(rule, value);
    const entry = touched.get(name);
    const draft = entry?.draft ?? { choice: chosen, text: draftText(value) };
    const isChanged = entry !== undefined && !standsFor(draft, value);
    const isContested = isChanged && !sameValue(entry.base, value);
    return { name, rule, value, choices, draft, isChanged, isContested };
  });
  return {
    states,
    isDirty: states.some(({ isChanged }) => isChanged),
    change: (name: string, draft: Draft) =>
      setTouched((now) => {
        const base = now.has(name) ? now.get(name)?.base : values?.[name];
        return new Map(now).set(name, { draft, base });
      }),
    /** Keeps what was typed, knowing what the document has now. */
    keep: (name: string) =>
      setTouched((now) => {
        const entry = now.get(name);
        if (entry === undefined) return now;
        return new Map(now).set(name, { ...entry, base: values?.[name] });
      }),
    /** Shows again what the document has. */
    forget: (name: string) =>
      setTouched((now) => new Map([...now].filter(([key]) => key !== name))),
    forgetAll: () => setTouched(new Map()),
    /** These have been saved; what was typed since is kept. */
    settle: (
      saved: readonly FieldState[],
      read: Map<string, Value | undefined>,
    ) =>
      setTouched((now) => {
        const left = [...now].map(([name, entry]): [string, Touched] =>
          read.has(name)
            ? [name, { ...entry, base: read.get(name) }]
            : [name, entry],
        );
        const settled = new Set(saved.map(({ draft }) => draft));
        return new Map(left.filter(([, { draft }]) => !settled.has(draft)));
      }),
  };
}

/** What the editors say, or by field what cannot be read. */
export function readStates(states: readonly FieldState[]): {
  values: Map<string, Value | undefined>;
  errors: Map<string, string>;
} {
  const values = new Map<string, Value | undefined>();
  const errors = new Map<string, string>();
  for (const { name, draft } of states) {
    const read = readDraft(draft);
    if (read.ok) values.set(name, read.value);
    else errors.set(name, read.error);
  }
  return { values, errors };
}

function choicesAnew(rule: FieldRule) {
  const choices = choicesOf(rule);
  return { choices, chosen: firstChoice(choices) };
}

function standsFor(draft: Draft, value: Value | undefined): boolean {
  const read = readDraft(draft);
  return read.ok && sameValue(read.value, value);
}
