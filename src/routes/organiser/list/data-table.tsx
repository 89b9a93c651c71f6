import type { ReactNode } from "react";
import { ChevronIcon } from "../../../ui/icons";
import type { Sorting, SortKey } from "./arrange";

export type Column<Row> = {
  id: string;
  heading: string;
  /** Without it the rows cannot be sorted by this column. */
  sortKey?: (row: Row) => SortKey;
  /** The relative width: from numbers (1) to text and lists (4). */
  weight?: 1 | 2 | 3 | 4;
  cell: (row: Row) => ReactNode;
};

/** A sortable table; the first column is the row's header. On a phone each row is a card that repeats the headings. */
export function DataTable<Row extends { _id: string }>({
  label,
  columns,
  rows,
  sorting,
  onSort,
}: {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  sorting: Sorting;
  onSort: (columnId: string) => void;
}) {
  return (
    <table className="org-table" aria-label={label}>
      <thead>
        <tr>
          {columns.map((column) => (
            <Heading key={column.id} {...{ column, sorting, onSort }} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row._id}>
            {columns.map(({ id, heading, cell }, position) => {
              const content = cell(row);
              const Cell = position === 0 ? "th" : "td";
              return (
                <Cell
                  key={id}
                  scope={position === 0 ? "row" : undefined}
                  data-empty={content === null || undefined}
                >
                  <span className="org-cell-name quiet" aria-hidden="true">
                    {heading}
                  </span>
                  <span>{content}</span>
                </Cell>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Heading<Row>({
  column: { id, heading, sortKey, weight = 1 },
  sorting,
  onSort,
}: {
  column: Column<Row>;
  sorting: Sorting;
  onSort: (columnId: string) => void;
}) {
  const isSorted = sorting.columnId === id;
  return (
    <th
      scope="col"
      data-weight={weight}
      data-plain={sortKey === undefined || undefined}
      aria-sort={isSorted ? sorting.direction : undefined}
    >
      {sortKey ? (
        <button type="button" className="org-sort" onClick={() => onSort(id)}>
          <span>{heading}</span>
          <span className="org-sort-mark">
            <ChevronIcon />
          </span>
        </button>
      ) : (
        heading
      )}
    </th>
  );
}
