import { useMutation } from "convex/react";
import type { FunctionArgs } from "convex/server";
import { facts } from "#edition/facts";
import { api } from "#convex/_generated/api";
import { counted, slugOf } from "#convex/platform/shared/text";
import { csvOf, saveCsv, type CsvColumns } from "../../../lib/csv";
import { formatIsoDay } from "../../../lib/time/format-time";
import { Button } from "../../../ui/button";
import { DownloadIcon } from "../../../ui/tool-icons";
import { PendingNote } from "../../../ui/pending-note";
import { useAction } from "../../../lib/forms/use-action";

/** A list that leaves the page, by its name in the audit log. */
export type ExportedList = FunctionArgs<
  typeof api.organiser.recordExport
>["list"];

/** Downloads the rows as CSV, but only once the audit log has recorded it; `undefined` means still loading. */
export function CsvButton<Row>({
  list,
  columns,
  rows,
}: {
  list: ExportedList;
  columns: CsvColumns<Row>;
  rows: readonly Row[] | undefined;
}) {
  const record = useMutation(api.organiser.recordExport);
  const { run, isPending } = useAction("Failed to download the list");

  const download = () =>
    run(async () => {
      if (rows === undefined) return;
      const csv = await csvOf(columns, rows);
      await record({ list, form: "file", rows: rows.length });
      const day = formatIsoDay(Date.now());
      // "auditLog" in a file's name is "audit-log".
      const name = list.replace(/[A-Z]/u, (letter) => `-${letter}`);
      saveCsv(`${slugOf(facts.name)}-${name.toLowerCase()}-${day}.csv`, csv);
    });

  return (
    <>
      <Button
        isPending={isPending}
        isDisabled={rows === undefined}
        onClick={() => void download()}
      >
        <DownloadIcon />
        <span>
          {rows === undefined
            ? "Download CSV"
            : `Download CSV (${counted(rows.length, "row")})`}
        </span>
      </Button>
      <PendingNote isPending={isPending}>Preparing the file</PendingNote>
    </>
  );
}
