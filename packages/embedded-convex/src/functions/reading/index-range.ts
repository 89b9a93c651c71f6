import { jsonToConvex, type JSONValue, type Value } from "convex/values";
import { UserError } from "../../base/errors";
import {
  afterPrefix,
  encodeKey,
  WHOLE_RANGE,
  type Key,
  type KeyRange,
} from "../../values/keys";

/** One condition of `withIndex`, as the client library serialises it. */
export type RangeExpression = {
  type: "Eq" | "Gt" | "Gte" | "Lt" | "Lte";
  fieldPath: string;
  value: JSONValue;
};

type Bound = { value: Value | undefined; isInclusive: boolean };

/**
 * Converts the conditions of a `withIndex` call into a range of the index's
 * keys. Convex permits equalities on the first fields, then at most one lower
 * and one upper bound on the next field.
 *
 * @param fields the index's fields in order, including `_creationTime`
 * @throws UserError naming `index` for other conditions
 */
export function toKeyRange(
  expressions: readonly RangeExpression[],
  fields: readonly string[],
  index: string,
): KeyRange {
  const prefix: (Value | undefined)[] = [];
  let lower: Bound | null = null;
  let upper: Bound | null = null;
  for (const { type, fieldPath, value } of expressions) {
    const expected = fields[prefix.length];
    if (fieldPath !== expected) {
      throw wrongField(fieldPath, expected, prefix.length, fields, index);
    }
    if (type === "Eq") {
      if (lower !== null || upper !== null) {
        throw invalidRange(
          index,
          `an equality on "${fieldPath}" cannot follow a bound on it`,
        );
      }
      prefix.push(decode(value));
      continue;
    }
    const bound = { value: decode(value), isInclusive: type.endsWith("e") };
    if (type === "Gt" || type === "Gte") {
      if (lower !== null) throw boundTwice(index, "lower", fieldPath);
      lower = bound;
    } else {
      if (upper !== null) throw boundTwice(index, "upper", fieldPath);
      upper = bound;
    }
  }
  return keyRange(prefix, lower, upper);
}

function keyRange(
  prefix: readonly (Value | undefined)[],
  lower: Bound | null,
  upper: Bound | null,
): KeyRange {
  if (prefix.length === 0 && lower === null && upper === null) {
    return WHOLE_RANGE;
  }
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

function decode(value: JSONValue): Value | undefined {
  const isUndefined =
    typeof value === "object" && value !== null && "$undefined" in value;
  return isUndefined ? undefined : jsonToConvex(value);
}

function wrongField(
  field: string,
  expected: string | undefined,
  position: number,
  fields: readonly string[],
  index: string,
): UserError {
  if (!fields.includes(field)) {
    return invalidRange(index, `it has no field "${field}"`);
  }
  if (expected === undefined || fields.indexOf(field) < position) {
    return invalidRange(index, `"${field}" is used twice or out of order`);
  }
  return invalidRange(
    index,
    `expected a condition on "${expected}" before one on "${field}": conditions must follow the order of the index's fields [${fields.join(", ")}]`,
  );
}

function boundTwice(index: string, which: string, field: string): UserError {
  return invalidRange(index, `"${field}" already has a ${which} bound`);
}

function invalidRange(index: string, why: string): UserError {
  return new UserError(
    "InvalidIndexRange",
    `Tried to query index ${index} with an invalid range: ${why}.`,
  );
}
