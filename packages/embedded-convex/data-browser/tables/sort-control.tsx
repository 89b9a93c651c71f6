import { Button } from "../ui/button";
import { Field } from "../ui/field";
import styles from "./filter-bar.module.css";
import type { QueryPlan } from "./plan-query";
import { CREATION_TIME, type TableIndex } from "./table-schema";
import type { TableView } from "./table-view";

type SortControlProps = {
  indexes: readonly TableIndex[];
  view: TableView;
  plan: QueryPlan;
  onView: (view: TableView) => void;
};

/** Selects the index that determines the order, and the direction. */
export function SortControl(props: SortControlProps) {
  const { indexes, view, plan, onView } = props;
  const isAscending = view.order === "asc";
  return (
    <div className={styles.sort}>
      <Field label="Sort by">
        {(control) => (
          <select
            {...control}
            value={view.index ?? ""}
            onChange={({ target }) =>
              onView({ ...view, index: target.value || null })
            }
          >
            <option value="">Automatic ({plan.index.name})</option>
            {indexes.map((index) => (
              <option key={index.name} value={index.name}>
                {describeIndex(index)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Button
        onClick={() => onView({ ...view, order: isAscending ? "desc" : "asc" })}
      >
        <span className="visually-hidden">Order: </span>
        {isAscending ? "↑ Ascending" : "↓ Descending"}
      </Button>
    </div>
  );
}

function describeIndex({ name, fields }: TableIndex): string {
  const own = fields.length > 1 ? fields.slice(0, -1) : fields;
  return own.join() === CREATION_TIME ? name : `${name} (${own.join(", ")})`;
}
