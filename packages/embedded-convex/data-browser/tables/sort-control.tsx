import { Button } from "../ui/button";
import { SelectField } from "../ui/field";
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
      <SelectField
        label="Sort by"
        options={[
          ["", `Automatic (${plan.index.name})`],
          ...indexes.map(
            (index) => [index.name, describeIndex(index)] as const,
          ),
        ]}
        value={view.index ?? ""}
        onValue={(name) => onView({ ...view, index: name || null })}
      />
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
