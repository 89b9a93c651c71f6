import { useMutation, useQuery_experimental } from "convex/react";
import type { ReactNode } from "react";
import { api } from "#convex/_generated/api";
import { isAppError } from "#convex/platform/shared/errors";
import { REOPENS_FOR_MS, type HelpRequest } from "#convex/help/shared/help";
import { waitOf } from "#convex/help/shared/queue";
import { counted } from "#convex/platform/shared/text";
import { useDeploymentMinute } from "../../features/clock/deployment-clock";
import { useAction } from "../../lib/forms/use-action";
import { Button } from "../../ui/button";
import { classNames } from "../../ui/class-names";
import { Fitted } from "../../ui/fitted";
import { LoadFailure } from "../../ui/load-failure";
import { UndoNote } from "../../ui/undo-note";
import { HelpClosed, HelpPending } from "./pending";
import { FirstWait } from "./team-help";
import { shortWait } from "./words";

/** How many of those that wait for too long are named. */
const MAX_NAMED = 10;

/** Who waits, where, how long, and who is with whom, for mentors and organisers. */
export function Queue({ role }: { role: "mentor" | "organiser" }) {
  const isOrganiser = role === "organiser";
  const live = useQuery_experimental({ query: api.help.queue, args: {} });
  const take = useMutation(api.help.take);
  const undoClose = useMutation(api.help.undoClose);
  const nowMs = useDeploymentMinute();
  // While it is refused, the role has just ended, and the page is about to change.
  if (live.status === "error" && !isAppError(live.error))
    return <LoadFailure isPage>Failed to load the queue</LoadFailure>;
  if (live.status !== "success") return <HelpPending />;
  const { isOpen, requests, more, closed } = live.data;
  if (!isOpen) return <HelpClosed reader={role} />;
  const of = (state: HelpRequest["state"]) =>
    requests.filter((request) => request.state === state);
  const waiting = of("waiting");
  const paused = of("paused");
  const own = of("taken").filter(({ helper }) => helper?.isCaller === true);
  const others = of("taken").filter(({ helper }) => helper?.isCaller !== true);
  const missed = waiting.filter(({ helper }) => helper !== null);
  const late = waiting.filter(({ isReminded }) => isReminded);
  const unnamed = late.length - MAX_NAMED;
  const named = late.slice(0, MAX_NAMED).map(({ teamName }) => teamName);
  const waits =
    waiting.length === 0
      ? "Nobody waits"
      : `${counted(waiting.length, "team")} ${waiting.length === 1 ? "waits" : "wait"}`;
  return (
    <>
      {own.length > 0 && (
        <>
          <h1>You are on the way to</h1>
          {own.map((request) => (
            <Own key={request._id} request={request} />
          ))}
        </>
      )}
      <div aria-live="polite" className="stack gap-2">
        {own.length > 0 ? (
          <h2>{waits}</h2>
        ) : (
          <h1 className="display-l">{waits}</h1>
        )}
        <FirstWait of={waiting[0] ?? null} />
        {late.length > 0 && (
          <p className="hot-text strong">
            {`For too long: ${named.join(", ")}${unnamed > 0 ? `, and ${unnamed} more` : ""}`}
          </p>
        )}
        {missed.map(({ _id, teamName, helper }) => (
          <p key={_id} className="hot-text strong">
            {helper?.isCaller
              ? `${teamName} says that you have not come. It waits again.`
              : `Nobody came to ${teamName}: ${helper?.name} had it.`}
          </p>
        ))}
        {requests.length === 0 && (
          <p className="soft measure">
            Whoever asks appears here at once. Who was helped least comes first,
            then who waits longest; teams that have not checked in come last.
          </p>
        )}
      </div>
      {closed
        .filter(({ since }) => nowMs - since < REOPENS_FOR_MS)
        .map(({ _id: requestId, teamName }) => (
          <div key={requestId} className="measure">
            <UndoNote
              failure="Failed to open the request again"
              onUndo={() => undoClose({ requestId })}
            >
              {`${teamName} is closed, as helped.`}
            </UndoNote>
          </div>
        ))}
      {waiting.length > 0 && (
        <ol className="stack gap-4" aria-label="Teams that wait">
          {waiting.map((request, index) => (
            <Card
              key={request._id}
              request={request}
              waited={shortWait(waitOf(request, nowMs))}
            >
              <Act
                of={request}
                act={() => take({ requestId: request._id })}
                failure="Failed to take the request"
                isSignal={index === 0 && own.length === 0}
              >
                Take it
              </Act>
            </Card>
          ))}
        </ol>
      )}
      {more > 0 && <p>{`And ${counted(more, "more request")}.`}</p>}
      {others.length > 0 && (
        <Rest title="Being helped">
          {others.map((request) => (
            <li key={request._id} className="row gap-3 items-center">
              <Row request={request}>
                {`${request.helper?.name ?? "A mentor"}, for ${shortWait(Math.max(0, nowMs - request.since))}`}
              </Row>
              {isOrganiser && <Endings request={request} />}
            </li>
          ))}
        </Rest>
      )}
      {paused.length > 0 && (
        <Rest title="Paused by the team">
          {paused.map((request) => (
            <li key={request._id}>
              <Row request={request}>keeps its place</Row>
            </li>
          ))}
        </Rest>
      )}
    </>
  );
}

function Own({ request }: { request: HelpRequest }) {
  return (
    <section
      className="plate panel plate-lit help-signal stack gap-4"
      aria-label={`Your request: ${request.teamName}`}
    >
      <div className="stack gap-2">
        <h2 className="display-m">
          <Fitted>{request.teamName}</Fitted>
        </h2>
        <p className="headline tabular">
          <Fitted>{request.place}</Fitted>
        </p>
      </div>
      <Words request={request} />
      <Endings request={request} isOwn />
    </section>
  );
}

function Card({
  request,
  waited,
  children,
}: {
  request: HelpRequest;
  waited: string;
  children: ReactNode;
}) {
  return (
    <li className="plate grid gap-3 gap-x-4 items-start help-card">
      <p
        className={classNames(
          "headline tabular help-wait",
          request.isReminded ? "hot-text" : "soft",
        )}
      >
        {waited}
      </p>
      <div className="stack gap-2 help-where">
        <h2>
          <Fitted>{request.teamName}</Fitted>
        </h2>
        <p className="strong pre-line">{request.place}</p>
      </div>
      <div className="help-said">
        <Words request={request} />
      </div>
      <div className="help-take">{children}</div>
    </li>
  );
}

function Words({
  request: { topic, problem, askedBy },
}: {
  request: HelpRequest;
}) {
  return (
    <div className="stack gap-1">
      <p className="pre-line">
        <strong>{topic}</strong>
      </p>
      <p className="soft pre-line measure">{problem}</p>
      {askedBy !== null && (
        <p className="soft text-s pre-line">{`Ask for ${askedBy}.`}</p>
      )}
    </div>
  );
}

function Rest({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="stack gap-3" aria-label={title}>
      <h2 className="label">{title}</h2>
      <ul className="stack gap-3">{children}</ul>
    </section>
  );
}

function Row({
  request: { teamName, place },
  children,
}: {
  request: HelpRequest;
  children: ReactNode;
}) {
  return (
    <p className="pre-line beside">
      <strong>{teamName}</strong> <span className="soft">{place}</span>{" "}
      <span className="soft">
        · <span>{children}</span>
      </span>
    </p>
  );
}

function Endings({
  request,
  isOwn = false,
}: {
  request: HelpRequest;
  isOwn?: boolean;
}) {
  const handBack = useMutation(api.help.handBack);
  const close = useMutation(api.help.close);
  const seen = { requestId: request._id, since: request.since };
  return (
    <div className="row gap-3 help-actions">
      <Act
        of={request}
        act={() => handBack(seen)}
        failure="Failed to hand the request back"
      >
        Hand back
      </Act>
      <Act
        of={request}
        act={() => close(seen)}
        failure="Failed to close the request"
        isSignal={isOwn}
      >
        {isOwn ? "Done" : "Close"}
      </Act>
    </div>
  );
}

function Act({
  of: { teamName },
  act,
  failure,
  isSignal = false,
  children,
}: {
  of: HelpRequest;
  act: () => Promise<unknown>;
  failure: string;
  isSignal?: boolean;
  children: string;
}) {
  const { run, isPending } = useAction(failure);
  return (
    <Button
      isWide
      size={isSignal ? "large" : "medium"}
      tone={isSignal ? "signal" : "outline"}
      isPending={isPending}
      aria-label={`${children}: ${teamName}`}
      onClick={() => void run(act)}
    >
      {children}
    </Button>
  );
}
