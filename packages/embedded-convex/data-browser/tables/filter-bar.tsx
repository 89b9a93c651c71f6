import { useRef, useState } from "react";
import { Button } from "../ui/button";
import { classNames } from "../ui/class-names";
import { Notice } from "../ui/notice";
import type { FieldRule } from "../values/validator";
import { type Filter, filterText, describeFilter } from "./filters";
import styles from "./filter-bar.module.css";
import { FilterForm } from "./filter-form";
import type { QueryPlan } from "./plan-query";
import { type TableIndex, CREATION_TIME } from "./table-schema";
import type { TableView } from "./table-view";
import { SelectField } from "../ui/field";

type FilterBarProps = {
  fields: ReadonlyMap<string, FieldRule>;
  indexes: readonly TableIndex[];
  view: TableView;
  /** Filters in the URL that cannot be parsed. */
  unreadable: readonly string[];
  plan: QueryPlan;
  onView: (view: TableView) => void;
};

/** The filters as chips that can be edited, and the order. */
export function FilterBar(props: FilterBarProps) {
  const { fields, view, unreadable, plan, onView } = props;
  const [edited, setEdited] = useState<Filter | "new" | null>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const close = () => {
    setEdited(null);
    addButton.current?.focus();
  };
  const setFilters = (filters: Filter[]) => {
    close();
    onView({ ...view, filters });
  };
  const put = (filter: Filter) => {
    const text = filterText(filter);
    const others = view.filters.filter(
      (other) => other !== edited && filterText(other) !== text,
    );
    setFilters([...others, filter]);
  };
  return (
    <div className={styles.bar}>
      <ul className={classNames("row", styles.chips)} aria-label="Filters">
        {view.filters.map((filter) => (
          <Chip
            key={filterText(filter)}
            filter={filter}
            isIndexed={plan.indexed.has(filter)}
            onEdit={() => setEdited(filter)}
            onRemove={() =>
              setFilters(view.filters.filter((one) => one !== filter))
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
          key={edited === "new" ? "new" : filterText(edited)}
          fields={fields}
          filter={edited === "new" ? null : edited}
          onDone={put}
          onCancel={close}
        />
      )}
      {unreadable.length > 0 && (
        <Notice>
          This filter in the address is not valid and is ignored:{" "}
          {unreadable.join(", ")}
        </Notice>
      )}
    </div>
  );
}

function Chip(props: {
  filter: Filter;
  isIndexed: boolean;
  onEdit: () => void;
  onRemove: () => void;
}) {
  const words = describeFilter(props.filter);
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
        <span className={classNames("clip", styles.chipWords)}>{words}</span>
        {!props.isIndexed && <em className="note">row by row</em>}
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

/** Selects the index that determines the order, and the direction. */
function SortControl(props: FilterBarProps) {
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
