import { jsonToConvex, type JSONValue, type Value } from "convex/values";
import { UserError } from "../base/errors";
import {
  compileFilter,
  fieldReader,
  type Filter,
} from "../functions/syscalls/filter";
import type { RangeExpression } from "../functions/syscalls/index-range";
import { parseId } from "../values/ids";
import { UNSET, type ValueType } from "./filter-values";
import type { FilterClause, IndexClause } from "./table-filters";

const BOUND_TYPES = { gt: "Gt", gte: "Gte", lt: "Lt", lte: "Lte" } as const;

/** Limits the work per document: a page filters thousands in one tick. */
const MAX_COMPARISONS = 256;

/**
 * Combines conditions with AND.
 *
 * @returns null when no condition restricts anything
 * @throws UserError for an invalid value, or more than `MAX_COMPARISONS` values
 */
export function filterOf(clauses: readonly FilterClause[]): Filter | null {
  const count = clauses.reduce((sum, one) => sum + comparisonsOf(one), 0);
  if (count > MAX_COMPARISONS) {
    throw invalid(`it has more than ${MAX_COMPARISONS} values`);
  }
  const filters = clauses.flatMap((clause) => {
    const { field, enabled = true } = clause;
    return enabled && field !== undefined ? [clauseFilter(field, clause)] : [];
  });
  if (filters.length === 0) return null;
  return (document) => filters.every((passes) => passes(document));
}

/**
 * Converts conditions on an index's fields to those of `withIndex`.
 *
 * @param fields of the index, in order
 * @throws UserError when there are more conditions than fields, or a disabled
 *   one precedes an enabled one
 */
export function rangeOf(
  clauses: readonly IndexClause[],
  fields: readonly string[],
): RangeExpression[] {
  const count = clauses.findIndex(({ enabled }) => !enabled);
  const counting = count < 0 ? clauses : clauses.slice(0, count);
  if (clauses.slice(counting.length).some(({ enabled }) => enabled)) {
    throw invalid("conditions on an index cannot leave out a field");
  }
  return counting.flatMap((clause, position) => {
    const fieldPath = fields[position];
    if (fieldPath === undefined) {
      throw invalid(`the index has only ${fields.length} fields`);
    }
    return expressionsOf(clause, fieldPath);
  });
}

function expressionsOf(
  clause: IndexClause,
  fieldPath: string,
): RangeExpression[] {
  if (clause.type === "indexEq") {
    return [{ type: "Eq", fieldPath, value: checked(clause.value) }];
  }
  const { lowerOp, lowerValue, upperOp, upperValue } = clause;
  const bounds = [
    { op: lowerOp, value: lowerValue },
    { op: upperOp, value: upperValue },
  ];
  return bounds.flatMap(({ op, value }) =>
    op ? [{ type: BOUND_TYPES[op], fieldPath, value: checked(value) }] : [],
  );
}

function comparisonsOf({ op, value }: FilterClause): number {
  const isList = op === "anyOf" || op === "noneOf";
  return isList ? (value?.length ?? 0) : 1;
}

function clauseFilter(field: string, clause: FilterClause): Filter {
  switch (clause.op) {
    case "type":
    case "notype": {
      const { value: type } = clause;
      if (type === undefined) return () => true;
      const read = fieldReader(field);
      const isWanted = clause.op === "type";
      return (document) => hasType(read(document), type) === isWanted;
    }
    case "anyOf":
    case "noneOf": {
      const { value: values = [] } = clause;
      if (values.length === 0) return () => true;
      const equals = values.map((value) => comparison("eq", field, value));
      const isWanted = clause.op === "anyOf";
      return (document) =>
        equals.some((isEqual) => isEqual(document)) === isWanted;
    }
    default:
      return comparison(clause.op, field, clause.value);
  }
}

function comparison(
  operator: string,
  field: string,
  value: JSONValue | undefined,
): Filter {
  const operands: JSONValue = [{ $field: field }, { $literal: checked(value) }];
  return compileFilter({ [`$${operator}`]: operands });
}

/** @throws UserError unless `value` is an encoded value or stands for unset */
function checked(value: JSONValue | undefined): JSONValue {
  if (value === undefined) return UNSET;
  if (JSON.stringify(value) === JSON.stringify(UNSET)) return UNSET;
  try {
    jsonToConvex(value);
  } catch {
    throw invalid(`${JSON.stringify(value)} is no value`);
  }
  return value;
}

function hasType(value: Value | undefined, type: ValueType): boolean {
  if (type === "id")
    return typeof value === "string" && parseId(value) !== null;
  return typeOf(value) === type;
}

function typeOf(value: Value | undefined): ValueType {
  if (value === undefined) return "unset";
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (value instanceof ArrayBuffer) return "bytes";
  return typeof value as "string" | "boolean" | "number" | "bigint" | "object";
}

function invalid(why: string): UserError {
  return new UserError(`This filter makes no sense: ${why}`);
}
