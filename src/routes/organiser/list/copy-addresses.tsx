import { useMutation } from "convex/react";
import { api } from "#convex/_generated/api";
import type { ExportedList } from "#convex/shared/organiser";
import { counted } from "#convex/shared/text";
import { copyTextAfter } from "../../../lib/copy-text";
import { notify } from "../../../lib/notify";
import { Button } from "../../../ui/button";
import { CopyIcon } from "../../../ui/tool-icons";
import { useAction } from "../../../lib/use-action";

const FAILURE = "Failed to copy the addresses";

/** Copies addresses for a mail program, once the audit log has recorded it. */
export function CopyAddresses({
  list,
  addresses,
}: {
  list: ExportedList;
  /** Undefined while they load. */
  addresses: readonly string[] | undefined;
}) {
  const record = useMutation(api.organiser.recordExport);
  const { run, isPending } = useAction(FAILURE);
  const count = addresses?.length ?? 0;

  const copy = () =>
    run(async () => {
      if (addresses === undefined) return;
      const recorded = record({ list, form: "addresses", rows: count });
      const isCopied = await copyTextAfter(recorded, addresses.join(", "));
      if (!isCopied) throw new Error(FAILURE);
      notify.success(
        `${counted(count, "address", "addresses")} copied. Paste them into BCC.`,
      );
    });

  return (
    <Button
      isPending={isPending}
      isDisabled={count === 0}
      onClick={() => void copy()}
    >
      <CopyIcon />
      {count === 0
        ? "Copy addresses"
        : `Copy ${counted(count, "address", "addresses")}`}
    </Button>
  );
}
