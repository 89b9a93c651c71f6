import { useMutation } from "convex/react";
import { Fragment, useEffect, useRef, useState } from "react";
import { api } from "#convex/_generated/api";
import { isAppError } from "#convex/platform/shared/errors";
import { isHandInTaken, type Submissions } from "#convex/settings/shared";
import { counted, shownReceipt } from "#convex/platform/shared/text";
import { CountdownAt } from "../../features/clock/countdown";
import { useDeploymentTime } from "../../features/clock/deployment-clock";
import { RECEIPT_ID } from "../../features/clock/receipt";
import { useConnectionLost } from "../../lib/connection/connection";
import { messageOf } from "../../lib/forms/error-message";
import { formatTime } from "../../lib/time/format-time";
import { until } from "../../lib/listeners";
import { Button } from "../../ui/button";
import { AskingButton } from "../../ui/confirmation";
import { CheckIcon, WarningIcon } from "../../ui/tool-icons";
import { LiveRegion } from "../../ui/visually-hidden";
import { Buzzer } from "./buzzer";
import type { Bench } from "./fields";
import styles from "./project.module.css";
import { useSent } from "./pictures/use-uploads";
import { KEPT_LABELS, type Editor } from "./settled";

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
  const { closesAt } = submissions;
  const isOver = !isOpen || (now ?? 0) >= (closesAt ?? Infinity);
  const { press, pending, skip, trouble, handedIn } = useHandIn(bench, isOver);
  const { uploads } = useSent(bench.uploads);
  const isOwn = pending !== null || handedIn === project.receipt;
  const isHandedIn = project.status === "handed_in";
  const isSending = !isOver && uploads.length > 0;
  const isDone = isHandedIn && !project.hasChanges && !isSending;
  const isTaken = isHandInTaken(submissions, now ?? Infinity);
  const isOffered = isTaken && isLeader && (!isDone || pending !== null);
  const label = isHandedIn ? "Hand in again" : "Hand in";
  const reason = isOffered && isLost && (pending ? OFFLINE_PENDING : OFFLINE);
  // What cannot be changed needs no bar; a hand-in that is under way is shown to its end, and what came of it stays.
  if (isOver && !isTaken && pending === null && trouble === undefined)
    return <Buzzer project={project} isOwn={isOwn} />;
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
            <span>{`Handed in ${formatTime(project.handedInAt)}`}</span>
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
        {skip && uploads.length > 0 && (
          <Button
            onClick={() => {
              skip();
              // This button goes.
              document.getElementById(BUTTON_ID)?.focus();
            }}
          >
            {`Hand in without ${uploads.length === 1 ? "it" : "them"}`}
          </Button>
        )}
        <LiveRegion>{pending}</LiveRegion>
        <Missing {...bench.missing} />
        {project.changedSince.length > 0 && (
          <p className="quiet text-s tight whole-line">
            {`Changed since: ${project.changedSince.join(", ")}`}
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
              <span>{trouble}</span>
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
          <span>{nth > 0 && ", "}</span>
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
      .
    </p>
  );
}

function focusOn(field: string | undefined) {
  document.getElementById(`project-${field}`)?.focus();
}

/** The button in the receipt, where a second press on Hand in does not meet it. */
export function Withdraw({ project }: Pick<Bench, "project">) {
  const { receipt, handedInAt, changedSince } = project;
  const withdraw = useMutation(api.projects.withdraw);
  const isMeant = useRef(false);
  // The receipt goes, and the focus with it.
  useEffect(
    () => () => {
      if (isMeant.current) document.getElementById(BUTTON_ID)?.focus();
    },
    [],
  );
  if (receipt === null || handedInAt === null) return null;
  const lost =
    changedSince.length > 0 &&
    `Only what is on this page now can be handed in again. It differs in: ${changedSince.join(", ")}.`;
  return (
    <div>
      <AskingButton
        label="Withdraw"
        button={{ tone: "quiet" }}
        title="Withdraw your project?"
        text={`It is a draft again and will not be judged unless it is handed in before submissions close. Receipt ${shownReceipt(receipt)} of ${formatTime(handedInAt)} counts no longer. ${lost || ""}`}
        confirm="Withdraw"
        failure="Failed to withdraw the project"
        onConfirm={async () => {
          isMeant.current = true;
          await withdraw({ receipt });
        }}
      />
    </div>
  );
}

/**
 * Hands in once nothing of this page is on its way, and says so if that cannot be, or if it was too late: the deployment
 * decides by its clock when it stores. An error is cleared when submissions open again.
 * @param isOver whether the deployment takes nothing more but the hand-in, for a moment
 */
function useHandIn(
  { isOpen, editors, shared, uploads }: Bench,
  isOver: boolean,
) {
  const handIn = useMutation(api.projects.handIn);
  /** What is waited for. */
  const [pending, setPending] = useState<OnItsWay | null>(null);
  const [trouble, setTrouble] = useState<string>();
  const [handedIn, setHandedIn] = useState<number | null>(null);
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (wasOpen !== isOpen) {
    setWasOpen(isOpen);
    if (isOpen) setTrouble(undefined);
  }
  useEffect(() => {
    if (isOver) pending?.skip?.();
  }, [isOver, pending]);

  async function hand() {
    setTrouble(undefined);
    const texts = textsOf(editors);
    const left = new Map<OnItsWay, Left[]>();
    try {
      // What is typed while pictures are sent is handed in, too.
      for (const part of [texts, picturesOf(uploads), texts]) {
        setPending(part);
        left.set(part, await part.arrived());
        for (const { field, error } of left.get(part) ?? []) {
          if (field === undefined || isLate(error)) continue;
          focusOn(field);
          const why = messageOf(error, "Please try again.");
          setTrouble(
            `Not handed in: ${KEPT_LABELS[field]} is not saved. ${why}`,
          );
          return;
        }
      }
      setPending({ ...texts, saying: () => null });
      const { seq } = shared;
      setHandedIn(await handIn(seq === undefined ? {} : { seq }));
      setTrouble(handedInWithout([...left.values()].flat()));
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
  const saying = pending?.saying();
  return {
    press: () => void hand(),
    /** What the button says meanwhile. */
    pending:
      pending && (saying ? `${saying}, then handing in …` : "Handing in …"),
    skip: pending?.skip,
    trouble,
    /** The receipt of this page's last hand-in. */
    handedIn,
  };
}

/** What of this page is on its way to the deployment: a hand-in waits for one kind after the other. */
type OnItsWay = {
  /** What is said meanwhile; null if nothing is on its way. */
  saying: () => string | null;
  /** Waits until the deployment has it. @returns what it does not have then */
  arrived: () => Promise<Left[]>;
  /** Ends the wait. */
  skip?: () => void;
};

/** What the deployment does not have; a text of a `field` is mended first, unless it came too late. */
type Left = { label: string; field?: Editor["field"]; error?: unknown };

function textsOf(editors: Bench["editors"]): OnItsWay {
  const isUnsent = (editor: Editor) => editor.getView().isAtRisk;
  return {
    saying: () => ([...editors].some(isUnsent) ? "Saving" : null),
    arrived: async () => (await Promise.all([...editors].map(leftOf))).flat(),
  };
}

async function leftOf(editor: Editor): Promise<Left[]> {
  const { field } = editor;
  const label = `your last words in ${KEPT_LABELS[field]}`;
  return editor.settled().then(
    () => [],
    (error: unknown) => [{ label, field, error }],
  );
}

function picturesOf(uploads: Bench["uploads"]): OnItsWay {
  const count = () => uploads.current().uploads.length;
  let skip = () => {};
  const skipped = new Promise<void>((resolve) => (skip = resolve));
  return {
    saying: () =>
      count() > 0 ? `Sending ${counted(count(), "picture")}` : null,
    arrived: async () => {
      const sent = until(uploads.subscribe, () => count() === 0);
      await Promise.race([sent, skipped]);
      const { failed, uploads: unsent } = uploads.current();
      return [...failed, ...unsent].map(({ name }) => ({ label: name }));
    },
    skip,
  };
}

function isLate(error: unknown): boolean {
  return isAppError(error) && error.data.code === "submissions_closed";
}

function handedInWithout(left: readonly Left[]): string | undefined {
  if (left.length === 0) return undefined;
  const labels = left.map(({ label }) => label).join(", ");
  const why = left.some(({ field }) => field)
    ? " They came after the closing time, and stay on this device."
    : "";
  return `Handed in, but without ${labels}.${why}`;
}

function fieldsOf(data: object): string[] {
  return "fields" in data && Array.isArray(data.fields)
    ? data.fields.map(String)
    : [];
}
