import { useState } from "react";
import type { TableDocument } from "../../admin/admin-api";
import { ExportDialog } from "../export/export-dialog";
import { Button } from "../ui/button";
import { formatCount } from "../ui/format-count";
import type { Column } from "./columns";
import { DeleteDialog } from "./delete-dialog";
import styles from "./table-route.module.css";
import type { DocumentQuery, LoadedDocuments } from "./use-documents";
import type { Selection } from "./use-selection";

type ListFooterProps = {
  query: DocumentQuery;
  columns: readonly Column[];
  total: number | null;
  found: LoadedDocuments;
  selection: Selection;
};

/** How many documents are shown, and what can be done with them. */
export function ListFooter(props: ListFooterProps) {
  const { query, columns, total, found, selection } = props;
  const { documents, status } = found;
  const [dialog, setDialog] = useState<"export" | "delete" | null>(null);
  const chosen = chosenOf(documents, selection);
  const close = () => setDialog(null);
  return (
    <footer className={styles.footer}>
      <output className={styles.status}>{countWords(found, total)}</output>
      {status === "paused" && (
        <Button onClick={found.searchFurther}>Search further</Button>
      )}
      {chosen.length > 0 && (
        <>
          <span>{formatCount(chosen.length)} selected</span>
          <Button onClick={() => selection.replace([])}>Clear</Button>
          <Button tone="hot" onClick={() => setDialog("delete")}>
            Delete…
          </Button>
        </>
      )}
      {documents.length > 0 && (
        <>
          {chosen.length < documents.length && (
            <Button
              onClick={() => selection.replace(documents.map(({ _id }) => _id))}
            >
              {status === "complete" ? "Select all" : "Select loaded"}
            </Button>
          )}
          <Button onClick={() => setDialog("export")}>Export…</Button>
        </>
      )}
      {dialog === "export" && (
        <ExportDialog
          query={query}
          columns={columns}
          loaded={documents}
          isAllLoaded={status === "complete"}
          onClose={close}
        />
      )}
      {dialog === "delete" && (
        <DeleteDialog
          table={query.table}
          componentId={query.componentId}
          documents={chosen}
          onClose={close}
          onDeleted={() => {
            selection.replace([]);
            close();
          }}
        />
      )}
    </footer>
  );
}

/** Those that are gone, or that fit no more, are not chosen any more. */
function chosenOf(documents: TableDocument[], { ids }: Selection) {
  return ids.size === 0 ? [] : documents.filter(({ _id }) => ids.has(_id));
}

function countWords(found: LoadedDocuments, total: number | null): string {
  const count = formatCount(found.documents.length);
  switch (found.status) {
    case "complete":
      return found.documents.length === 1 ? "1 document" : `${count} documents`;
    case "paused":
      return `${count} found, not all searched`;
    default:
      return total === null
        ? `${count} found so far…`
        : `${count} of ${formatCount(total)} loaded`;
  }
}
