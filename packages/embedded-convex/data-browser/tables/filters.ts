import type { Value } from "convex/values";
import { VALUE_TYPES, type ValueType } from "../../src/admin/filter-values";
import { parseValue } from "../values/parse-value";
import { printValue } from "../values/print-value";
import { isTimeLike, localTime } from "../time/format-time";

const COMPARISONS = ["eq", "neq", "gt", "gte", "lt", "lte"] as const;
const TYPE_TESTS = ["type", "notype"] as const;

export type Comparison = (typeof COMPARISONS)[number];
export type TypeTest = (typeof TYPE_TESTS)[number];

/** A predicate on a field; the value undefined stands for an absent field. */
export type Filter =
  | { field: string; op: Comparison; value: Value | undefined }
  | { field: string; op: TypeTest; value: ValueType };

/** Labels of the operators. */
export const OPERATORS: Record<Comparison | TypeTest, string> = {
  eq: "is",
  neq: "is not",
  gt: "is more than",
  gte: "is at least",
  lt: "is less than",
  lte: "is at most",
  type: "has type",
  notype: "does not have type",
};

const ABSENT = "undefined";

/** The form in the URL: `op:field:value`. */
export function filterText(filter: Filter): string {
  const field = encodeURIComponent(filter.field);
  return `${filter.op}:${field}:${valueText(filter)}`;
}

/** The inverse of `filterText`; null if the text is invalid. */
export function parseFilter(text: string): Filter | null {
  const [op, encoded, ...rest] = text.split(":");
  const field = decode(encoded ?? "");
  const value = rest.join(":");
  if (field === "" || rest.length === 0) return null;
  const comparison = COMPARISONS.find((name) => name === op);
  if (comparison !== undefined) {
    if (value === ABSENT) return { field, op: comparison, value: undefined };
    const parsed = parseValue(value);
    return parsed.ok ? { field, op: comparison, value: parsed.value } : null;
  }
  const test = TYPE_TESTS.find((name) => name === op);
  const type = VALUE_TYPES.find((name) => name === value);
  if (test === undefined || type === undefined) return null;
  return { field, op: test, value: type };
}

/** A readable form, such as `email is "asha@example.in"`. */
export function describeFilter(filter: Filter): string {
  const { field, op, value } = filter;
  const isAbsence = value === undefined && (op === "eq" || op === "neq");
  if (isAbsence) return `${field} ${op === "eq" ? "is not there" : "is there"}`;
  const words = isTimeLike(value) ? localTime(value) : null;
  return `${field} ${OPERATORS[op]} ${words ?? valueText(filter)}`;
}

export function isTypeTest(op: Comparison | TypeTest): op is TypeTest {
  return op === "type" || op === "notype";
}

function valueText({ op, value }: Filter): string {
  if (op === "type" || op === "notype") return value;
  return value === undefined ? ABSENT : printValue(value);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}
