import { classNames } from "../ui/class-names";
import type { Column } from "./columns";
import styles from "./document-grid.module.css";
import type { TableIndex } from "./table-schema";
import type { TableView } from "./table-view";

type GridHeadProps = {
  columns: readonly Column[];
  indexes: readonly TableIndex[];
  /** The index that determines the order. */
  index: TableIndex;
  view: TableView;
  onView: (view: TableView) => void;
};

/** The header row; fields that are first in an index can be sorted by. */
export function GridHead(props: GridHeadProps) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        <HeadCell {...props} field="_id" className={styles.head} />
        {props.columns.map(({ field }) => (
          <HeadCell key={field} {...props} field={field} />
        ))}
      </tr>
    </thead>
  );
}

function HeadCell(
  props: GridHeadProps & { field: string; className?: string },
) {
  const { indexes, index, view, onView, field, className } = props;
  const own = indexes.find(({ fields }) => fields[0] === field);
  const isSorted = index.fields[0] === field;
  const direction = view.order === "asc" ? "ascending" : "descending";
  if (own === undefined) {
    return (
      <th scope="col" className={className}>
        {field}
      </th>
    );
  }
  const other = view.order === "asc" ? "desc" : "asc";
  const next: TableView = isSorted
    ? { ...view, order: other }
    : { ...view, index: own.name, order: "asc" };
  return (
    <th
      scope="col"
      className={className}
      aria-sort={isSorted ? direction : "none"}
    >
      <button
        className={classNames(styles.sort, isSorted && styles.sorted)}
        onClick={() => onView(next)}
        title={`Sort by the index ${own.name}`}
      >
        {field}
        <span aria-hidden="true" className={styles.arrow}>
          {isSorted ? (view.order === "asc" ? "↑" : "↓") : "↑↓"}
        </span>
      </button>
    </th>
  );
}
