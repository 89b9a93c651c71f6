import {
  compareValues,
  jsonToConvex,
  type JSONValue,
  type Value,
} from "convex/values";
import { UserError } from "../../base/errors";
import { type Quote, valueText } from "../../values/validator-text";

/** Decides whether a document passes; throws UserError for a wrong type. */
export type Filter = (document: Record<string, Value>) => boolean;

type Expression = (document: Record<string, Value>) => Value | undefined;
type Comparison = (order: number) => boolean;

const COMPARISONS: Readonly<Record<string, Comparison>> = {
  $eq: (order) => order === 0,
  $neq: (order) => order !== 0,
  $lt: (order) => order < 0,
  $lte: (order) => order <= 0,
  $gt: (order) => order > 0,
  $gte: (order) => order >= 0,
};

const ARITHMETIC: Readonly<
  Record<
    string,
    [
      verb: string,
      ofNumbers: (a: number, b: number) => number,
      ofBigints: (a: bigint, b: bigint) => bigint,
    ]
  >
> = {
  $add: ["add", (a, b) => a + b, (a, b) => a + b],
  $sub: ["subtract", (a, b) => a - b, (a, b) => a - b],
  $mul: ["multiply", (a, b) => a * b, (a, b) => a * b],
  $div: ["divide", (a, b) => a / b, (a, b) => a / b],
  $mod: ["mod", (a, b) => a % b, (a, b) => a % b],
};

/**
 * Compiles the expression of a `.filter()` call, once per query.
 *
 * @throws UserError for an invalid expression
 */
export function compileFilter(
  json: JSONValue,
  quote: Quote = valueText,
): Filter {
  const expression = compile(json, quote);
  return (document) => requireBoolean(expression(document), quote);
}

function compile(json: JSONValue, quote: Quote): Expression {
  const [operator, operand] = singleEntry(json);
  if (operator === "$field") {
    if (typeof operand === "string") return fieldReader(operand);
    throw invalidFilter("$field needs a name");
  }
  if (operator === "$literal") {
    const literal = decodeLiteral(operand);
    return () => literal;
  }
  if (operator === "$neg") {
    const inner = compile(operand, quote);
    return (document) => negate(inner(document), quote);
  }
  if (operator === "$not") {
    const inner = compile(operand, quote);
    return (document) => !requireBoolean(inner(document), quote);
  }
  const operands = requireArray(operand, operator).map((inner) =>
    compile(inner, quote),
  );
  if (operator === "$and") {
    return (document) =>
      operands.every((inner) => requireBoolean(inner(document), quote));
  }
  if (operator === "$or") {
    return (document) =>
      operands.some((inner) => requireBoolean(inner(document), quote));
  }
  return compileBinary(operator, operands, quote);
}

function compileBinary(
  operator: string,
  [left, right]: readonly Expression[],
  quote: Quote,
): Expression {
  if (left === undefined || right === undefined) {
    throw invalidFilter(`${operator} needs two operands`);
  }
  const comparison = ownValue(COMPARISONS, operator);
  if (comparison !== undefined) {
    return (document) =>
      comparison(compareValues(left(document), right(document)));
  }
  const arithmetic = ownValue(ARITHMETIC, operator);
  if (arithmetic === undefined) {
    throw invalidFilter(`unknown operator ${operator}`);
  }
  const [verb, ofNumbers, ofBigints] = arithmetic;
  return (document) => {
    const a = left(document);
    const b = right(document);
    if (typeof a === "number" && typeof b === "number") return ofNumbers(a, b);
    if (typeof a === "bigint" && typeof b === "bigint") {
      const isDivision = operator === "$div" || operator === "$mod";
      if (isDivision && b === 0n) {
        throw new UserError(`Cannot ${verb} ${shown(a, quote)} by zero`);
      }
      const what = `${verb} ${shown(a, quote)} and ${shown(b, quote)}`;
      return requireInt64(ofBigints(a, b), what);
    }
    throw new UserError(
      `Cannot ${verb} ${typed(a, quote)} and ${typed(b, quote)}`,
    );
  };
}

/** @returns what reads the field at a path such as `address.city` */
export function fieldReader(path: string): Expression {
  const parts = path.split(".");
  return (document) => {
    let value: Value | undefined = document;
    for (const part of parts) {
      if (typeof value !== "object" || value === null) return undefined;
      value = ownValue(value as Record<string, Value>, part);
    }
    return value;
  };
}

function requireInt64(result: bigint, what: string): bigint {
  if (BigInt.asIntN(64, result) === result) return result;
  throw new UserError(`Cannot ${what}: the result is out of range for Int64`);
}

function negate(value: Value | undefined, quote: Quote): Value {
  if (typeof value === "number") return -value;
  if (typeof value === "bigint") {
    return requireInt64(-value, `negate ${shown(value, quote)}`);
  }
  throw new UserError(`Cannot negate ${typed(value, quote)}`);
}

/** @returns a value that a query compares with; undefined is a missing field */
export function decodeLiteral(json: JSONValue): Value | undefined {
  const isUndefined =
    typeof json === "object" && json !== null && "$undefined" in json;
  return isUndefined ? undefined : jsonToConvex(json);
}

function requireBoolean(value: Value | undefined, quote: Quote): boolean {
  if (typeof value === "boolean") return value;
  throw new UserError(`Cannot use value ${typed(value, quote)} as a Boolean`);
}

function typed(value: Value | undefined, quote: Quote): string {
  return `${shown(value, quote)} (type ${typeName(value)})`;
}

export function shown(value: Value | undefined, quote: Quote): string {
  return value === undefined ? "undefined" : quote(value);
}

/** @returns the name of a value's type in Convex's messages */
function typeName(value: Value | undefined): string {
  if (value === undefined) return "undefined";
  if (value === null) return "Null";
  if (Array.isArray(value)) return "Array";
  if (value instanceof ArrayBuffer) return "Bytes";
  return (
    {
      bigint: "Int64",
      number: "Float64",
      boolean: "Boolean",
      string: "String",
    }[typeof value as string] ?? "Object"
  );
}

function requireArray(value: JSONValue, operator: string): JSONValue[] {
  if (Array.isArray(value)) return value;
  throw invalidFilter(`unknown operator ${operator}`);
}

function singleEntry(json: JSONValue): [string, JSONValue] {
  const entries = typeof json === "object" && json ? Object.entries(json) : [];
  const [entry] = entries;
  if (entry !== undefined && entries.length === 1) return entry;
  throw invalidFilter("an expression has one operator");
}

function ownValue<T>(
  record: Readonly<Record<string, T>>,
  key: string,
): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

function invalidFilter(why: string): UserError {
  return new UserError(`Invalid filter expression: ${why}`);
}
