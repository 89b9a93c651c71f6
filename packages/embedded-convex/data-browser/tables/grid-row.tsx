import type { Value } from "convex/values";
import { type KeyboardEvent, memo, useState } from "react";
import { Link } from "react-router-dom";
import type { TableDocument } from "../../src/admin/admin-api";
import { classNames } from "../ui/class-names";
import type { FieldRule } from "../values/validator";
import { CellValue } from "./cell-value";
import type { Column } from "./columns";
import styles from "./document-grid.module.css";
import { sameValue } from "../values/print-value";

/** How long a document counts as new. */
const NEW_MS = 3000;

type GridRowProps = {
  document: TableDocument;
  columns: readonly Column[];
  /** The URL of the document's panel. */
  address: string;
  /** Counted from the header row, which is 1. */
  rowIndex: number;
  /** Creation time of the newest document on the first load; later ones are new. */
  newerThan: number;
  isOpen: boolean;
  isSelected: boolean;
  onSelect: (id: string, isSelected: boolean) => void;
};

/** The row of one document; a new one is highlighted. */
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
          className="code clip"
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

/** A cell that flashes when its value changes. */
function GridCell(props: { value: Value | undefined; rule: FieldRule }) {
  const { value, rule } = props;
  const [seen, setSeen] = useState({ value, changes: 0 });
  const isChanged = seen.value !== value && !sameValue(seen.value, value);
  if (isChanged) setSeen({ value, changes: seen.changes + 1 });
  return (
    <td>
      <div
        // A new key restarts the animation.
        key={seen.changes}
        className={classNames("clip", seen.changes > 0 && styles.changed)}
      >
        <CellValue value={value} rule={rule} />
      </div>
    </td>
  );
}

/** Moves the focus to the previous or next document by arrow keys. */
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
