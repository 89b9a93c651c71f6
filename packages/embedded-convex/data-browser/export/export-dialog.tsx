import { useState } from "react";
import type { TableDocument } from "../../src/admin/admin-api";
import type { DocumentQuery } from "../requests/use-documents";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { formatCount } from "../ui/format-count";
import { Notice } from "../ui/notice";
import { RadioGroup } from "../ui/radio-group";
import { type ExportFormat, type ExportState, useExport } from "./use-export";

const FORMATS = [
  { value: "csv", label: "CSV, for spreadsheets" },
  { value: "json", label: "JSON, with every type as Convex encodes it" },
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
  const { query, columns, loaded, isAllLoaded, onClose } = props;
  const [format, setFormat] = useState<ExportFormat>("csv");
  const [scope, setScope] = useState<"all" | "loaded">("all");
  const { state, save, saveAll, stop } = useExport({ query, columns });
  const isReading = state.kind === "reading";
  const onSave = () => {
    if (scope === "loaded" || isAllLoaded) save(loaded, format);
    else void saveAll(format);
  };
  const scopes = [
    { value: "all", label: "All that match the filters, read page by page" },
    {
      value: "loaded",
      label: `Only the ${formatCount(loaded.length)} loaded so far`,
    },
  ] as const;
  return (
    <Dialog
      title={`Export ${query.table}`}
      onClose={onClose}
      closing="Close"
      action={
        isReading ? (
          <Button tone="hot" onClick={stop}>
            Stop
          </Button>
        ) : (
          <Button tone="signal" onClick={onSave}>
            Save file
          </Button>
        )
      }
    >
      <RadioGroup
        label="Format"
        options={FORMATS}
        value={format}
        onValue={setFormat}
      />
      {isAllLoaded ? (
        <p>
          All {formatCount(loaded.length)} documents that are shown, in their
          order.
        </p>
      ) : (
        <RadioGroup
          label="Documents"
          options={scopes}
          value={scope}
          onValue={setScope}
        />
      )}
      <output>{progressText(state)}</output>
      {state.kind === "failed" && <Notice tone="hot">{state.message}</Notice>}
    </Dialog>
  );
}

function progressText(state: ExportState): string {
  switch (state.kind) {
    case "reading":
      return `${formatCount(state.count)} read…`;
    case "stopped":
      return `Stopped after ${formatCount(state.count)}. Nothing was saved.`;
    case "saved":
      return `Saved ${formatCount(state.count)}.`;
    default:
      return "";
  }
}
