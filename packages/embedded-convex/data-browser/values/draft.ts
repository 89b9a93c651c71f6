import type { Value } from "convex/values";
import type { Choice } from "./choices";
import { parseValue } from "./parse-value";
import { printValue } from "./print-value";

/** The content of a field's editor. */
export type Draft = {
  choice: Choice;
  /** Unused by fixed choices, but kept for when the user switches back. */
  text: string;
};

/** `value` is undefined for an absent field. */
type ReadDraft =
  { ok: true; value: Value | undefined } | { ok: false; error: string };

const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;
const NAMED_NUMBERS = ["NaN", "Infinity", "-Infinity"];

/** The text that an editor shows for a value. */
export function draftText(value: Value | undefined): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "string") return value;
  if (typeof value === "bigint") return value.toString();
  return printValue(value, 2);
}

/** Parses a draft. */
export function readDraft({ choice, text }: Draft): ReadDraft {
  switch (choice.kind) {
    case "absent":
      return { ok: true, value: undefined };
    case "fixed":
      return { ok: true, value: choice.value };
    case "text":
      return { ok: true, value: text };
    case "id":
      return text.trim() === ""
        ? { ok: false, error: `Enter an id of a document in ${choice.table}.` }
        : { ok: true, value: text.trim() };
    case "number":
      return readNumber(text.trim());
    case "bigint":
      return readBigint(text.trim());
    case "code":
      return parseValue(text);
  }
}

function readNumber(text: string): ReadDraft {
  if (NUMBER.test(text) || NAMED_NUMBERS.includes(text)) {
    return { ok: true, value: Number(text) };
  }
  return { ok: false, error: "Enter a number, such as 12 or 0.5." };
}

function readBigint(text: string): ReadDraft {
  const parsed = /^-?\d+n?$/.test(text)
    ? parseValue(text.endsWith("n") ? text : `${text}n`)
    : null;
  if (parsed?.ok === true) return parsed;
  return { ok: false, error: "Enter a whole number of at most 64 bits." };
}
