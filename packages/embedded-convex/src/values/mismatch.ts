/** Validation errors, in the words of Convex. */
import type { ValidatorJSON, Value } from "convex/values";
import type { PlainObject } from "./plain-object";
import {
  nameText,
  type Quote,
  typeText,
  validatorText,
  valueText,
} from "./validator-text";

export type ObjectJSON = Extract<ValidatorJSON, { type: "object" }>;

/**
 * A validation error and the path of the value that caused it. Each enclosing
 * level prepends its step to the path. The message is built lazily: checking a
 * union discards the errors of all members but one.
 */
export class Mismatch {
  #path = "";

  constructor(
    private readonly explain: (path: string, quote: Quote) => string,
  ) {}

  /** Prepends `step`, the value's place in its parent, to the path. */
  at(step: string): this {
    this.#path = step + this.#path;
    return this;
  }

  /** @param hidesValues gives only types, because a value may be a password */
  describe(hidesValues: boolean): string {
    return this.explain(this.#path, hidesValues ? typeText : valueText);
  }
}

/** The value has the wrong type, or matches no member of a union. */
export function noMatch(json: ValidatorJSON, value: Value): Mismatch {
  return new Mismatch(
    (path, quote) =>
      `Value does not match validator.\n${pathLine(path)}` +
      `Value: ${quote(value)}\nValidator: ${validatorText(json)}`,
  );
}

/** An object lacks a field. */
export function missingField(
  json: ObjectJSON,
  value: PlainObject,
  field: string,
): Mismatch {
  return new Mismatch(
    (path, quote) =>
      `Object is missing the required field \`${field}\`. Consider wrapping the ` +
      `field validator in \`v.optional(...)\` if this is expected.\n` +
      `${pathLine(path)}Object: ${quote(value)}\nValidator: ${validatorText(json)}`,
  );
}

/** An object has a field that the validator does not declare. */
export function extraField(
  json: ObjectJSON,
  value: PlainObject,
  field: string,
): Mismatch {
  return new Mismatch(
    (path, quote) =>
      `Object contains extra field \`${nameText(field)}\` that is not in the validator.\n` +
      `${pathLine(path)}Object: ${quote(value)}\nValidator: ${validatorText(json)}`,
  );
}

/** The path as a line of its own, which is empty for the root value. */
function pathLine(path: string): string {
  return `${pathText(path)}\n`;
}

/** The path at the end of a message, where Convex puts no space before it. */
export function pathText(path: string): string {
  return path === "" ? "" : `Path: ${path}`;
}

/** @returns the path step for `field`: `.name`, or `["other name"]` */
export function memberStep(field: string): string {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(field)
    ? `.${nameText(field)}`
    : `[${JSON.stringify(nameText(field))}]`;
}
