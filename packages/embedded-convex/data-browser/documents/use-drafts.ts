import type { Value } from "convex/values";
import { useState } from "react";
import type { TableSchema } from "../tables/table-schema";
import {
  type Choice,
  choicesOf,
  choicesWith,
  firstChoice,
} from "../values/choices";
import { type Draft, draftText, readDraft } from "../values/draft";
import { ANY_FIELD, type FieldRule } from "../values/validator";
import { sameValue } from "../values/print-value";

type Fields = ReadonlyMap<string, FieldRule>;
type Values = Readonly<Record<string, Value | undefined>>;

/** The values of drafts by field; undefined for those that are not there. */
export type ReadValues = ReadonlyMap<string, Value | undefined>;

/** The state of one field's editor. */
export type FieldState = {
  name: string;
  rule: FieldRule;
  /** The current value in the document. */
  value: Value | undefined;
  choices: readonly Choice[];
  draft: Draft;
  isChanged: boolean;
  /** Whether someone else changed the field after the user began to edit it. */
  hasConflict: boolean;
};

/** `base` is the document's value when the edit began. */
type Touched = { draft: Draft; base: Value | undefined };

/** The fields to edit: those of the schema, then `others`, without system fields. */
export function editableFields(
  schema: TableSchema,
  others: readonly string[],
): Map<string, FieldRule> {
  const fields = new Map(schema.fields);
  for (const name of others) {
    if (!name.startsWith("_") && !fields.has(name)) fields.set(name, ANY_FIELD);
  }
  return fields;
}

/**
 * The drafts of a document's fields. An untouched field follows the document;
 * an edited one keeps its draft.
 *
 * @param values the current document; null for a new one
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
    const hasConflict = isChanged && !sameValue(entry.base, value);
    return { name, rule, value, choices, draft, isChanged, hasConflict };
  });
  return {
    states,
    isDirty: states.some(({ isChanged }) => isChanged),
    change: (name: string, draft: Draft) =>
      setTouched((now) => {
        const base = now.has(name) ? now.get(name)?.base : values?.[name];
        return new Map(now).set(name, { draft, base });
      }),
    /** Resolves a conflict: keeps the draft, based on the document's current value. */
    keepMine: (name: string) =>
      setTouched((now) => {
        const entry = now.get(name);
        if (entry === undefined) return now;
        return new Map(now).set(name, { ...entry, base: values?.[name] });
      }),
    /** Drops the draft: the editor shows the document's value again. */
    discard: (name: string) =>
      setTouched((now) => new Map([...now].filter(([key]) => key !== name))),
    discardAll: () => setTouched(new Map()),
    /** Drops the drafts that were saved; edits made since then are kept. */
    markSaved: (saved: readonly FieldState[], read: ReadValues) =>
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

/** Parses the drafts: the values of valid fields, the errors of the others. */
export function readStates(states: readonly FieldState[]): {
  values: ReadValues;
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

/** The fields of a document with these values. */
export function presentFields(values: ReadValues): Record<string, Value> {
  const fields: Record<string, Value> = {};
  for (const [name, value] of values) {
    if (value !== undefined) fields[name] = value;
  }
  return fields;
}

function choicesAnew(rule: FieldRule) {
  const choices = choicesOf(rule);
  return { choices, chosen: firstChoice(choices) };
}

function standsFor(draft: Draft, value: Value | undefined): boolean {
  const read = readDraft(draft);
  return read.ok && sameValue(read.value, value);
}
