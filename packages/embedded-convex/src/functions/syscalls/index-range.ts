import type { JSONValue, Value } from "convex/values";
import { UserError } from "../../base/errors";
import {
  afterPrefix,
  encodeKey,
  WHOLE_RANGE,
  type Key,
  type KeyRange,
} from "../../values/keys";
import { type Quote, valueText } from "../../values/validator-text";
import { decodeLiteral, shown } from "./filter";

/** One condition of `withIndex`, as the client library serialises it. */
export type RangeExpression = {
  type: "Eq" | "Gt" | "Gte" | "Lt" | "Lte";
  fieldPath: string;
  value: JSONValue;
};

type Bound = { value: Value | undefined; isInclusive: boolean };

/** The conditions of a range, sorted by kind. */
type Conditions = {
  equalities: Map<string, Value | undefined>;
  /** The field with bounds; null when there are only equalities. */
  bounded: string | null;
  lower: Bound | null;
  upper: Bound | null;
};

const OPERATORS = { Eq: "==", Gt: ">", Gte: ">=", Lt: "<", Lte: "<=" };

/**
 * Converts the conditions of a `withIndex` call into a range of the index's
 * keys. Convex permits equalities on the first fields, in any order, and at
 * most one lower and one upper bound on the next field. Every index ends with
 * `_id`, which may be in a range as well.
 *
 * @param fields the index's fields in order, including `_creationTime`
 * @param quote writes a value in an error's message
 * @throws UserError for other conditions, in Convex's words
 */
export function toKeyRange(
  expressions: readonly RangeExpression[],
  fields: readonly string[],
  index: string,
  quote: Quote = valueText,
): KeyRange {
  if (expressions.length === 0) return WHOLE_RANGE;
  const conditions = sortConditions(expressions, index, quote);
  const { equalities, bounded, lower, upper } = conditions;
  const order = fields.at(-1) === "_id" ? fields : [...fields, "_id"];
  const used = [...equalities.keys()];
  if (bounded !== null) used.push(bounded);
  for (const field of used) {
    if (order.includes(field)) continue;
    throw new UserError(
      `The index range included a comparison with "${field}", but ${index} with fields ${listed(fields)} doesn't index this field. For more information see https://docs.convex.dev/using/indexes.`,
    );
  }
  const prefix = order.slice(0, equalities.size);
  const isPrefix =
    prefix.every((field) => equalities.has(field)) &&
    (bounded === null || order[equalities.size] === bounded);
  if (!isPrefix) throw wrongOrder(equalities, bounded, order, fields, index);
  const values = prefix.map((field) => equalities.get(field));
  return keyRange(values, lower, upper);
}

function sortConditions(
  expressions: readonly RangeExpression[],
  index: string,
  quote: Quote,
): Conditions {
  const conditions: Conditions = {
    equalities: new Map(),
    bounded: null,
    lower: null,
    upper: null,
  };
  const { equalities } = conditions;
  for (const { type, fieldPath: field, value: json } of expressions) {
    const value = decodeLiteral(json);
    if (type === "Eq") {
      if (equalities.has(field)) {
        const known = shown(equalities.get(field), quote);
        throw boundTwice("equality", field, "==", known);
      }
      equalities.set(field, value);
      continue;
    }
    const side = type.startsWith("G") ? "lower" : "upper";
    if (conditions[side] !== null) {
      throw boundTwice(side, field, OPERATORS[type], shown(value, quote));
    }
    if (conditions.bounded !== null && conditions.bounded !== field) {
      throw new UserError(
        `Upper and lower bounds in \`range\` can only be applied to a single index field. This query against index ${index} attempted to set a range bound on both "${conditions.bounded}" and "${field}". Consider using \`filter\` instead. See https://docs.convex.dev/using/indexes for more info.`,
      );
    }
    conditions.bounded = field;
    conditions[side] = { value, isInclusive: type.endsWith("e") };
  }
  const { bounded } = conditions;
  if (bounded !== null && equalities.has(bounded)) {
    const known = shown(equalities.get(bounded), quote);
    throw boundTwice("inequality", bounded, "==", known);
  }
  return conditions;
}

function keyRange(
  prefix: readonly (Value | undefined)[],
  lower: Bound | null,
  upper: Bound | null,
): KeyRange {
  const whole = encodeKey(prefix);
  const keyOf = ({ value }: Bound): Key => encodeKey([...prefix, value]);
  let lo = whole;
  if (lower !== null) {
    lo = lower.isInclusive ? keyOf(lower) : afterPrefix(keyOf(lower));
  }
  let hi = prefix.length === 0 ? null : afterPrefix(whole);
  if (upper !== null) {
    hi = upper.isInclusive ? afterPrefix(keyOf(upper)) : keyOf(upper);
  }
  return { lo, hi };
}

function boundTwice(
  which: string,
  field: string,
  operator: string,
  value: string,
): UserError {
  return new UserError(
    `Already defined ${which} bound in index range. Can't add "${field}" ${operator} ${value}.`,
  );
}

function wrongOrder(
  equalities: ReadonlyMap<string, unknown>,
  bounded: string | null,
  order: readonly string[],
  fields: readonly string[],
  index: string,
): UserError {
  const used = order.filter((field) => equalities.has(field));
  if (bounded !== null) used.push(bounded);
  const first = used.find((field, position) => field !== order[position]);
  return new UserError(
    `Tried to query index ${index} but the query didn't use the index fields in order.\n` +
      `Index fields: ${listed(fields)}\n` +
      `Query fields: ${listed(used)}\n` +
      `First incorrect field: "${first}"\n` +
      "For more information see https://docs.convex.dev/using/indexes.",
  );
}

function listed(fields: readonly string[]): string {
  return `[${fields.map((field) => `"${field}"`).join(", ")}]`;
}
