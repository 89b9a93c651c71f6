import {
  compareValues,
  jsonToConvex,
  type JSONValue,
  type Value,
} from "convex/values";
import { UserError } from "../../base/errors";

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
    [(a: number, b: number) => number, (a: bigint, b: bigint) => bigint]
  >
> = {
  $add: [(a, b) => a + b, (a, b) => a + b],
  $sub: [(a, b) => a - b, (a, b) => a - b],
  $mul: [(a, b) => a * b, (a, b) => a * b],
  $div: [(a, b) => a / b, (a, b) => a / b],
  $mod: [(a, b) => a % b, (a, b) => a % b],
};

/**
 * Compiles the expression of a `.filter()` call, once per query.
 *
 * @throws UserError for an invalid expression
 */
export function compileFilter(json: JSONValue): Filter {
  const expression = compile(json);
  return (document) => requireBoolean(expression(document), "a filter");
}

function compile(json: JSONValue): Expression {
  const [operator, operand] = singleEntry(json);
  if (operator === "$field") return compileField(operand);
  if (operator === "$literal") {
    const literal = decodeLiteral(operand);
    return () => literal;
  }
  if (operator === "$neg") {
    const inner = compile(operand);
    return (document) => negate(inner(document));
  }
  if (operator === "$not") {
    const inner = compile(operand);
    return (document) => !requireBoolean(inner(document), "$not");
  }
  const operands = requireArray(operand, operator).map(compile);
  if (operator === "$and") {
    return (document) =>
      operands.every((inner) => requireBoolean(inner(document), "$and"));
  }
  if (operator === "$or") {
    return (document) =>
      operands.some((inner) => requireBoolean(inner(document), "$or"));
  }
  return compileBinary(operator, operands);
}

function compileBinary(
  operator: string,
  [left, right]: readonly Expression[],
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
  const [ofNumbers, ofBigints] = arithmetic;
  return (document) => {
    const a = left(document);
    const b = right(document);
    if (typeof a === "number" && typeof b === "number") return ofNumbers(a, b);
    if (typeof a === "bigint" && typeof b === "bigint") {
      return wrapInt64(operator, () => ofBigints(a, b));
    }
    throw invalidFilter(`${operator} needs two numbers of the same type`);
  };
}

function compileField(path: JSONValue): Expression {
  if (typeof path !== "string") throw invalidFilter("$field needs a name");
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

function wrapInt64(operator: string, compute: () => bigint): bigint {
  let result: bigint;
  try {
    result = compute();
  } catch {
    throw invalidFilter(`${operator} by zero`);
  }
  if (BigInt.asIntN(64, result) === result) return result;
  throw invalidFilter(`${operator} overflows`);
}

function negate(value: Value | undefined): Value {
  if (typeof value === "number" || typeof value === "bigint") return -value;
  throw invalidFilter("$neg needs a number");
}

function decodeLiteral(json: JSONValue): Value | undefined {
  const isUndefined =
    typeof json === "object" && json !== null && "$undefined" in json;
  return isUndefined ? undefined : jsonToConvex(json);
}

function requireBoolean(value: Value | undefined, where: string): boolean {
  if (typeof value === "boolean") return value;
  throw invalidFilter(`${where} needs a boolean, not ${typeof value}`);
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
  return new UserError("InvalidFilter", `Invalid filter expression: ${why}`);
}
