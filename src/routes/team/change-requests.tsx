import { useMutation } from "convex/react";
import { useId, useState } from "react";
import { api } from "#convex/_generated/api";
import type { ChangeRequest } from "#convex/shared/changeRequests";
import {
  changeInWords,
  outcomeOfChange,
} from "../../features/team/change-words";
import { formatMoment } from "../../lib/format-date";
import { useTeamChanges } from "../../lib/settings/live-settings";
import { useAction } from "../../lib/use-action";
import { useQuietLive } from "../../lib/use-live";
import { Button } from "../../ui/button";
import { Panel } from "../../ui/panel";
import styles from "./change-requests.module.css";
import { RequestChange } from "./request-change";

/**
 * Says that team changes are closed and since when, and lists change requests with their answers; nothing if there is
 * neither. A live region, so that closing them is announced on open pages.
 */
export function ChangeRequests({
  hasTeam,
  noticeId,
}: {
  hasTeam: boolean;
  /** For `aria-describedby` of disabled controls. */
  noticeId?: string;
}) {
  const id = useId();
  const changes = useTeamChanges();
  const live = useQuietLive(api.changeRequests.mine, {});
  const [isAsking, setIsAsking] = useState(false);
  const requests = (live.status === "success" && live.data) || [];
  const isClosed = changes?.state === "closed";
  const waiting = requests.find(
    ({ isOwn, outcome }) => isOwn && outcome === null,
  );
  const over = requests.filter(({ outcome }) => outcome !== null);
  return (
    <>
      <div aria-live="polite" className="screen-only no-room">
        {(isClosed || requests.length > 0) && (
          <Panel
            aria-labelledby={id}
            isSignal={isClosed && waiting === undefined}
          >
            <div className={styles.box}>
              <h2 id={id}>{isClosed ? "The roster is locked" : "Asked for"}</h2>
              {isClosed && (
                <p id={noticeId} className="soft measure">
                  {changes.closedSince === null
                    ? "Team changes are closed."
                    : `Team changes are closed since ${formatMoment(changes.closedSince)}.`}{" "}
                  The organisers can still change a team, if you tell them why.
                </p>
              )}
              {waiting && <Waiting request={waiting} />}
              {over.length > 0 && <Over requests={over} />}
              {isClosed && waiting === undefined && (
                <div>
                  <Button tone="signal" onClick={() => setIsAsking(true)}>
                    Request a change
                  </Button>
                </div>
              )}
            </div>
          </Panel>
        )}
      </div>
      <RequestChange
        isOpen={isAsking}
        hasTeam={hasTeam}
        onClose={() => setIsAsking(false)}
      />
    </>
  );
}

function Waiting({ request }: { request: ChangeRequest }) {
  const withdraw = useMutation(api.changeRequests.withdraw);
  const { run, isPending } = useAction("Failed to withdraw the request");
  return (
    <div className={styles.waiting}>
      <p className="strong">{changeInWords(request)}</p>
      <p>“{request.reason}”</p>
      <p className="soft measure">
        {outcomeOfChange(null)}, asked on {formatMoment(request.sentAt)}. The
        answer appears here.
      </p>
      <div>
        <Button
          isPending={isPending}
          onClick={() => void run(() => withdraw({}))}
        >
          Withdraw the request
        </Button>
      </div>
    </div>
  );
}

function Over({ requests }: { requests: readonly ChangeRequest[] }) {
  return (
    <ul className={styles.over} aria-label="Answers">
      {requests.map((request) => (
        <li key={request._id}>
          <span className="strong">
            {!request.isOwn && `${request.personName}: `}
            {changeInWords(request)}
          </span>
          <span>{outcomeOfChange(request.outcome)}</span>
          {request.answer !== "" && <span>“{request.answer}”</span>}
          {request.settledAt !== null && (
            <span className="soft measure">
              {formatMoment(request.settledAt)}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
