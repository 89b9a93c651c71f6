import type { ReactNode } from "react";
import type { TableDocument } from "../../admin/admin-api";
import type { Column } from "./columns";
import styles from "./document-grid.module.css";
import { GridRow } from "./grid-row";
import type { RowWindow } from "./use-window";
import type { Selection } from "./use-selection";

type DocumentGridProps = {
  table: string;
  head: ReactNode;
  columns: readonly Column[];
  documents: readonly TableDocument[];
  /** How many there are in all; null if nobody has counted. */
  total: number | null;
  rows: RowWindow;
  /** When the newest was made that was there from the beginning. */
  newerThan: number;
  addressOf: (id: string) => string;
  openId: string | undefined;
  selection: Selection;
};

/** Documents as a table, of which only the rows around those in view are drawn. */
export function DocumentGrid(props: DocumentGridProps) {
  const { table, head, columns, documents, total, rows } = props;
  const { addressOf, openId, selection } = props;
  const { first, end, rowPx } = rows;
  const widthRem = columns.reduce((sum, column) => sum + column.widthRem, 0);
  return (
    <table
      className={styles.grid}
      // Without a width of its own the rows in view would give the columns theirs.
      style={{ width: `calc(var(--id-column) + ${widthRem}rem)` }}
      aria-label={`Documents of ${table}`}
      aria-rowcount={total === null ? -1 : total + 1}
    >
      <colgroup>
        <col className={styles.idColumn} />
        {columns.map(({ field, widthRem }) => (
          <col key={field} style={{ width: `${widthRem}rem` }} />
        ))}
      </colgroup>
      {head}
      <tbody>
        <Gap heightPx={first * rowPx} columns={columns.length + 1} />
        {documents.slice(first, end).map((document, i) => (
          <GridRow
            key={document._id}
            document={document}
            columns={columns}
            address={addressOf(document._id)}
            rowIndex={first + i + 2}
            newerThan={props.newerThan}
            isOpen={document._id === openId}
            isSelected={selection.ids.has(document._id)}
            onSelect={selection.select}
          />
        ))}
        <Gap
          heightPx={(documents.length - end) * rowPx}
          columns={columns.length + 1}
        />
      </tbody>
    </table>
  );
}

/** Stands for rows that are not drawn. */
function Gap({ heightPx, columns }: { heightPx: number; columns: number }) {
  if (heightPx <= 0) return null;
  return (
    <tr aria-hidden="true" className={styles.gap} style={{ height: heightPx }}>
      <td colSpan={columns} aria-hidden="true" />
    </tr>
  );
}
