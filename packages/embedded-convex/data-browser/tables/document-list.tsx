import { useMemo, useState } from "react";
import { useParams } from "react-router-dom";
import { paths } from "../navigation/paths";
import { type Column, columnsOf } from "./columns";
import grid from "./document-grid.module.css";
import { GridHead } from "./grid-head";
import { GridRow } from "./grid-row";
import { ListFooter, useSelection } from "./list-footer";
import type { QueryPlan } from "./plan-query";
import styles from "./table-page.module.css";
import type { TableSchema } from "./table-schema";
import {
  type DocumentQuery,
  type LoadedDocuments,
  useDocuments,
} from "../requests/use-documents";
import { type TableView, useTableView } from "./table-view";
import { useRowWindow } from "./use-row-window";

type DocumentListProps = {
  query: DocumentQuery;
  /** The number of matching documents; null if filters make it unknown. */
  total: number | null;
  schema: TableSchema;
  plan: QueryPlan;
  view: TableView;
  onView: (view: TableView) => void;
};

/** The scrolling grid of documents, with the footer of actions. */
export function DocumentList(props: DocumentListProps) {
  const { query, total, schema, plan, view, onView } = props;
  const { table } = query;
  const { id: openId } = useParams();
  const { search } = useTableView();
  const { ref, onScroll, isEndInView, windowOf } = useRowWindow();
  const found = useDocuments(query, isEndInView);
  const { documents, status } = found;
  const newerThan = useNewestAtFirst(found);
  const selection = useSelection();
  const columns = useMemo(
    () => columnsOf(schema, documents),
    [schema, documents],
  );
  // Virtualised: only the rows in or near the viewport are rendered.
  const { first, end, rowPx } = windowOf(documents.length);
  const widthRem = columns.reduce((sum, column) => sum + column.widthRem, 0);
  const count = status === "complete" ? documents.length : total;
  return (
    <>
      <div ref={ref} className={styles.scroller} onScroll={onScroll}>
        <table
          className={grid.grid}
          // Otherwise the column widths would depend on the rendered rows.
          style={{ width: `calc(var(--id-column) + ${widthRem}rem)` }}
          aria-label={`Documents of ${table}`}
          aria-rowcount={count === null ? -1 : count + 1}
        >
          <colgroup>
            <col className={grid.idColumn} />
            {columns.map(({ field, widthRem }) => (
              <col key={field} style={{ width: `${widthRem}rem` }} />
            ))}
          </colgroup>
          <GridHead
            columns={columns}
            indexes={schema.indexes}
            index={plan.index}
            view={view}
            onView={onView}
          />
          <tbody>
            <Gap rows={first} rowPx={rowPx} columns={columns} />
            {documents.slice(first, end).map((document, i) => (
              <GridRow
                key={document._id}
                document={document}
                columns={columns}
                address={paths.document(table, document._id) + search}
                rowIndex={first + i + 2}
                newerThan={newerThan}
                isOpen={document._id === openId}
                isSelected={selection.ids.has(document._id)}
                onSelect={selection.select}
              />
            ))}
            <Gap
              rows={documents.length - end}
              rowPx={rowPx}
              columns={columns}
            />
          </tbody>
        </table>
        {documents.length === 0 && (
          <p className="waiting">{emptyText(status, view)}</p>
        )}
      </div>
      <ListFooter
        query={query}
        columns={columns}
        total={total}
        found={found}
        selection={selection}
      />
    </>
  );
}

/** The space of rows that are not rendered. */
function Gap(props: { rows: number; rowPx: number; columns: Column[] }) {
  const { rows, rowPx, columns } = props;
  if (rows <= 0) return null;
  return (
    <tr
      aria-hidden="true"
      className={grid.gap}
      style={{ height: rows * rowPx }}
    >
      <td colSpan={columns.length + 1} aria-hidden="true" />
    </tr>
  );
}

/** Creation time of the newest document on the first load; Infinity before it. */
function useNewestAtFirst({ documents, status }: LoadedDocuments): number {
  const [newest, setNewest] = useState<number | null>(null);
  if (newest === null && status !== "loading") {
    setNewest(
      Math.max(0, ...documents.map(({ _creationTime }) => _creationTime)),
    );
  }
  return newest ?? Infinity;
}

function emptyText(status: string, { filters }: TableView): string {
  if (status === "paused") return "Nothing found so far.";
  if (status !== "complete") return "Loading…";
  return filters.length > 0
    ? "No document matches these filters."
    : "No documents yet.";
}
