import type { ReactNode } from "react";
import type { TableDocument } from "../../src/admin/admin-api";
import type { Column } from "./columns";
import styles from "./document-grid.module.css";
import { GridRow } from "./grid-row";
import type { RowWindow } from "./use-row-window";
import type { Selection } from "./use-selection";

type DocumentGridProps = {
  table: string;
  head: ReactNode;
  columns: readonly Column[];
  documents: readonly TableDocument[];
  /** The number of matching documents; null if unknown. */
  total: number | null;
  rows: RowWindow;
  /** Creation time of the newest document on the first load; later ones are new. */
  newerThan: number;
  addressOf: (id: string) => string;
  openId: string | undefined;
  selection: Selection;
};

/** A virtualised table: only the rows in or near the viewport are rendered. */
export function DocumentGrid(props: DocumentGridProps) {
  const { table, head, columns, documents, total, rows } = props;
  const { addressOf, openId, selection } = props;
  const { first, end, rowPx } = rows;
  const widthRem = columns.reduce((sum, column) => sum + column.widthRem, 0);
  return (
    <table
      className={styles.grid}
      // Otherwise the column widths would depend on the rendered rows.
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

/** The space of rows that are not rendered. */
function Gap({ heightPx, columns }: { heightPx: number; columns: number }) {
  if (heightPx <= 0) return null;
  return (
    <tr aria-hidden="true" className={styles.gap} style={{ height: heightPx }}>
      <td colSpan={columns} aria-hidden="true" />
    </tr>
  );
}
