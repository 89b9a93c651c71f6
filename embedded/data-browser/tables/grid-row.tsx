import { type KeyboardEvent, memo, useState } from "react";
import { Link } from "react-router-dom";
import type { TableDocument } from "../../admin/admin-api";
import { classNames } from "../ui/class-names";
import type { Column } from "./columns";
import styles from "./document-grid.module.css";
import { GridCell } from "./grid-cell";

/** How long a document counts as one that has just come in. */
const NEW_MS = 3000;

type GridRowProps = {
  document: TableDocument;
  columns: readonly Column[];
  /** Where the document opens. */
  address: string;
  /** Counted from the head of the table, which is 1. */
  rowIndex: number;
  /** When the newest was made that was there from the beginning. */
  newerThan: number;
  isOpen: boolean;
  isSelected: boolean;
  onSelect: (id: string, isSelected: boolean) => void;
};

/** One document. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { document, columns, rowIndex, isOpen, isSelected } = props;
  const madeAt = document._creationTime;
  const [isNew] = useState(
    () => madeAt > props.newerThan && Math.abs(Date.now() - madeAt) < NEW_MS,
  );
  return (
    <tr
      aria-rowindex={rowIndex}
      className={classNames(
        isNew && styles.new,
        (isOpen || isSelected) && styles.selected,
      )}
    >
      <RowHead {...props} />
      {columns.map(({ field, rule }) => (
        <GridCell key={field} value={document[field]} rule={rule} />
      ))}
    </tr>
  );
});

function RowHead(props: GridRowProps) {
  const { document, address, isOpen, isSelected, onSelect } = props;
  const id = document._id;
  return (
    <th scope="row" className={styles.head} aria-label={id}>
      <div className={styles.rowHead}>
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={isSelected}
            onChange={(event) => onSelect(id, event.target.checked)}
          />
          <span className="visually-hidden">Select {id}</span>
        </label>
        <Link
          to={address}
          className={styles.id}
          data-document={id}
          aria-current={isOpen ? "true" : undefined}
          onKeyDown={moveBetweenRows}
        >
          {id}
        </Link>
      </div>
    </th>
  );
}

/** The arrow keys go to the document above or below. */
function moveBetweenRows(event: KeyboardEvent<HTMLAnchorElement>): void {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  const row = event.currentTarget.closest("tr");
  const next =
    event.key === "ArrowDown"
      ? row?.nextElementSibling
      : row?.previousElementSibling;
  event.preventDefault();
  next?.querySelector<HTMLAnchorElement>("th a")?.focus();
}
