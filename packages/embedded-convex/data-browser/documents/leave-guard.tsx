import { useEffect } from "react";
import { useBlocker } from "react-router-dom";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";

/** Asks for confirmation before unsaved changes are lost. */
export function LeaveGuard({ isDirty }: { isDirty: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [isDirty]);
  if (blocker.state !== "blocked") return null;
  return (
    <Dialog
      title="Leave without saving?"
      onClose={() => blocker.reset()}
      closing="Stay"
      action={
        <Button tone="hot" onClick={() => blocker.proceed()}>
          Leave
        </Button>
      }
    >
      <p>What you have typed here is not saved.</p>
    </Dialog>
  );
}
