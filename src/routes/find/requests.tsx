import { useMutation } from "convex/react";
import { useId } from "react";
import { api } from "#convex/_generated/api";
import { isReopenable, type Request } from "#convex/listings/shared";
import { counted } from "#convex/platform/shared/text";
import { useDeploymentMinute } from "../../features/clock/deployment-clock";
import { formatMoment } from "../../lib/time/format-time";
import { useAction } from "../../lib/forms/use-action";
import { useFocusKept } from "../../lib/focus/use-focus-kept";
import { Button } from "../../ui/button";
import { AskingButton } from "../../ui/confirmation";
import styles from "./find.module.css";
import { isToAnswer, LAPSED, outcomeInWords, requestInWords } from "./words";

/** The requests that wait for the reader's answer; nothing without any. A live region, because others send them. */
export function ToAnswer({
  requests,
  ...standing
}: {
  requests: readonly Request[];
} & Standing) {
  const id = useId();
  const list = useFocusKept();
  const count = requests.length;
  const noun = requests[0]?.side === "person" ? "offer" : "request";
  return (
    <div ref={list} tabIndex={-1} aria-live="polite" className="no-room">
      {count > 0 && (
        <section className="stack gap-3" aria-labelledby={id}>
          <h2 id={id}>{`${count} ${noun}${count > 1 ? "s" : ""} to answer`}</h2>
          <ul className={`stack gap-4 ${styles.toAnswer}`}>
            {requests.map((request) => (
              <li key={request._id} className="stack gap-2 line-beside">
                <Asked request={request} />
                <div className="row gap-3 gap-x-4 items-center">
                  <Accept request={request} {...standing} />
                  <Act how="decline" request={request} />
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function Asked({ request }: { request: Request }) {
  const { note, card } = request;
  const told = [card?.college, card?.skills.join(", ")].filter(Boolean);
  return (
    <div>
      <p id={request._id} className="strong">
        {requestInWords(request)}
      </p>
      {told.length > 0 && <p className="quiet text-s">{told.join(" · ")}</p>}
      {note !== "" && <p className="soft own-direction">{`“${note}”`}</p>}
    </div>
  );
}

/** Requests that wait for others or are over, in a line each; nothing without any. */
export function Requests({
  requests,
  isActing,
  mayAccept,
}: {
  requests: readonly Request[];
  /** False for members: only the leader acts for the team. */
  isActing: boolean;
  /** False once teams are locked: then the open ones have lapsed. */
  mayAccept: boolean;
}) {
  const id = useId();
  const list = useFocusKept();
  const now = useDeploymentMinute();
  if (requests.length === 0) return null;
  return (
    <section
      className={`stack gap-3 ${styles.later}`}
      aria-labelledby={id}
      aria-live="polite"
    >
      <h2 id={id}>Requests</h2>
      <ul
        ref={list}
        tabIndex={-1}
        aria-labelledby={id}
        className={`line-above ${styles.lines}`}
      >
        {requests.map((request) => (
          <li
            key={request._id}
            className="row gap-1 gap-x-4 items-center justify-between"
          >
            <span id={request._id}>{requestInWords(request, mayAccept)}</span>
            {request.outcome !== null ? (
              <>
                <span className="quiet text-s">
                  <span>{outcomeInWords(request.outcome)}</span>
                  <span>
                    {request.settledAt !== null &&
                      ` · ${formatMoment(request.settledAt)}`}
                  </span>
                </span>
                {isActing && mayAccept && isReopenable(request, now) && (
                  <Act how="reopen" request={request} />
                )}
              </>
            ) : !mayAccept ? (
              <span className="quiet text-s">{LAPSED}</span>
            ) : isActing ? (
              <Act how="withdraw" request={request} />
            ) : (
              <span className="quiet text-s">
                {isToAnswer(request)
                  ? "Your Team Leader answers"
                  : `Waits for ${request.personName}`}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** How many other open requests the reader's side has, and whether the next one fills the team. */
type Standing = { others: number; isLastSlot: boolean };

/** Asks first: what it ends, nobody brings back. */
function Accept({
  request: { _id: requestId, side, personName, teamName },
  others,
  isLastSlot,
}: { request: Request } & Standing) {
  const accept = useMutation(api.requests.accept);
  const isPerson = side === "person";
  const end = `${counted(others, "other open request")} ${others === 1 ? "ends" : "end"}`;
  const ends = others === 0 ? "" : ` ${isPerson ? "Your " : ""}${end}.`;
  return (
    <AskingButton
      label="Accept"
      button={{ tone: "signal", "aria-describedby": requestId }}
      title={isPerson ? `Join ${teamName}?` : `Take ${personName} in?`}
      text={
        isPerson
          ? `You are in ${teamName} at once, and your card disappears.${ends}`
          : `${personName} is in your team at once, and what ${personName} has asked of other teams ends.${isLastSlot ? ` Your team is full then.${ends}` : ""}`
      }
      confirm={isPerson ? "Join the team" : "Take them in"}
      tone="signal"
      failure="Failed to accept the request"
      onConfirm={() => accept({ requestId })}
    />
  );
}

const labels = {
  decline: "Decline",
  withdraw: "Withdraw",
  reopen: "Undo",
};

function Act({ how, request }: { how: keyof typeof labels; request: Request }) {
  const act = useMutation(api.requests[how]);
  const { run, isPending } = useAction(`Failed to ${how} the request`);
  return (
    <Button
      isPending={isPending}
      aria-describedby={request._id}
      onClick={() => void run(() => act({ requestId: request._id }))}
    >
      {labels[how]}
    </Button>
  );
}
