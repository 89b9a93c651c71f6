import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "#convex/_generated/api";
import { isAppError, refusals } from "#convex/shared/errors";
import { missingOf } from "#convex/shared/projectSchemas";
import type { Workbench } from "#convex/shared/projectValidators";
import type { Submissions } from "#convex/shared/validators";
import { Countdown } from "../../features/clock/countdown";
import { shownReceipt } from "../../features/clock/receipt";
import { messageOf } from "../../lib/error-message";
import { Button } from "../../ui/button";
import { Confirmation } from "../../ui/confirmation";
import { CheckIcon, WarningIcon } from "../../ui/icons";
import type { Bench } from "./fields";
import styles from "./project.module.css";

const FAILURE = "Nobody knows yet whether it was handed in. Please try again.";

/** The countdown and the button that hands in, always in view. */
export function HandInBar({
  bench: { project, isOpen },
  submissions,
  isLeader,
}: {
  bench: Bench;
  submissions: Submissions;
  isLeader: boolean;
}) {
  const { press, isPending, trouble } = useHandIn(project, isOpen);
  const [isWithdrawing, setIsWithdrawing] = useState(false);
  const withdraw = useMutation(api.projects.withdraw);
  const isHandedIn = project.status === "handed_in";
  const isDone = isHandedIn && !project.hasChanges;
  return (
    <section className={styles.bar} aria-label="Hand in">
      <div className={styles.barInside}>
        <Countdown submissions={submissions} />
        <div className={styles.buzzer}>
          {isDone && project.receipt !== null && (
            <p className={styles.done}>
              <CheckIcon />
              Handed in: {shownReceipt(project.receipt)}
            </p>
          )}
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
 * Hands in, and says so if it was too late: the deployment decides by its clock when it stores. An error is cleared
 * when submissions open again, and a missing field when somebody has filled it in.
 */
function useHandIn(project: Workbench, isOpen: boolean) {
  const handIn = useMutation(api.projects.handIn);
  const [isPending, setIsPending] = useState(false);
  const [trouble, setTrouble] = useState<string>();
  const [missing, setMissing] = useState<readonly string[]>([]);
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (wasOpen !== isOpen) {
    setWasOpen(isOpen);
    if (isOpen) setTrouble(undefined);
  }
  async function hand() {
    setIsPending(true);
    setTrouble(undefined);
    setMissing([]);
    const miss = (fields: readonly string[]) => {
      setMissing(fields);
      document.getElementById(`project-${fields[0]}`)?.focus();
    };
    try {
      if ((await handIn({})) === null) miss(["description"]);
    } catch (error) {
      const isLate =
        isAppError(error) && error.data.code === "submissions_closed";
      const message = messageOf(error, FAILURE);
      const fields = isAppError(error) ? fieldsOf(error.data) : [];
      if (fields.length > 0) miss(fields);
      else setTrouble(isLate ? `Too late: not handed in. ${message}` : message);
    } finally {
      setIsPending(false);
    }
  }
  return {
    press: () => void hand(),
    isPending,
    trouble: trouble ?? sentenceOf(project, missing),
  };
}

function fieldsOf(data: object): string[] {
  return "fields" in data && Array.isArray(data.fields)
    ? data.fields.map(String)
    : [];
}

/** The missing fields. The bar does not have the description, which is checked when somebody hands in. */
function sentenceOf(
  project: Workbench,
  missing: readonly string[],
): string | undefined {
  if (missing.length === 0) return undefined;
  const description = missing.includes("description") ? "" : UNKNOWN;
  const { fields, labels } = missingOf({ ...project, description });
  return fields.length === 0
    ? undefined
    : refusals.project_incomplete({ fields, labels });
}

const UNKNOWN = "?";
