import type { ObjectFieldType, ValidatorJSON } from "convex/values";

/** A field's validator, and whether the field is optional. */
export type FieldRule = { validator: ValidatorJSON; isOptional: boolean };

const ANY: ValidatorJSON = { type: "any" };

/** The rule of a field outside the schema. */
export const ANY_FIELD: FieldRule = { validator: ANY, isOptional: true };

/**
 * The fields of a document type, in the schema's order. Fields of union members
 * are merged: each accepts what any member accepts. Empty without a schema.
 */
export function documentFields(
  documentType: ValidatorJSON | null,
): Map<string, FieldRule> {
  const shapes = membersOf(documentType ?? ANY).flatMap((member) =>
    member.type === "object" ? [member.value] : [],
  );
  const names = new Set(shapes.flatMap((shape) => Object.keys(shape)));
  return new Map([...names].map((name) => [name, ruleOf(name, shapes)]));
}

/** The members of a union, flattened; any other validator is its only member. */
export function membersOf(validator: ValidatorJSON): ValidatorJSON[] {
  return validator.type === "union"
    ? validator.value.flatMap(membersOf)
    : [validator];
}

/** The table that ids refer to; undefined if there is none, or more than one. */
export function tableOfIds(validator: ValidatorJSON): string | undefined {
  const tables = membersOf(validator).flatMap((member) =>
    member.type === "id" ? [member.tableName] : [],
  );
  return new Set(tables).size === 1 ? tables[0] : undefined;
}

/** A short readable form of a validator. */
export function describeValidator(validator: ValidatorJSON): string {
  switch (validator.type) {
    case "literal":
      return JSON.stringify(validator.value);
    case "id":
      return `id of ${validator.tableName}`;
    case "array":
      return `array of ${describeValidator(validator.value)}`;
    case "union":
      return validator.value.map(describeValidator).join(" | ");
    case "object":
      return `{ ${Object.keys(validator.value).join(", ")} }`;
    default:
      return validator.type;
  }
}

function ruleOf(
  name: string,
  shapes: Record<string, ObjectFieldType>[],
): FieldRule {
  const fields = shapes.flatMap((shape) => shape[name] ?? []);
  const validators = fields.map(({ fieldType }) => fieldType);
  const [only] = validators;
  const isOnly = only !== undefined && validators.length === 1;
  return {
    validator: isOnly ? only : { type: "union", value: validators },
    isOptional:
      fields.length < shapes.length || fields.some(({ optional }) => optional),
  };
}
