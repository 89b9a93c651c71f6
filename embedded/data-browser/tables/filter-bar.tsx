import { useRef, useState } from "react";
import { Button } from "../ui/button";
import { Notice } from "../ui/notice";
import type { FieldRule } from "../values/validator";
import { type Condition, conditionText, describeCondition } from "./conditions";
import styles from "./filter-bar.module.css";
import { FilterForm } from "./filter-form";
import type { QueryPlan } from "./plan-query";
import { SortControl } from "./sort-control";
import type { TableIndex } from "./table-schema";
import type { TableView } from "./table-view";

type FilterBarProps = {
  rules: ReadonlyMap<string, FieldRule>;
  indexes: readonly TableIndex[];
  view: TableView;
  /** What the address holds and nobody can read. */
  unread: readonly string[];
  plan: QueryPlan;
  onView: (view: TableView) => void;
};

/** What is shown and in which order, as chips that can be changed. */
export function FilterBar(props: FilterBarProps) {
  const { rules, view, unread, plan, onView } = props;
  const [edited, setEdited] = useState<Condition | "new" | null>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const close = () => {
    setEdited(null);
    addButton.current?.focus();
  };
  const setConditions = (conditions: Condition[]) => {
    close();
    onView({ ...view, conditions });
  };
  const put = (condition: Condition) => {
    const text = conditionText(condition);
    const others = view.conditions.filter(
      (other) => other !== edited && conditionText(other) !== text,
    );
    setConditions([...others, condition]);
  };
  return (
    <div className={styles.bar}>
      <ul className={styles.chips} aria-label="Filters">
        {view.conditions.map((condition) => (
          <Chip
            key={conditionText(condition)}
            condition={condition}
            isIndexed={plan.indexed.has(condition)}
            onEdit={() => setEdited(condition)}
            onRemove={() =>
              setConditions(view.conditions.filter((one) => one !== condition))
            }
          />
        ))}
        <li>
          <Button
            ref={addButton}
            aria-expanded={edited === "new"}
            onClick={() => setEdited(edited === "new" ? null : "new")}
          >
            Add filter
          </Button>
        </li>
      </ul>
      <SortControl {...props} />
      {edited !== null && (
        <FilterForm
          key={edited === "new" ? "new" : conditionText(edited)}
          rules={rules}
          condition={edited === "new" ? null : edited}
          onDone={put}
          onCancel={close}
        />
      )}
      {unread.length > 0 && (
        <Notice tone="hot">
          This filter of the address makes no sense and is left out:{" "}
          {unread.join(", ")}
        </Notice>
      )}
    </div>
  );
}

function Chip(props: {
  condition: Condition;
  isIndexed: boolean;
  onEdit: () => void;
  onRemove: () => void;
}) {
  const words = describeCondition(props.condition);
  return (
    <li className={styles.chip}>
      <button
        className={styles.chipText}
        onClick={props.onEdit}
        title={
          props.isIndexed
            ? "Answered by the index"
            : "Checked row by row: no index in use answers it"
        }
      >
        <span className={styles.chipWords}>{words}</span>
        {!props.isIndexed && <span className={styles.scan}>row by row</span>}
      </button>
      <button
        className={styles.chipRemove}
        onClick={props.onRemove}
        aria-label={`Remove the filter ${words}`}
      >
        ×
      </button>
    </li>
  );
}
