import { useEffect } from "react";
import { useLasting } from "../../../lib/time/use-lasting";
import { addWaits } from "../../../lib/kept/waits";
import { Button } from "../../../ui/button";
import { Dialog } from "../../../ui/dialog";
import styles from "./pictures.module.css";
import type { Upload } from "./uploads";
import { useLeaveQuestion } from "./use-leave-question";

const QUIET_MS = 2_000;

/** What is on its way, each with its progress. Asks before the page is left. */
export function UploadList({
  uploads,
  onCancel,
}: {
  uploads: readonly Upload[];
  onCancel: (id: number, name: string) => void;
}) {
  useEffect(
    () => addWaits(() => uploads.map(({ name }) => ({ name, fate: "lost" }))),
    [uploads],
  );
  return (
    <>
      <ul className="stack gap-3" aria-label="On the way">
        {uploads.map(({ id, name, sent }) => (
          <li key={id} className={`grid items-center gap-x-4 ${styles.upload}`}>
            <span className="ellipsis">{name}</span>
            <progress
              className={`full ${styles.sent}`}
              aria-label={`Sending ${name}`}
              value={sent ?? 0}
            />
            <output className={`soft measure ${styles.hint}`}>
              {sent !== null && <Stalled key={sent} />}
            </output>
            <Button
              tone="quiet"
              aria-label={`Cancel ${name}`}
              onClick={() => onCancel(id, name)}
            >
              Cancel
            </Button>
          </li>
        ))}
      </ul>
      <LeaveQuestion />
    </>
  );
}

/** Mounted anew whenever something has moved. */
function Stalled() {
  return useLasting(true, QUIET_MS) && <span>Waiting for the line</span>;
}

function LeaveQuestion() {
  const { proceed, reset } = useLeaveQuestion();
  return (
    <Dialog
      isOpen={proceed !== undefined}
      onClose={() => reset?.()}
      title="Leave without the picture?"
      actions={
        <>
          <Button onClick={() => reset?.()}>Stay</Button>
          <Button tone="hot" onClick={() => proceed?.()}>
            Leave
          </Button>
        </>
      }
    >
      <p>It is still being sent. If you leave now, it is not added.</p>
    </Dialog>
  );
}
