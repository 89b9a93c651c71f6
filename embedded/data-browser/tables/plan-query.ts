import { encodeFilters, filterValue } from "../../admin/filter-encoding";
import type { FilterClause, IndexClause } from "../../admin/table-filters";
import type { Condition } from "./conditions";
import { BY_CREATION_TIME, type TableIndex } from "./table-schema";
import type { TableView } from "./table-view";

/** How the documents of a view are found. */
export type QueryPlan = {
  /** For `adminApi.documents`. */
  filters: string;
  index: TableIndex;
  /** The conditions that the index answers; others are checked row by row. */
  indexed: ReadonlySet<Condition>;
};

type Answers = { clauses: IndexClause[]; indexed: Set<Condition> };

/**
 * Lets the view's index answer what it can: equality with its first fields,
 * then a range of the next. Without one it takes the index that answers most.
 */
export function planQuery(
  view: TableView,
  indexes: readonly TableIndex[],
): QueryPlan {
  const named = indexes.find(({ name }) => name === view.index);
  const index = named ?? bestIndex(view.conditions, indexes);
  const { clauses, indexed } = answersOf(index, view.conditions);
  const others = view.conditions.filter((condition) => !indexed.has(condition));
  const filters = encodeFilters({
    clauses: others.map(clauseOf),
    order: view.order,
    index: { name: index.name, clauses },
  });
  return { filters, index, indexed };
}

function bestIndex(
  conditions: readonly Condition[],
  indexes: readonly TableIndex[],
): TableIndex {
  const ranked = indexes
    .map((index) => ({ index, answers: answersOf(index, conditions) }))
    .filter(({ answers }) => answers.indexed.size > 0)
    .sort((a, b) => weight(b.answers) - weight(a.answers));
  return ranked[0]?.index ?? BY_CREATION_TIME;
}

/** An equality narrows more than a range. */
function weight({ clauses, indexed }: Answers): number {
  const equalities = clauses.filter(({ type }) => type === "indexEq").length;
  return equalities * 2 + (indexed.size > equalities ? 1 : 0);
}

function answersOf(
  { fields }: TableIndex,
  conditions: readonly Condition[],
): Answers {
  const clauses: IndexClause[] = [];
  const indexed = new Set<Condition>();
  for (const field of fields) {
    const about = conditions.filter((condition) => condition.field === field);
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
  about: readonly Condition[],
  clauses: IndexClause[],
  indexed: Set<Condition>,
): void {
  const range: IndexClause & { type: "indexRange" } = {
    type: "indexRange",
    enabled: true,
  };
  for (const condition of about) {
    const { op } = condition;
    const isLower = op === "gt" || op === "gte";
    const isUpper = op === "lt" || op === "lte";
    if (isLower && range.lowerOp === undefined) {
      range.lowerOp = op;
      range.lowerValue = filterValue(condition.value);
    } else if (isUpper && range.upperOp === undefined) {
      range.upperOp = op;
      range.upperValue = filterValue(condition.value);
    } else continue;
    indexed.add(condition);
  }
  const isRange = range.lowerOp !== undefined || range.upperOp !== undefined;
  if (isRange) clauses.push(range);
}

function clauseOf(condition: Condition): FilterClause {
  const { field, op } = condition;
  if (op === "type" || op === "notype")
    return { field, op, value: condition.value };
  return { field, op, value: filterValue(condition.value) };
}
