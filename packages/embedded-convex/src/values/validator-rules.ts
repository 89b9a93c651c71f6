/** Convex's rules for validators, which it applies when code is pushed. */
import type { ValidatorJSON } from "convex/values";
import { messageOf } from "../base/errors";
import { validatorText } from "./validator-text";

const MAX_IDENTIFIER_LENGTH = 64;

/**
 * @throws Error in Convex's words when a field's name is not an identifier, or a record
 *   has keys that are not strings or values that are optional
 */
export function checkValidator(json: ValidatorJSON): void {
  switch (json.type) {
    case "array":
      return checkValidator(json.value);
    case "union":
      return json.value.forEach(checkValidator);
    case "object":
      return checkFields(json);
    case "record":
      return checkRecord(json);
    default:
  }
}

function checkFields({ value }: ValidatorJSON & { type: "object" }): void {
  for (const [name, { fieldType }] of Object.entries(value)) {
    checkIdentifier(name);
    try {
      checkValidator(fieldType);
    } catch (error) {
      const why = messageOf(error);
      throw new Error(`Invalid validator for key \`${name}\`: ${why}`, {
        cause: error,
      });
    }
  }
}

function checkRecord({
  keys,
  values,
}: ValidatorJSON & { type: "record" }): void {
  if (!isSubsetOfStrings(keys)) {
    throw new Error(
      `Records can only have string keys. Your validator contains a record with key typed as \`${validatorText(keys)}\`, which is not a subtype of \`v.string()\``,
    );
  }
  if (hasLiteral(keys)) {
    throw new Error("Records cannot have string literal keys");
  }
  const { fieldType, optional } = values as {
    fieldType: ValidatorJSON;
    optional?: boolean;
  };
  if (optional === true) throw new Error("Records cannot have optional values");
  checkValidator(fieldType);
}

function isSubsetOfStrings(json: ValidatorJSON): boolean {
  if (json.type === "union") return json.value.every(isSubsetOfStrings);
  if (json.type === "literal") return typeof json.value === "string";
  return json.type === "string" || json.type === "id";
}

function hasLiteral(json: ValidatorJSON): boolean {
  if (json.type === "union") return json.value.some(hasLiteral);
  return json.type === "literal";
}

/** @throws Error unless `name` can be a field's name in a validator */
function checkIdentifier(name: string): void {
  const first = name.codePointAt(0);
  if (name.startsWith("$")) {
    throw new Error(`Field name ${name} starts with '$', which is reserved.`);
  }
  if (first === undefined) throw new Error("Identifier cannot be empty");
  if (!/^[A-Za-z_]/.test(name)) {
    throw new Error(
      `Invalid first character '${String.fromCodePoint(first)}' in ${name}: Identifiers must start with an alphabetic character or underscore`,
    );
  }
  const wrong = /[^A-Za-z0-9_]/u.exec(name)?.[0];
  if (wrong !== undefined) {
    throw new Error(
      `Identifier ${name} has invalid character '${wrong}': Identifiers can only contain alphanumeric characters or underscores`,
    );
  }
  if (name.length > MAX_IDENTIFIER_LENGTH) {
    throw new Error(
      `Identifier is too long (${name.length} > maximum ${MAX_IDENTIFIER_LENGTH})`,
    );
  }
  if (/^_+$/.test(name)) {
    throw new Error(`Identifier ${name} cannot have exclusively underscores`);
  }
}
