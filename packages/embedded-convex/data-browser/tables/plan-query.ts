import { encodeFilters } from "../../src/admin/filter-encoding";
import { filterValue } from "../../src/admin/filter-values";
import type { FilterClause, IndexClause } from "../../src/admin/table-filters";
import type { Filter } from "./filters";
import { BY_CREATION_TIME, type TableIndex } from "./table-schema";
import type { TableView } from "./table-view";

/** How to query the documents of a view. */
export type QueryPlan = {
  /** The `filters` argument of `adminApi.documents`. */
  encoded: string;
  index: TableIndex;
  /** The filters that the index range covers; the others are checked row by row. */
  indexed: ReadonlySet<Filter>;
};

type Answers = { clauses: IndexClause[]; indexed: Set<Filter> };

/**
 * Turns as many filters as possible into an index range: equality on a prefix
 * of its fields, then bounds on the next field. Unless the view names an index,
 * the one that covers most is taken.
 */
export function planQuery(
  view: TableView,
  indexes: readonly TableIndex[],
): QueryPlan {
  const named = indexes.find(({ name }) => name === view.index);
  const index = named ?? bestIndex(view.filters, indexes);
  const { clauses, indexed } = answersOf(index, view.filters);
  const others = view.filters.filter((filter) => !indexed.has(filter));
  const encoded = encodeFilters({
    clauses: others.map(clauseOf),
    order: view.order,
    index: { name: index.name, clauses },
  });
  return { encoded, index, indexed };
}

function bestIndex(
  filters: readonly Filter[],
  indexes: readonly TableIndex[],
): TableIndex {
  const ranked = indexes
    .map((index) => ({ index, answers: answersOf(index, filters) }))
    .filter(({ answers }) => answers.indexed.size > 0)
    .sort((a, b) => weight(b.answers) - weight(a.answers));
  return ranked[0]?.index ?? BY_CREATION_TIME;
}

/** An equality is more selective than a range. */
function weight({ clauses, indexed }: Answers): number {
  const equalities = clauses.filter(({ type }) => type === "indexEq").length;
  return equalities * 2 + (indexed.size > equalities ? 1 : 0);
}

function answersOf(
  { fields }: TableIndex,
  filters: readonly Filter[],
): Answers {
  const clauses: IndexClause[] = [];
  const indexed = new Set<Filter>();
  for (const field of fields) {
    const about = filters.filter((filter) => filter.field === field);
    const equality = about.find(({ op }) => op === "eq");
    if (equality === undefined) {
      addRange(about, clauses, indexed);
      break;
    }
    const value = filterValue(equality.value);
    clauses.push({ type: "indexEq", enabled: true, value });
    indexed.add(equality);
  }
  return { clauses, indexed };
}

function addRange(
  about: readonly Filter[],
  clauses: IndexClause[],
  indexed: Set<Filter>,
): void {
  const range: IndexClause & { type: "indexRange" } = {
    type: "indexRange",
    enabled: true,
  };
  for (const filter of about) {
    const { op } = filter;
    const isLower = op === "gt" || op === "gte";
    const isUpper = op === "lt" || op === "lte";
    if (isLower && range.lowerOp === undefined) {
      range.lowerOp = op;
      range.lowerValue = filterValue(filter.value);
    } else if (isUpper && range.upperOp === undefined) {
      range.upperOp = op;
      range.upperValue = filterValue(filter.value);
    } else continue;
    indexed.add(filter);
  }
  const isRange = range.lowerOp !== undefined || range.upperOp !== undefined;
  if (isRange) clauses.push(range);
}

function clauseOf(filter: Filter): FilterClause {
  const { field, op } = filter;
  if (op === "type" || op === "notype")
    return { field, op, value: filter.value };
  return { field, op, value: filterValue(filter.value) };
}
