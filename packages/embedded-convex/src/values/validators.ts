/**
 * Compiles validators, in the JSON form that Convex exports, into functions.
 * Messages name the path, the value and the validator, as Convex's do.
 */
import {
  CommitTsPlaceholder,
  compareValues,
  jsonToConvex,
  type ValidatorJSON,
  type Value,
} from "convex/values";
import { tableNumberIn } from "./ids";
import {
  extraField,
  pathText,
  memberStep,
  Mismatch,
  missingField,
  noMatch,
  type ObjectJSON,
} from "./mismatch";
import { isPlainObject } from "./plain-object";
import { nameText, validatorText } from "./validator-text";

/** Resolves the table numbers in ids, within one component. */
export type TableLookup = {
  /** @returns the table's name, or null when no table has that number */
  nameOfTable(tableNumber: number): string | null;
  /** Whether messages give only the types of values. */
  readonly hidesValues?: boolean;
  /** Another object whenever tables have changed; absent if that is unknown. */
  readonly catalog?: object;
};

/** @returns null when `value` is valid, else a message of several lines */
export type Validate = (value: Value, tables: TableLookup) => string | null;

/** Like `Validate`, but builds the message lazily. */
type Check = (value: Value, tables: TableLookup) => Mismatch | null;

type FieldJSON = { fieldType: ValidatorJSON; optional: boolean };
type RecordJSON = Extract<ValidatorJSON, { type: "record" }>;
type UnionJSON = Extract<ValidatorJSON, { type: "union" }>;

/**
 * @param json the `json` property of a validator
 * @returns a function that checks a value against it
 */
export function compileValidator(json: ValidatorJSON): Validate {
  const check = compile(json);
  return (value, tables) =>
    check(value, tables)?.describe(tables.hidesValues === true) ?? null;
}

function compile(json: ValidatorJSON): Check {
  switch (json.type) {
    case "any":
      return () => null;
    case "null":
      return matching(json, (value) => value === null);
    case "number":
      return matching(json, (value) => typeof value === "number");
    case "bigint":
    case "commitTs":
      return matching(json, isInt64);
    case "boolean":
      return matching(json, (value) => typeof value === "boolean");
    case "string":
      return matching(json, (value) => typeof value === "string");
    case "bytes":
      return matching(json, (value) => value instanceof ArrayBuffer);
    case "literal":
      return compileLiteral(json);
    case "id":
      return compileId(json);
    case "array":
      return compileArray(json);
    case "record":
      return compileRecord(json);
    case "object":
      return compileObject(json);
    case "union":
      return compileUnion(json);
    default:
      json satisfies never;
      throw new Error(`Unknown validator: ${JSON.stringify(json)}`);
  }
}

function matching(
  json: ValidatorJSON,
  matches: (value: Value) => boolean,
): Check {
  return (value) => (matches(value) ? null : noMatch(json, value));
}

/** A placeholder for the commit timestamp becomes an int64. */
function isInt64(value: Value): boolean {
  return typeof value === "bigint" || value instanceof CommitTsPlaceholder;
}

function compileLiteral(
  json: Extract<ValidatorJSON, { type: "literal" }>,
): Check {
  const literal = jsonToConvex(json.value);
  return (value) => {
    if (value === literal || compareValues(value, literal) === 0) return null;
    return new Mismatch(
      (path, quote) =>
        `\`${quote(value)}\` does not match literal validator ` +
        `\`${validatorText(json)}\`.${pathText(path)}`,
    );
  };
}

function compileId(json: { type: "id"; tableName: string }): Check {
  return (value, tables) => {
    if (typeof value !== "string") return noMatch(json, value);
    const number = tableNumberIn(value);
    const table = number === null ? null : tables.nameOfTable(number);
    if (table === null) return noMatch(json, value);
    if (table === json.tableName) return null;
    return new Mismatch(
      (path, quote) =>
        `Found ID ${quote(value)} from table \`${table}\`, which does not match ` +
        `the table name in validator \`${validatorText(json)}\`.${pathText(path)}`,
    );
  };
}

function compileArray(json: Extract<ValidatorJSON, { type: "array" }>): Check {
  const checkElement = compile(json.value);
  return (value, tables) => {
    if (!Array.isArray(value)) return noMatch(json, value);
    for (let i = 0; i < value.length; i++) {
      const element = value[i];
      if (element === undefined) continue;
      const problem = checkElement(element, tables);
      if (problem !== null) return problem.at(`[${i}]`);
    }
    return null;
  };
}

function compileRecord(json: RecordJSON): Check {
  const checkKey = compile(json.keys);
  const checkValue = compile(json.values.fieldType);
  return (value, tables) => {
    if (!isPlainObject(value)) return noMatch(json, value);
    for (const [key, entry] of Object.entries(value)) {
      if (entry === undefined) continue;
      const problem =
        checkRecordKey(key) ??
        checkKey(key, tables)?.at(".keys()") ??
        checkValue(entry, tables)?.at(".values()") ??
        null;
      if (problem !== null) return problem;
    }
    return null;
  };
}

function checkRecordKey(key: string): Mismatch | null {
  if (/^[\x20-\x7e]+$/.test(key) && !/^[$_]/.test(key)) return null;
  return new Mismatch(
    (path) =>
      `Record key ${JSON.stringify(nameText(key))} is not allowed: keys are non-empty ` +
      `ASCII strings that do not start with "$" or "_".\n${pathText(path)}`,
  );
}

function compileObject(json: ObjectJSON): Check {
  const fields = Object.entries(json.value).map(([name, field]) => ({
    name,
    isOptional: field.optional,
    check: compile(field.fieldType),
  }));
  const names = new Set(fields.map((field) => field.name));
  return (value, tables) => {
    if (!isPlainObject(value)) return noMatch(json, value);
    for (const { name, isOptional, check } of fields) {
      const member = Object.hasOwn(value, name) ? value[name] : undefined;
      if (member === undefined) {
        if (isOptional) continue;
        return missingField(json, value, name);
      }
      const problem = check(member, tables);
      if (problem !== null) return problem.at(memberStep(name));
    }
    for (const name in value) {
      if (!names.has(name) && value[name] !== undefined) {
        return extraField(json, value, name);
      }
    }
    return null;
  };
}

function compileUnion(json: UnionJSON): Check {
  const members = json.value.map(compile);
  const pickMember = discriminate(json);
  return (value, tables) => {
    for (const check of members) {
      if (check(value, tables) === null) return null;
    }
    const meant = members[pickMember(value)];
    return meant?.(value, tables) ?? noMatch(json, value);
  };
}

/**
 * Finds the one member of a union of objects whose literal fields, such as
 * `kind`, all match a value, so that the message can say what is wrong inside
 * that member.
 *
 * @returns the member's index, or -1 when no or several members match
 */
function discriminate(union: UnionJSON): (value: Value) => number {
  const literals = union.value.map(literalFields);
  return (value) => {
    if (!isPlainObject(value)) return -1;
    const candidates = literals.flatMap((fields, index) =>
      fields.length > 0 &&
      fields.every(([name, literal]) => value[name] === literal)
        ? [index]
        : [],
    );
    return candidates.length === 1 ? (candidates[0] ?? -1) : -1;
  };
}

function literalFields(json: ValidatorJSON): [string, Value][] {
  if (json.type !== "object") return [];
  return Object.entries(json.value).flatMap<[string, Value]>(
    ([name, { fieldType, optional }]: [string, FieldJSON]) =>
      fieldType.type === "literal" && !optional
        ? [[name, jsonToConvex(fieldType.value)]]
        : [],
  );
}
