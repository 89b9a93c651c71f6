import { useMutation } from "convex/react";
import { Fragment, useEffect, useRef, useState } from "react";
import { api } from "#convex/_generated/api";
import { isAppError } from "#convex/shared/errors";
import { FIELD_LABELS } from "#convex/shared/projects";
import { isHandInTaken, type Submissions } from "#convex/shared/settings";
import { CountdownAt } from "../../features/clock/countdown";
import { useDeploymentTime } from "../../features/clock/deployment-clock";
import { RECEIPT_ID } from "../../features/clock/receipt";
import { useConnectionLost } from "../../lib/connection";
import { messageOf } from "../../lib/error-message";
import { formatTime } from "../../lib/format-date";
import { Button } from "../../ui/button";
import { AskingButton } from "../../ui/confirmation";
import { CheckIcon, WarningIcon } from "../../ui/tool-icons";
import { Buzzer } from "./buzzer";
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
  const { press, pending, trouble, handedIn } = useHandIn(bench);
  const isOwn = pending !== null || handedIn === project.receipt;
  const isHandedIn = project.status === "handed_in";
  const isDone = isHandedIn && !project.hasChanges;
  const isTaken = isHandInTaken(submissions, now ?? Infinity);
  const isOffered = isTaken && isLeader && (!isDone || pending !== null);
  const label = isHandedIn ? "Hand in again" : "Hand in";
  const reason = isOffered && isLost && (pending ? OFFLINE_PENDING : OFFLINE);
  return (
    <section className={`page-bar ${styles.bar}`} aria-label="Hand in">
      <div className={`ends ${styles.barInside}`}>
        <CountdownAt submissions={submissions} now={now} />
        {isDone && project.handedInAt !== null && (
          <a
            href={`#${RECEIPT_ID}`}
            className={`flex gap-2 items-center target ${styles.done}`}
          >
            <CheckIcon />
            Handed in {formatTime(project.handedInAt)}
          </a>
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
        <Missing {...bench.missing} />
        {project.changedSince.length > 0 && (
          <p className="quiet text-s tight whole-line">
            Changed since: {project.changedSince.join(", ")}
          </p>
        )}
        {isOpen && !isLeader && !isDone && (
          <p className="quiet text-s tight whole-line">
            Your Team Leader hands in.
          </p>
        )}
        {reason && (
          <p id={REASON_ID} className="whole-line">
            {reason}
          </p>
        )}
        <div role="alert" className="no-room whole-line">
          {trouble !== undefined && !reason && (
            <p className="flex gap-2 hot-text">
              <WarningIcon />
              {trouble}
            </p>
          )}
        </div>
      </div>
      <Buzzer project={project} isOwn={isOwn} />
    </section>
  );
}

/** What a hand-in still needs, as links into the fields. */
function Missing({ fields, labels }: Bench["missing"]) {
  if (fields.length === 0) return null;
  return (
    <p className="quiet text-s tight whole-line">
      Still missing:{" "}
      {fields.map((field, nth) => (
        <Fragment key={field}>
          {nth > 0 && ", "}
          <a
            href={`#project-${field}`}
            onClick={(event) => {
              event.preventDefault();
              focusOn(field);
            }}
          >
            {labels[nth]}
          </a>
        </Fragment>
      ))}
    </p>
  );
}

function focusOn(field: string | undefined) {
  document.getElementById(`project-${field}`)?.focus();
}

/** The button in the receipt, where a second press on Hand in does not meet it. */
export function Withdraw() {
  const withdraw = useMutation(api.projects.withdraw);
  const isMeant = useRef(false);
  // The receipt goes, and the focus with it.
  useEffect(
    () => () => {
      if (isMeant.current) document.getElementById(BUTTON_ID)?.focus();
    },
    [],
  );
  return (
    <div>
      <AskingButton
        label="Withdraw"
        button={{ tone: "quiet" }}
        title="Withdraw your project?"
        text="It is a draft again and will not be judged unless it is handed in before submissions close."
        confirm="Withdraw"
        failure="Failed to withdraw the project"
        onConfirm={async () => {
          isMeant.current = true;
          await withdraw({});
        }}
      />
    </div>
  );
}

/**
 * Hands in once nothing of this page is unsent, and says so if that cannot be, or if it was too late: the deployment
 * decides by its clock when it stores. An error is cleared when submissions open again.
 */
function useHandIn({ isOpen, editors, shared }: Bench) {
  const handIn = useMutation(api.projects.handIn);
  const [pending, setPending] = useState<string | null>(null);
  const [trouble, setTrouble] = useState<string>();
  const [handedIn, setHandedIn] = useState<number | null>(null);
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (wasOpen !== isOpen) {
    setWasOpen(isOpen);
    if (isOpen) setTrouble(undefined);
  }

  async function hand() {
    setTrouble(undefined);
    const texts = [...editors];
    const isUnsent = texts.some((editor) => editor.getView().isAtRisk);
    setPending(isUnsent ? "Saving, then handing in …" : "Handing in …");
    try {
      const unsaved = await save(texts);
      const stuck = unsaved.find(({ error }) => !isLate(error));
      if (stuck !== undefined) {
        const { field, error } = stuck;
        focusOn(field);
        const why = messageOf(error, "Please try again.");
        setTrouble(
          `Not handed in: ${FIELD_LABELS[field]} is not saved. ${why}`,
        );
        return;
      }
      setPending("Handing in …");
      const { seq } = shared;
      setHandedIn(await handIn(seq === undefined ? {} : { seq }));
      if (unsaved.length > 0) setTrouble(handedInWithout(unsaved));
    } catch (error) {
      const message = messageOf(error, FAILURE);
      const fields = isAppError(error) ? fieldsOf(error.data) : [];
      // The bar lists them.
      if (fields.length > 0) focusOn(fields[0]);
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
    trouble,
    /** The receipt of this page's last hand-in. */
    handedIn,
  };
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
