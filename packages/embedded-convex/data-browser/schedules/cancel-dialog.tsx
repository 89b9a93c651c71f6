import { useState } from "react";
import type { ScheduledJob } from "../../src/admin/admin-api";
import { adminRequest } from "../requests/admin-request";
import { useSession } from "../session/use-session";
import { useComponent } from "../navigation/use-component";
import { Moment } from "../time/moment";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { errorMessage } from "../ui/error-message";
import { Notice } from "../ui/notice";
import { functionName } from "./job-row";

/** Asks for confirmation and cancels a scheduled job. */
export function CancelDialog({
  job,
  onClose,
  onDone,
}: {
  job: ScheduledJob;
  onClose: () => void;
  onDone: () => void;
}) {
  const { key } = useSession();
  const { componentId } = useComponent();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const cancel = async () => {
    setBusy(true);
    setError(null);
    try {
      const body = { id: job._id, componentId };
      await adminRequest("/api/cancel_job", { key, body });
      onDone();
    } catch (thrown) {
      setBusy(false);
      setError(errorMessage(thrown));
    }
  };
  return (
    <Dialog
      title={`Cancel ${functionName(job.name)}?`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button tone="hot" isBusy={isBusy} onClick={() => void cancel()}>
            Cancel the job
          </Button>
        </>
      }
    >
      <p>
        It is to run at <Moment timeMs={job.scheduledTime} />. Once cancelled,
        it cannot be brought back.
      </p>
      {job.state.kind === "inProgress" && (
        <p>It is running: what it has done so far stays.</p>
      )}
      {error !== null && <Notice tone="hot">{error}</Notice>}
    </Dialog>
  );
}
