import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "#convex/_generated/api";
import { isAppError } from "#convex/shared/errors";
import type { Submissions } from "#convex/shared/validators";
import { Countdown } from "../../features/clock/countdown";
import { messageOf } from "../../lib/error-message";
import { Button } from "../../ui/button";
import { Confirmation } from "../../ui/confirmation";
import { WarningIcon } from "../../ui/icons";
import type { Bench } from "./fields";
import styles from "./project.module.css";

const FAILURE = "Nobody knows yet whether it was handed in. Please try again.";

/** The clock and the buzzer, always in sight. */
export function HandInBar({
  bench: { project, isOpen },
  submissions,
  isLeader,
}: {
  bench: Bench;
  submissions: Submissions;
  isLeader: boolean;
}) {
  const { press, isPending, trouble } = useHandIn(isOpen);
  const [isWithdrawing, setIsWithdrawing] = useState(false);
  const withdraw = useMutation(api.projects.withdraw);
  const isHandedIn = project.status === "handed_in";
  const isDone = isHandedIn && !project.hasChanges;
  return (
    <section className={styles.bar} aria-label="Hand in">
      <div className={styles.barInside}>
        <Countdown submissions={submissions} />
        <div className={styles.buzzer}>
          {isOpen && isLeader && isHandedIn && (
            <Button tone="quiet" onClick={() => setIsWithdrawing(true)}>
              Withdraw
            </Button>
          )}
          {isOpen && isLeader && !isDone && (
            <Button tone="signal" isPending={isPending} onClick={press}>
              {isHandedIn ? "Hand in again" : "Hand in"}
            </Button>
          )}
          {isOpen && !isLeader && !isDone && (
            <p className={styles.quiet}>Your Team Leader hands in.</p>
          )}
        </div>
        <div role="alert" className={styles.trouble}>
          {trouble !== undefined && (
            <p>
              <WarningIcon />
              {trouble}
            </p>
          )}
        </div>
      </div>
      <Confirmation
        isOpen={isWithdrawing}
        title="Withdraw your project?"
        text="It is a draft again and will not be judged unless it is handed in before submissions close."
        keep="Leave it handed in"
        confirm="Withdraw"
        failure="Failed to withdraw the project"
        onClose={() => setIsWithdrawing(false)}
        onConfirm={async () => withdraw({})}
      />
    </section>
  );
}

/**
 * Hands in, and says which it was if it came late: the deployment decides by its clock when it stores. What went wrong is
 * over once submissions open again.
 */
function useHandIn(isOpen: boolean) {
  const handIn = useMutation(api.projects.handIn);
  const [isPending, setIsPending] = useState(false);
  const [trouble, setTrouble] = useState<string>();
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (wasOpen !== isOpen) {
    setWasOpen(isOpen);
    if (isOpen) setTrouble(undefined);
  }
  async function hand() {
    setIsPending(true);
    setTrouble(undefined);
    try {
      await handIn({});
    } catch (error) {
      const isLate =
        isAppError(error) && error.data.code === "submissions_closed";
      const message = messageOf(error, FAILURE);
      setTrouble(isLate ? `Too late: not handed in. ${message}` : message);
      const missing = isAppError(error) && firstMissing(error.data);
      if (missing) document.getElementById(`project-${missing}`)?.focus();
    } finally {
      setIsPending(false);
    }
  }
  return { press: () => void hand(), isPending, trouble };
}

function firstMissing(data: object): string | undefined {
  return "fields" in data && Array.isArray(data.fields)
    ? String(data.fields[0])
    : undefined;
}
