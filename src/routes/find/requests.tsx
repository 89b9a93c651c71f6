import { useMutation } from "convex/react";
import { useId, useRef, useState } from "react";
import { api } from "#convex/_generated/api";
import type { Request } from "#convex/shared/listings";
import { formatMoment } from "../../lib/format-date";
import { useAction } from "../../lib/use-action";
import { Button } from "../../ui/button";
import { Panel } from "../../ui/panel";
import styles from "./find.module.css";
import { Skills } from "./skills";
import { outcomeInWords, requestInWords } from "./words";

/** Open requests, live, and the last settled ones. */
export function Requests({
  requests,
  mayAct,
  areChangesOpen,
}: {
  requests: readonly Request[];
  /** False for members: only the leader answers for the team. */
  mayAct: boolean;
  areChangesOpen: boolean;
}) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const open = requests.filter(({ outcome }) => outcome === null);
  const over = requests.filter(({ outcome }) => outcome !== null);
  return (
    <Panel aria-labelledby={id}>
      <div className="stack gap-4">
        <h2 id={id}>Requests</h2>
        <div
          ref={list}
          tabIndex={-1}
          aria-live="polite"
          className="stack gap-4"
        >
          {open.length === 0 && (
            <p className="measure soft">No requests yet.</p>
          )}
          {open.length > 0 && (
            <ul className="stack gap-4" aria-label="Under way">
              {open.map((request) => (
                <li key={request._id}>
                  <OpenRequest
                    request={request}
                    mayAct={mayAct}
                    areChangesOpen={areChangesOpen}
                    // The focused button disappears with its request.
                    onAnswered={() => list.current?.focus()}
                  />
                </li>
              ))}
            </ul>
          )}
        </div>
        {over.length > 0 && <Over requests={over} />}
      </div>
    </Panel>
  );
}

function OpenRequest({
  request,
  mayAct,
  areChangesOpen,
  onAnswered,
}: {
  request: Request;
  mayAct: boolean;
  areChangesOpen: boolean;
  onAnswered: () => void;
}) {
  const { _id: requestId, side, sentBy, note, card } = request;
  const accept = useMutation(api.requests.accept);
  const decline = useMutation(api.requests.decline);
  const withdraw = useMutation(api.requests.withdraw);
  const { run, isPending } = useAction("Failed to answer the request");
  const id = useId();
  const isOwn = side === sentBy;
  async function answer(action: typeof accept) {
    if (await run(() => action({ requestId }))) onAnswered();
  }
  const press = (action: typeof accept) => () => void answer(action);
  return (
    <div className={`stack gap-4 ${styles.request}`}>
      <p id={id} className="strong">
        {requestInWords(request)}
      </p>
      {card !== null && card.college !== "" && (
        <p className="measure soft">{card.college}</p>
      )}
      {note !== "" && <p className="own-direction">“{note}”</p>}
      {card !== null && <Skills skills={card.skills} />}
      {mayAct && (
        <div className="row gap-3 gap-x-4 items-center">
          {isOwn ? (
            <Button
              isPending={isPending}
              aria-describedby={id}
              onClick={press(withdraw)}
            >
              Withdraw
            </Button>
          ) : (
            <>
              {areChangesOpen && (
                <Button
                  tone="signal"
                  isPending={isPending}
                  aria-describedby={id}
                  onClick={press(accept)}
                >
                  Accept
                </Button>
              )}
              <Button
                isPending={isPending}
                aria-describedby={id}
                onClick={press(decline)}
              >
                Decline
              </Button>
            </>
          )}
        </div>
      )}
    </div>
  );
}

const MOST_AT_FIRST = 3;

function Over({ requests }: { requests: readonly Request[] }) {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? requests : requests.slice(0, MOST_AT_FIRST);
  return (
    <>
      <ul className={`stack gap-3 ${styles.over}`} aria-label="Over">
        {shown.map((request) => (
          <li key={request._id}>
            <span>{requestInWords(request)}</span>
            <span className={styles.outcome}>
              {request.outcome !== null && outcomeInWords(request.outcome)}
            </span>
            {request.settledAt !== null && (
              <span className="quiet text-s">
                {formatMoment(request.settledAt)}
              </span>
            )}
          </li>
        ))}
      </ul>
      {shown.length < requests.length && (
        <div className="row gap-3 gap-x-4 items-center">
          <Button onClick={() => setIsWhole(true)}>
            Show all that is over
          </Button>
        </div>
      )}
    </>
  );
}
