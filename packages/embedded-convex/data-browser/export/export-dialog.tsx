import { useState, useEffect, useRef } from "react";
import type { PaginationResult } from "convex/server";
import { useConvex } from "convex/react";
import { type TableDocument, adminApi } from "../../src/admin/admin-api";
import type { DocumentQuery } from "../requests/use-documents";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { SelectField } from "../ui/field";
import { formatCount } from "../ui/format-count";
import { Notice } from "../ui/notice";
import { errorMessage } from "../ui/error-message";
import { fieldNamesOf, toCsv, toJson } from "./formats";

const FORMATS = [
  ["csv", "CSV, for spreadsheets"],
  ["json", "JSON, with every type as Convex encodes it"],
] as const;

type ExportDialogProps = {
  query: DocumentQuery;
  /** The first columns of a CSV file; fields outside of them follow. */
  columns: readonly string[];
  loaded: readonly TableDocument[];
  isAllLoaded: boolean;
  onClose: () => void;
};

/** Exports the documents of a query to a file, in the order of the query. */
export function ExportDialog(props: ExportDialogProps) {
  const { query, loaded, isAllLoaded, onClose } = props;
  const [format, setFormat] = useState<ExportFormat>("csv");
  const [scope, setScope] = useState<"all" | "loaded">("all");
  const { isReading, progress, error, save, saveAll, stop } = useExport(props);
  const count = formatCount(loaded.length);
  const onSave = () => {
    if (scope === "loaded" || isAllLoaded) save(loaded, format);
    else void saveAll(format);
  };
  return (
    <Dialog
      title={`Export ${query.table}`}
      onClose={onClose}
      closing="Close"
      action={
        <Button
          tone={isReading ? "hot" : "signal"}
          onClick={isReading ? stop : onSave}
        >
          {isReading ? "Stop" : "Save file"}
        </Button>
      }
    >
      <SelectField
        label="Format"
        options={FORMATS}
        value={format}
        onValue={setFormat}
      />
      {isAllLoaded ? (
        <p>All {count} documents that are shown, in their order.</p>
      ) : (
        <SelectField
          label="Documents"
          options={[
            ["all", "All that match the filters, read page by page"],
            ["loaded", `Only the ${count} loaded so far`],
          ]}
          value={scope}
          onValue={setScope}
        />
      )}
      <output>{progress}</output>
      {error !== undefined && <Notice>{error}</Notice>}
    </Dialog>
  );
}

/** Time for the browser to start the download before the URL is revoked. */
const GRACE_MS = 60_000;
/** Documents that are read at a time. */
const PAGE = 1000;

type ExportFormat = "csv" | "json";

type Source = { query: DocumentQuery; columns: readonly string[] };
type ExportState = { isReading?: true; progress?: string; error?: string };

/** Exports documents to a file. Closing the dialog cancels a running export. */
function useExport({ query, columns }: Source) {
  const client = useConvex();
  const [state, setState] = useState<ExportState>({});
  const reading = useRef<AbortController | null>(null);
  useEffect(() => () => reading.current?.abort(), []);
  const save = (documents: readonly TableDocument[], format: ExportFormat) => {
    const name = `${query.table}.${format}`;
    if (format === "csv") {
      const text = toCsv(documents, fieldNamesOf(documents, columns));
      saveFile(name, "text/csv;charset=utf-8", text);
    } else {
      saveFile(name, "application/json", toJson(documents));
    }
    setState({ progress: `Saved ${formatCount(documents.length)}.` });
  };
  /** Reads all documents page by page. The pages are not of one snapshot. */
  const saveAll = async (format: ExportFormat) => {
    const controller = new AbortController();
    reading.current = controller;
    const all: TableDocument[] = [];
    let cursor: string | null = null;
    try {
      for (;;) {
        const count = formatCount(all.length);
        setState({ isReading: true, progress: `${count} read…` });
        const result: PaginationResult<TableDocument> = await client.query(
          adminApi.documents,
          { ...query, paginationOpts: { cursor, numItems: PAGE } },
        );
        if (controller.signal.aborted) {
          const progress = `Stopped after ${count}. Nothing was saved.`;
          return setState({ progress });
        }
        all.push(...result.page);
        if (result.isDone) return save(all, format);
        cursor = result.continueCursor;
      }
    } catch (error) {
      setState({ error: errorMessage(error) });
    }
  };
  return { ...state, save, saveAll, stop: () => reading.current?.abort() };
}

/** Downloads a text as a file. */
function saveFile(name: string, type: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), GRACE_MS);
}
