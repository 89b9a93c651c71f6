import { jsonToConvex, type ValidatorJSON, type Value } from "convex/values";
import { printValue, sameValue } from "./print-value";
import { membersOf, type FieldRule } from "./validator";

/** One of the kinds of value that a field accepts: a fixed value, or an input. */
export type Choice = { id: string; label: string } & (
  | { kind: "absent" }
  | { kind: "fixed"; value: Value }
  | { kind: "text" | "number" | "bigint" | "code" }
  | { kind: "id"; table: string }
);

export const ABSENT: Choice = {
  id: "absent",
  label: "not there",
  kind: "absent",
};
const CODE: Choice = { id: "code", label: "value", kind: "code" };
const TEXT: Choice = { id: "text", label: "text", kind: "text" };
const NUMBER: Choice = { id: "number", label: "number", kind: "number" };
const BIGINT: Choice = { id: "bigint", label: "bigint", kind: "bigint" };
const NULL = fixed(null);
const BOOLEANS = [fixed(false), fixed(true)];

/** The distinct choices of a field, in the order of its validator. */
export function choicesOf({ validator, isOptional }: FieldRule): Choice[] {
  const choices = membersOf(validator).flatMap(choicesOfMember);
  if (isOptional) choices.push(ABSENT);
  return [...new Map(choices.map((choice) => [choice.id, choice])).values()];
}

/**
 * The choices of a field, and the one that matches a value. A value that
 * matches none, as in documents older than the schema, adds a choice.
 */
export function choicesWith(
  rule: FieldRule,
  value: Value | undefined,
): { choices: Choice[]; chosen: Choice } {
  const choices = choicesOf(rule);
  const chosen =
    choices.find((choice) => choice.kind === "fixed" && fits(choice, value)) ??
    choices.find((choice) => fits(choice, value));
  if (chosen !== undefined) return { choices, chosen };
  const added = value === undefined ? ABSENT : CODE;
  return { choices: [...choices, added], chosen: added };
}

/** The initial choice in a new document: absent or null if the field allows it. */
export function firstChoice(choices: readonly Choice[]): Choice {
  const least = [ABSENT, NULL].find(({ id }) =>
    choices.some((choice) => choice.id === id),
  );
  return least ?? choices[0] ?? ABSENT;
}

function choicesOfMember(validator: ValidatorJSON): Choice[] {
  switch (validator.type) {
    case "string":
      return [TEXT];
    case "number":
      return [NUMBER];
    case "bigint":
      return [BIGINT];
    case "boolean":
      return BOOLEANS;
    case "null":
      return [NULL];
    case "literal":
      return [fixed(jsonToConvex(validator.value))];
    case "id": {
      const table = validator.tableName;
      return [
        { id: `id:${table}`, label: `id of ${table}`, kind: "id", table },
      ];
    }
    case "any":
      return [TEXT, NUMBER, BIGINT, ...BOOLEANS, NULL, CODE];
    default:
      return [CODE];
  }
}

function fixed(value: Value): Choice {
  const label = typeof value === "string" ? value : printValue(value);
  return { id: `${typeof value}:${label}`, label, kind: "fixed", value };
}

function fits(choice: Choice, value: Value | undefined): boolean {
  switch (choice.kind) {
    case "absent":
      return value === undefined;
    case "fixed":
      return sameValue(choice.value, value);
    case "text":
    case "id":
      return typeof value === "string";
    case "number":
    case "bigint":
      return typeof value === choice.kind;
    case "code":
      return typeof value === "object" && value !== null;
  }
}
