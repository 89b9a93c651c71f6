import type { ObjectFieldType, ValidatorJSON } from "convex/values";

export type { ValidatorJSON } from "convex/values";

/** A field of a document: what it may hold, and whether it may be absent. */
export type FieldRule = { validator: ValidatorJSON; isOptional: boolean };

const ANY: ValidatorJSON = { type: "any" };

/** The rule of a field that no schema knows. */
export const ANY_FIELD: FieldRule = { validator: ANY, isOptional: true };

/**
 * The fields of a table's documents in the schema's order. Of a union each
 * field takes what any of its members takes. Empty for a table without a schema.
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

/** The members of a union, however deep; anything else is its only member. */
export function membersOf(validator: ValidatorJSON): ValidatorJSON[] {
  return validator.type === "union"
    ? validator.value.flatMap(membersOf)
    : [validator];
}

/** The table whose ids a value may be; undefined if that is not certain. */
export function tableOfIds(validator: ValidatorJSON): string | undefined {
  const tables = membersOf(validator).flatMap((member) =>
    member.type === "id" ? [member.tableName] : [],
  );
  return new Set(tables).size === 1 ? tables[0] : undefined;
}

/** What a value may be, in few words. */
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
