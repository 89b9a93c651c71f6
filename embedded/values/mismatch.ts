/** What validators say when they refuse a value, in the words of Convex. */
import type { ValidatorJSON, Value } from "convex/values";
import type { PlainObject } from "./plain-object";
import { nameText, validatorText, valueText } from "./validator-text";

export type ObjectJSON = Extract<ValidatorJSON, { type: "object" }>;

/**
 * What is wrong, and where. Each level of the value adds its step to the path.
 * The words are only made when somebody reads them: of a union, all members but
 * one refuse a value that is valid.
 */
export class Mismatch {
  #path = "";
  readonly #explain: (path: string) => string;

  constructor(explain: (path: string) => string) {
    this.#explain = explain;
  }

  /** Says that it was found at `step` of a larger value. */
  at(step: string): this {
    this.#path = step + this.#path;
    return this;
  }

  toString(): string {
    return this.#explain(this.#path);
  }
}

/** The value is of another type, or of none of a union's. */
export function noMatch(json: ValidatorJSON, value: Value): Mismatch {
  return new Mismatch(
    (path) =>
      `Value does not match validator.\n${pathLine(path)}` +
      `Value: ${valueText(value)}\nValidator: ${validatorText(json)}`,
  );
}

/** An object lacks a field. */
export function missingField(
  json: ObjectJSON,
  value: PlainObject,
  field: string,
): Mismatch {
  return new Mismatch(
    (path) =>
      `Object is missing the required field \`${field}\`. Consider wrapping the ` +
      `field validator in \`v.optional(...)\` if this is expected.\n` +
      `${pathLine(path)}Object: ${valueText(value)}\nValidator: ${validatorText(json)}`,
  );
}

/** An object has a field too many. */
export function extraField(
  json: ObjectJSON,
  value: PlainObject,
  field: string,
): Mismatch {
  return new Mismatch(
    (path) =>
      `Object contains extra field \`${nameText(field)}\` that is not in the validator.\n` +
      `${pathLine(path)}Object: ${valueText(value)}\nValidator: ${validatorText(json)}`,
  );
}

/** Where in the value, as a line of its own; nothing for the value itself. */
function pathLine(path: string): string {
  return path === "" ? "" : `Path: ${path}\n`;
}

/** The same as the last line of a message. */
export function lastPathLine(path: string): string {
  return path === "" ? "" : `\nPath: ${path}`;
}

/** How a path goes on to a field. */
export function memberStep(field: string): string {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(field)
    ? `.${nameText(field)}`
    : `[${JSON.stringify(nameText(field))}]`;
}
