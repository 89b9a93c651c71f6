import { useMutation } from "convex/react";
import { useEffect, useRef, useState } from "react";
import { api } from "#convex/_generated/api";
import { isAppError, refusals } from "#convex/shared/errors";
import {
  FIELD_LABELS,
  missingOf,
  type Workbench,
} from "#convex/shared/projects";
import { isHandInTaken, type Submissions } from "#convex/shared/settings";
import { CountdownAt } from "../../features/clock/countdown";
import { useDeploymentTime } from "../../features/clock/deployment-clock";
import { RECEIPT_ID, shownReceipt } from "../../features/clock/receipt";
import { useConnectionLost } from "../../lib/connection";
import { messageOf } from "../../lib/error-message";
import { Button } from "../../ui/button";
import { Confirmation } from "../../ui/confirmation";
import { CheckIcon, WarningIcon } from "../../ui/tool-icons";
import type { Bench } from "./fields";
import styles from "./project.module.css";
import type { Editor } from "./settled";

const FAILURE = "We could not confirm the hand-in. Try again.";
const OFFLINE = "You are offline. Hand in when the connection is back.";
const OFFLINE_PENDING =
  "Not handed in yet: you are offline. It goes on when the connection is back.";
const BUTTON_ID = "hand-in";
const REASON_ID = "hand-in-reason";

/** The countdown and the button that hands in, always in view. */
export function HandInBar({
  bench,
  submissions,
  isLeader,
}: {
  bench: Bench;
  submissions: Submissions;
  isLeader: boolean;
}) {
  const { project, isOpen } = bench;
  const now = useDeploymentTime();
  const isLost = useConnectionLost();
  const { press, pending, trouble } = useHandIn(bench);
  const isHandedIn = project.status === "handed_in";
  const isDone = isHandedIn && !project.hasChanges;
  const isTaken = isHandInTaken(submissions, now ?? Infinity);
  const isOffered = isTaken && isLeader && (!isDone || pending !== null);
  const label = isHandedIn ? "Hand in again" : "Hand in";
  const reason = isOffered && isLost && (pending ? OFFLINE_PENDING : OFFLINE);
  return (
    <section className={styles.bar} aria-label="Hand in">
      <div
        className={`row gap-2 gap-x-4 items-center justify-between ${styles.barInside}`}
      >
        <CountdownAt submissions={submissions} now={now} />
        <div className={`row gap-3 items-center ${styles.buzzer}`}>
          {isDone && project.receipt !== null && (
            <p className={`flex gap-2 items-center signal-text ${styles.done}`}>
              <CheckIcon />
              Handed in: {shownReceipt(project.receipt)}
            </p>
          )}
          {project.changedSince.length > 0 && (
            <p className={styles.changes}>
              Changed since: {project.changedSince.join(", ")}
            </p>
          )}
          {isOffered && (
            <Button
              id={BUTTON_ID}
              tone="signal"
              isPending={pending !== null}
              isDisabled={isLost}
              aria-describedby={reason ? REASON_ID : undefined}
              onClick={press}
            >
              {pending ?? label}
            </Button>
          )}
          {isOpen && !isLeader && !isDone && (
            <p className="quiet text-s">Your Team Leader hands in.</p>
          )}
        </div>
        {reason && (
          <p id={REASON_ID} className={styles.reason}>
            {reason}
          </p>
        )}
        <div role="alert" className={styles.trouble}>
          {trouble !== undefined && !reason && (
            <p>
              <WarningIcon />
              {trouble}
            </p>
          )}
        </div>
      </div>
    </section>
  );
}

/** The button in the receipt, where a second press on Hand in does not meet it. */
export function Withdraw() {
  const withdraw = useMutation(api.projects.withdraw);
  const [isAsked, setIsAsked] = useState(false);
  const isMeant = useRef(false);
  // The receipt goes, and the focus with it.
  useEffect(
    () => () => {
      if (isMeant.current) document.getElementById(BUTTON_ID)?.focus();
    },
    [],
  );
  return (
    <>
      <div>
        <Button tone="quiet" onClick={() => setIsAsked(true)}>
          Withdraw
        </Button>
      </div>
      <Confirmation
        isOpen={isAsked}
        title="Withdraw your project?"
        text="It is a draft again and will not be judged unless it is handed in before submissions close."
        confirm="Withdraw"
        failure="Failed to withdraw the project"
        onClose={() => setIsAsked(false)}
        onConfirm={async () => {
          isMeant.current = true;
          await withdraw({});
        }}
      />
    </>
  );
}

/**
 * Hands in once nothing of this page is unsent, and says so if that cannot be, or if it was too late: the deployment
 * decides by its clock when it stores. An error is cleared when submissions open again, and a missing field when somebody
 * has filled it in.
 */
function useHandIn({ project, isOpen, editors }: Bench) {
  const handIn = useMutation(api.projects.handIn);
  const [pending, setPending] = useState<string | null>(null);
  const [trouble, setTrouble] = useState<string>();
  const [missing, setMissing] = useState<readonly string[]>([]);
  const [handedIn, setHandedIn] = useState<number | null>(null);
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (wasOpen !== isOpen) {
    setWasOpen(isOpen);
    if (isOpen) setTrouble(undefined);
  }
  useShown(handedIn === project.receipt ? handedIn : null);

  async function hand() {
    setTrouble(undefined);
    setMissing([]);
    const miss = (fields: readonly string[]) => {
      setMissing(fields);
      document.getElementById(`project-${fields[0]}`)?.focus();
    };
    const texts = [...editors];
    const isUnsent = texts.some((editor) => editor.getView().isAtRisk);
    setPending(isUnsent ? "Saving, then handing in …" : "Handing in …");
    try {
      const unsaved = await save(texts);
      const stuck = unsaved.find(({ error }) => !isLate(error));
      if (stuck !== undefined) {
        const { field, error } = stuck;
        document.getElementById(`project-${field}`)?.focus();
        const why = messageOf(error, "Please try again.");
        setTrouble(
          `Not handed in: ${FIELD_LABELS[field]} is not saved. ${why}`,
        );
        return;
      }
      setPending("Handing in …");
      const { seq } = texts.find((editor) => editor.seq !== undefined) ?? {};
      setHandedIn(await handIn(seq === undefined ? {} : { seq }));
      if (unsaved.length > 0) setTrouble(handedInWithout(unsaved));
    } catch (error) {
      const message = messageOf(error, FAILURE);
      const fields = isAppError(error) ? fieldsOf(error.data) : [];
      if (fields.length > 0) miss(fields);
      else
        setTrouble(
          isLate(error) ? `Too late: not handed in. ${message}` : message,
        );
    } finally {
      setPending(null);
    }
  }
  return {
    press: () => void hand(),
    pending,
    trouble: trouble ?? sentenceOf(project, missing),
  };
}

/** Moves to the receipt of a hand-in once it is there, unless somebody goes on writing. */
function useShown(handedIn: number | null): void {
  useEffect(() => {
    const isWriting = document.activeElement?.matches("input, textarea");
    if (handedIn === null || isWriting) return;
    const receipt = document.getElementById(RECEIPT_ID);
    receipt?.scrollIntoView({ block: "center" });
    receipt?.focus({ preventScroll: true });
  }, [handedIn]);
}

type Unsaved = Pick<Editor, "field"> & { error: unknown };

/** Waits until the deployment has these texts. @returns those that it refused */
async function save(texts: readonly Editor[]): Promise<Unsaved[]> {
  const outcomes = await Promise.all(
    texts.map(async (editor) =>
      editor.settled().then(
        () => null,
        (error: unknown) => ({ field: editor.field, error }),
      ),
    ),
  );
  return outcomes.filter((outcome) => outcome !== null);
}

function isLate(error: unknown): boolean {
  return isAppError(error) && error.data.code === "submissions_closed";
}

function handedInWithout(unsaved: readonly Unsaved[]): string {
  const labels = unsaved.map(({ field }) => FIELD_LABELS[field]).join(", ");
  return `Handed in, but not with your last words in: ${labels}. They came after the closing time, and stay on this device.`;
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
  const isDescribed = !missing.includes("description");
  const { fields, labels } = missingOf(project, isDescribed);
  return fields.length === 0
    ? undefined
    : refusals.project_incomplete({ fields, labels });
}
