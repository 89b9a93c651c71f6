import { useConvex } from "convex/react";
import { facts } from "#edition/facts";
import { slugOf } from "#convex/platform/shared/text";
import { api } from "#convex/_generated/api";
import { saveFile } from "../../lib/save-file";
import { useAction } from "../../lib/forms/use-action";
import { Button } from "../../ui/button";
import { DownloadIcon } from "../../ui/tool-icons";

const FILE_NAME = `${slugOf(facts.name)}-my-data.json`;

export function DownloadData() {
  const convex = useConvex();
  const { run, isPending } = useAction("Failed to download your data");

  async function download() {
    const personalData = await convex.query(api.account.exportData, {});
    if (personalData === null) throw new Error("nobody is signed in");
    const text = JSON.stringify(personalData, null, 2);
    saveFile(FILE_NAME, new Blob([text], { type: "application/json" }));
  }

  return (
    <Button isPending={isPending} onClick={() => void run(download)}>
      <DownloadIcon />
      Download my data
    </Button>
  );
}
