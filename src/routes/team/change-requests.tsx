import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "#convex/_generated/api";
import {
  isRestorable,
  type ChangeRequest,
} from "#convex/teams/shared/changeRequests";
import { useDeploymentMinute } from "../../features/clock/deployment-clock";
import {
  changeInWords,
  outcomeOfChange,
} from "../../features/team/change-words";
import { isBeforeHandIn } from "../../features/next-step/standing";
import { participantsMoment } from "../../features/next-step/standing";
import { useMoment } from "../../features/next-step/use-moment";
import { formatMoment } from "../../lib/time/format-time";
import { useTeamChanges } from "../../lib/settings/live-settings";
import { useAction } from "../../lib/forms/use-action";
import { useQuietLive } from "../../lib/connection/use-live";
import { Button } from "../../ui/button";
import { UndoNote } from "../../ui/undo-note";
import styles from "./change-requests.module.css";
import { RequestChange } from "./request-change";
import type { Elements } from "../../ui/elements";

/**
 * Says in a line that team changes are closed and since when, and lists change requests with their answers; nothing if
 * there is neither. A live region, so that closing them is announced on open pages.
 */
export function ChangeRequests({
  hasTeam,
  children,
}: {
  hasTeam: boolean;
  /** What the Team Leader can still do while they are closed. */
  children?: Elements;
}) {
  const changes = useTeamChanges();
  const live = useQuietLive(api.changeRequests.mine, {});
  const [isAsking, setIsAsking] = useState(false);
  const requests = (live.status === "success" && live.data) || [];
  const isClosed = changes?.state === "closed";
  const moment = useMoment(participantsMoment);
  const mayAsk =
    moment !== undefined &&
    (hasTeam ? moment !== "over" : isBeforeHandIn(moment));
  const waiting = requests.find(
    ({ isOwn, outcome }) => isOwn && outcome === null,
  );
  const over = requests.filter(({ outcome }) => outcome !== null);
  return (
    <>
      <div aria-live="polite" className="screen-only no-room">
        {((isClosed && (hasTeam || mayAsk)) || requests.length > 0) && (
          <section
            className="plate stack gap-3 inset"
            aria-label="Changes of the team"
          >
            {isClosed && (
              <div className="row gap-2 gap-x-4 items-center">
                <p className="tight beside">
                  <strong>
                    {hasTeam ? "The roster is locked" : "Teams are locked"}
                  </strong>
                  <span>
                    {changes.closedSince !== null &&
                      ` since ${formatMoment(changes.closedSince)}`}
                  </span>
                </p>
                {waiting === undefined && mayAsk && (
                  <Button onClick={() => setIsAsking(true)}>
                    {hasTeam ? "Request a change" : "Ask with a code"}
                  </Button>
                )}
                {children}
              </div>
            )}
            {waiting && <Waiting request={waiting} />}
            {over.length > 0 && <Over requests={over} />}
          </section>
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
    <div className="stack gap-2 line-beside">
      <p className="strong">{changeInWords(request)}</p>
      <p>{`“${request.reason}”`}</p>
      <p className="soft measure">
        {`${outcomeOfChange(null)}, asked on ${formatMoment(request.sentAt)}. The answer appears here.`}
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
  const putBack = useMutation(api.changeRequests.putBack);
  const now = useDeploymentMinute();
  return (
    <ul className={`stack gap-4 ${styles.over}`} aria-label="Answers">
      {requests.map((request) => (
        <li key={request._id} className="stack gap-2">
          <span className="strong">
            {`${!request.isOwn ? `${request.personName}: ` : ""}${changeInWords(request)}`}
          </span>
          {request.isOwn && isRestorable(request, now) ? (
            <UndoNote
              failure="Failed to put the request back"
              onUndo={() => putBack({ requestId: request._id })}
            >
              {outcomeOfChange(request.outcome)}
            </UndoNote>
          ) : (
            <span>{outcomeOfChange(request.outcome)}</span>
          )}
          {request.answer !== "" && <span>{`“${request.answer}”`}</span>}
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
