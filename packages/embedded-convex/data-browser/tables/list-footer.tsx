import { useCallback, useState } from "react";
import type { TableDocument } from "../../src/admin/admin-api";
import { ExportDialog } from "../export/export-dialog";
import { Button } from "../ui/button";
import { classNames } from "../ui/class-names";
import { formatCount } from "../ui/format-count";
import type { Column } from "./columns";
import { DeleteDialog } from "./delete-dialog";
import { countLabel } from "./document-label";
import styles from "./table-page.module.css";
import type { DocumentQuery, LoadedDocuments } from "../requests/use-documents";

type ListFooterProps = {
  query: DocumentQuery;
  columns: readonly Column[];
  total: number | null;
  found: LoadedDocuments;
  selection: Selection;
};

/** The number of documents, with actions on the selected and the loaded ones. */
export function ListFooter(props: ListFooterProps) {
  const { query, columns, total, found, selection } = props;
  const { documents, status } = found;
  const [dialog, setDialog] = useState<"export" | "delete" | null>(null);
  const chosen = chosenOf(documents, selection);
  const close = () => setDialog(null);
  return (
    <footer className={styles.footer}>
      <output className={classNames("quiet number", styles.status)}>
        {progressText(found, total)}
      </output>
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
          columns={["_id", ...columns.map(({ field }) => field)]}
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

/** Ignores selected ids whose documents were deleted or no longer match. */
function chosenOf(documents: TableDocument[], { ids }: Selection) {
  return ids.size === 0 ? [] : documents.filter(({ _id }) => ids.has(_id));
}

function progressText(found: LoadedDocuments, total: number | null): string {
  const count = formatCount(found.documents.length);
  switch (found.status) {
    case "complete":
      return countLabel(found.documents.length);
    case "paused":
      return `${count} found, not all searched`;
    default:
      return total === null
        ? `${count} found so far…`
        : `${count} of ${formatCount(total)} loaded`;
  }
}

/** The selected documents. */
type Selection = {
  ids: ReadonlySet<string>;
  select: (id: string, isSelected: boolean) => void;
  replace: (ids: Iterable<string>) => void;
};

export function useSelection(): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const select = useCallback((id: string, isSelected: boolean) => {
    setIds((now) => {
      const next = new Set(now);
      if (isSelected) next.add(id);
      else next.delete(id);
      return next;
    });
  }, []);
  const replace = useCallback((next: Iterable<string>) => {
    setIds(new Set(next));
  }, []);
  return { ids, select, replace };
}
