import { useMemo, useState } from "react";
import { useParams } from "react-router-dom";
import { paths } from "../navigation/paths";
import { columnsOf } from "./columns";
import { DocumentGrid } from "./document-grid";
import { GridHead } from "./grid-head";
import { ListFooter } from "./list-footer";
import type { QueryPlan } from "./plan-query";
import styles from "./table-page.module.css";
import type { TableSchema } from "./table-schema";
import type { TableView } from "./table-view";
import {
  type DocumentQuery,
  type LoadedDocuments,
  useDocuments,
} from "../requests/use-documents";
import { useSelection } from "./use-selection";
import { useTableView } from "./use-table-view";
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
  const { indexes } = schema;
  return (
    <>
      <div ref={ref} className={styles.scroller} onScroll={onScroll}>
        <DocumentGrid
          table={table}
          head={
            <GridHead
              columns={columns}
              indexes={indexes}
              index={plan.index}
              view={view}
              onView={onView}
            />
          }
          columns={columns}
          documents={documents}
          total={status === "complete" ? documents.length : total}
          rows={windowOf(documents.length)}
          newerThan={newerThan}
          addressOf={(id) => paths.document(table, id) + search}
          openId={openId}
          selection={selection}
        />
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
