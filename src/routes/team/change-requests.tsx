import { useMutation } from "convex/react";
import { useId, useState } from "react";
import { api } from "#convex/_generated/api";
import type { ChangeRequest } from "#convex/shared/findingValidators";
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

/** What is asked of the organisers once teams are closed, and their answers; nothing while neither is the case. */
export function ChangeRequests({ hasTeam }: { hasTeam: boolean }) {
  const id = useId();
  const changes = useTeamChanges();
  const live = useQuietLive(api.changeRequests.mine, {});
  const [isAsking, setIsAsking] = useState(false);
  const requests = (live.status === "success" && live.data) || [];
  const isClosed = changes?.isOpen === false;
  const waiting = requests.find(
    ({ isOwn, outcome }) => isOwn && outcome === null,
  );
  const over = requests.filter(({ outcome }) => outcome !== null);
  if (!isClosed && requests.length === 0) return null;
  return (
    <Panel aria-labelledby={id} isSignal={isClosed && waiting === undefined}>
      <div className={styles.box}>
        <h2 id={id}>{isClosed ? "The roster is locked" : "Asked for"}</h2>
        {isClosed && (
          <p className={styles.soft}>
            {changes.closedSince === null
              ? "Team changes are closed."
              : `Team changes are closed since ${formatMoment(changes.closedSince)}.`}{" "}
            The organisers can still change a team, if you tell them why.
          </p>
        )}
        <div aria-live="polite" className={styles.box}>
          {waiting && <Waiting request={waiting} />}
          {over.length > 0 && <Over requests={over} />}
        </div>
        {isClosed && waiting === undefined && (
          <div>
            <Button tone="signal" onClick={() => setIsAsking(true)}>
              Request a change
            </Button>
          </div>
        )}
        <RequestChange
          isOpen={isAsking}
          hasTeam={hasTeam}
          onClose={() => setIsAsking(false)}
        />
      </div>
    </Panel>
  );
}

function Waiting({ request }: { request: ChangeRequest }) {
  const withdraw = useMutation(api.changeRequests.withdraw);
  const { run, isPending } = useAction("Failed to withdraw the request");
  return (
    <div className={styles.waiting}>
      <p className={styles.strong}>{changeInWords(request)}</p>
      <p>“{request.reason}”</p>
      <p className={styles.soft}>
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
          <span className={styles.strong}>
            {!request.isOwn && `${request.personName}: `}
            {changeInWords(request)}
          </span>
          <span>{outcomeOfChange(request.outcome)}</span>
          {request.answer !== "" && <span>“{request.answer}”</span>}
          {request.settledAt !== null && (
            <span className={styles.soft}>
              {formatMoment(request.settledAt)}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
