import { useConvex } from "convex/react";
import { useState } from "react";
import { api } from "#convex/_generated/api";
import { notify } from "../../lib/notify";
import { saveFile } from "../../lib/save-file";
import { Button } from "../../ui/button";
import { DownloadIcon } from "../../ui/tool-icons";

const FILE_NAME = "hackarena-my-data.json";

export function DownloadData() {
  const convex = useConvex();
  const [isPending, setIsPending] = useState(false);

  async function download() {
    notify.endErrors();
    setIsPending(true);
    try {
      const personalData = await convex.query(api.account.exportData, {});
      if (personalData === null) throw new Error("nobody is signed in");
      const text = JSON.stringify(personalData, null, 2);
      saveFile(FILE_NAME, new Blob([text], { type: "application/json" }));
    } catch {
      notify.error("Failed to download your data");
    } finally {
      setIsPending(false);
    }
  }

  return (
    <Button isPending={isPending} onClick={() => void download()}>
      <DownloadIcon />
      Download my data
    </Button>
  );
}
