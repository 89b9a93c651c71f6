import { useEffect, useRef, useState } from "react";
import type { TableDocument } from "../../src/admin/admin-api";
import { useSession } from "../session/use-session";
import type { DocumentQuery } from "../requests/use-documents";
import { errorMessage } from "../ui/error-message";
import { collectDocuments } from "../requests/collect-documents";
import { fieldNamesOf, toCsv, toJson } from "./formats";

/** Time for the browser to start the download before the URL is revoked. */
const GRACE_MS = 60_000;

export type ExportFormat = "csv" | "json";

/** The progress of an export. */
export type ExportState =
  | { kind: "idle" }
  | { kind: "reading"; count: number }
  | { kind: "stopped"; count: number }
  | { kind: "saved"; count: number }
  | { kind: "failed"; message: string };

type Source = { query: DocumentQuery; columns: readonly string[] };

/** Exports documents to a file. Closing the dialog cancels a running export. */
export function useExport({ query, columns }: Source) {
  const { client } = useSession();
  const [state, setState] = useState<ExportState>({ kind: "idle" });
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
    setState({ kind: "saved", count: documents.length });
  };
  const saveAll = async (format: ExportFormat) => {
    const controller = new AbortController();
    const { signal } = controller;
    reading.current = controller;
    const onProgress = (count: number) => {
      if (!signal.aborted) setState({ kind: "reading", count });
    };
    onProgress(0);
    try {
      const all = await collectDocuments(client, query, onProgress, signal);
      if (signal.aborted) setState({ kind: "stopped", count: all.length });
      else save(all, format);
    } catch (error) {
      setState({ kind: "failed", message: errorMessage(error) });
    }
  };
  return { state, save, saveAll, stop: () => reading.current?.abort() };
}

/** Downloads a text as a file. */
function saveFile(name: string, type: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), GRACE_MS);
}
