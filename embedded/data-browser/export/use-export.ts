import { useEffect, useRef, useState } from "react";
import type { TableDocument } from "../../admin/admin-api";
import { useSession } from "../session/use-session";
import type { DocumentQuery } from "../tables/use-documents";
import { plainMessage } from "../ui/plain-message";
import { collectDocuments } from "./collect-documents";
import { fieldsOf, toCsv, toJson } from "./csv";
import { saveFile } from "./save-file";

export type ExportFormat = "csv" | "json";

/** How an export stands. */
export type ExportState =
  | { kind: "idle" }
  | { kind: "reading"; count: number }
  | { kind: "stopped"; count: number }
  | { kind: "saved"; count: number }
  | { kind: "failed"; message: string };

type Source = { query: DocumentQuery; fields: readonly string[] };

/** Writes documents into a file; what is still being read ends with the dialog. */
export function useExport({ query, fields }: Source) {
  const { client } = useSession();
  const [state, setState] = useState<ExportState>({ kind: "idle" });
  const reading = useRef<AbortController | null>(null);
  useEffect(() => () => reading.current?.abort(), []);
  const save = (documents: readonly TableDocument[], format: ExportFormat) => {
    const name = `${query.table}.${format}`;
    if (format === "csv") {
      const text = toCsv(documents, fieldsOf(documents, fields));
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
      setState({ kind: "failed", message: plainMessage(error) });
    }
  };
  return { state, save, saveAll, stop: () => reading.current?.abort() };
}
