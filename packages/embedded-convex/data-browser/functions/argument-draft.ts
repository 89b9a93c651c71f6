import type { Value } from "convex/values";
import { ABSENT, choicesOf, choicesWith } from "../values/choices";
import { type Draft, draftText, readDraft } from "../values/draft";
import { parseValue } from "../values/parse-value";
import { printValue } from "../values/print-value";
import { documentFields, type FieldRule } from "../values/validator";
import type { ListedFunction } from "./listed-functions";

type Arguments = Record<string, Value>;

/** The arguments as edited: as a form with a field each, or as one text. */
export type ArgumentDraft = {
  isText: boolean;
  text: string;
  /** By field name: the id of the choice, and its text. */
  fields: Record<string, { choice: string; text: string }>;
};

type ReadArguments =
  | { ok: true; args: Arguments }
  /** `field` is null for an error of the text as a whole. */
  | { ok: false; errors: { field: string | null; error: string }[] };

/** The declared arguments of a function; null if it declares none. */
export function argumentFields({
  args,
}: ListedFunction): Map<string, FieldRule> | null {
  return args.type === "object" ? documentFields(args) : null;
}

/** Validates a draft from the browser's storage; null if it is malformed. */
export function readStoredDraft(stored: unknown): ArgumentDraft | null {
  if (typeof stored !== "object" || stored === null) return null;
  const { isText, text, fields } = stored as Partial<ArgumentDraft>;
  const isDraft =
    typeof isText === "boolean" &&
    typeof text === "string" &&
    typeof fields === "object";
  return isDraft ? { isText, text, fields } : null;
}

/** The initial draft: optional arguments are absent. */
export function emptyDraft(fn: ListedFunction): ArgumentDraft {
  return { isText: argumentFields(fn) === null, text: "{}", fields: {} };
}

/** The draft of one field of the form. */
export function fieldDraft(
  draft: ArgumentDraft,
  name: string,
  rule: FieldRule,
): Draft {
  const stored = draft.fields[name];
  const choices = choicesOf(rule);
  const first = rule.isOptional ? ABSENT : choices[0];
  const choice = choices.find(({ id }) => id === stored?.choice) ?? first;
  return { choice: choice ?? ABSENT, text: stored?.text ?? "" };
}

/** A copy of the draft with one field replaced. */
export function withField(
  draft: ArgumentDraft,
  name: string,
  { choice, text }: Draft,
): ArgumentDraft {
  const field = { choice: choice.id, text };
  return { ...draft, fields: { ...draft.fields, [name]: field } };
}

/** Parses the arguments, or returns all errors. */
export function readArguments(
  fn: ListedFunction,
  draft: ArgumentDraft,
): ReadArguments {
  const fields = argumentFields(fn);
  if (draft.isText || fields === null) return readText(draft.text);
  const args: Arguments = {};
  const errors: { field: string; error: string }[] = [];
  for (const [name, rule] of fields) {
    const read = readDraft(fieldDraft(draft, name, rule));
    if (!read.ok) errors.push({ field: name, error: read.error });
    else if (read.value !== undefined) args[name] = read.value;
  }
  return errors.length === 0 ? { ok: true, args } : { ok: false, errors };
}

/** Switches to text mode. If the form is invalid, the previous text is kept. */
export function asText(
  fn: ListedFunction,
  draft: ArgumentDraft,
): ArgumentDraft {
  const read = readArguments(fn, draft);
  const text = read.ok ? printValue(read.args, 2) : draft.text;
  return { ...draft, isText: true, text };
}

/** Switches to form mode, or says why the form cannot show the arguments. */
export function asForm(
  fn: ListedFunction,
  draft: ArgumentDraft,
): { ok: true; draft: ArgumentDraft } | { ok: false; error: string } {
  const read = readText(draft.text);
  const fields = argumentFields(fn) ?? new Map<string, FieldRule>();
  if (!read.ok) return { ok: false, error: read.errors[0]?.error ?? "" };
  const unknown = Object.keys(read.args).find((name) => !fields.has(name));
  if (unknown !== undefined) {
    return { ok: false, error: `The form has no field "${unknown}".` };
  }
  let next: ArgumentDraft = { ...draft, isText: false };
  for (const [name, rule] of fields) {
    const value = read.args[name];
    const { chosen } = choicesWith(rule, value);
    if (!choicesOf(rule).some(({ id }) => id === chosen.id)) {
      return { ok: false, error: `The form cannot show what "${name}" is.` };
    }
    next = withField(next, name, { choice: chosen, text: draftText(value) });
  }
  return { ok: true, draft: next };
}

function readText(text: string): ReadArguments {
  const parsed = parseValue(text.trim() === "" ? "{}" : text);
  if (!parsed.ok) {
    return { ok: false, errors: [{ field: null, error: parsed.error }] };
  }
  const { value } = parsed;
  if (isArguments(value)) return { ok: true, args: value };
  const error = 'Arguments are an object, such as { "name": "value" }.';
  return { ok: false, errors: [{ field: null, error }] };
}

function isArguments(value: Value): value is Arguments {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof ArrayBuffer)
  );
}
