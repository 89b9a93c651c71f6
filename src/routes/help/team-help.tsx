import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "#convex/_generated/api";
import {
  NOBODY_CAME_AFTER_MS,
  REOPENS_FOR_MS,
  isOpen,
  type HelpRequest,
  type TeamHelp as Help,
} from "#convex/help/shared/help";
import { waitOf } from "#convex/help/shared/queue";
import { counted } from "#convex/platform/shared/text";
import { useDeploymentMinute } from "../../features/clock/deployment-clock";
import { formatTime } from "../../lib/time/format-time";
import { useAction } from "../../lib/forms/use-action";
import { useFocusOnChange } from "../../lib/focus/use-focus-on-change";
import { dataOf, useLive } from "../../lib/connection/use-live";
import { Button } from "../../ui/button";
import { classNames } from "../../ui/class-names";
import { Fitted } from "../../ui/fitted";
import { LoadFailure } from "../../ui/load-failure";
import { UndoNote } from "../../ui/undo-note";
import { HelpForm } from "./help-form";
import { HelpClosed, HelpPending } from "./pending";
import { shortWait } from "./words";

const FAILURE = "Failed to load your request";

/** A team's own time-out: it asks, sees its place, and who is coming. */
export function TeamHelp() {
  const live = useLive(api.help.mine, FAILURE);
  const help = dataOf(live) ?? null;
  const request = help?.request ?? null;
  const asked = request !== null && isOpen(request.state) ? request : null;
  const content = useFocusOnChange(
    help === null ? "" : asked === null ? "asking" : "asked",
  );
  if (live.status === "error")
    return <LoadFailure isPage>{FAILURE}</LoadFailure>;
  if (help === null) return <HelpPending />;
  if (!help.isOpen) return <HelpClosed reader="member" />;
  return (
    <div
      ref={content}
      tabIndex={-1}
      className={classNames(
        "stack gap-5 content-start",
        asked === null && "help-asking",
      )}
    >
      {/* Read aloud as it changes: who is coming, most of all. */}
      <div aria-live="polite" className="stack gap-3 content-start">
        <h1 className="display-l">
          <Fitted>
            {asked === null ? "Call a time-out" : titleOf(asked, help.ahead)}
          </Fitted>
        </h1>
        {asked === null && <Before last={request} />}
        {asked?.state === "waiting" && <FirstWait of={help.first} />}
      </div>
      {asked === null ? (
        <Asking last={request} />
      ) : (
        <Asked key={asked._id} request={asked} help={help} />
      )}
    </div>
  );
}

/** How long the first of a queue has waited; nothing if nobody waits. In a live region it is not read aloud each minute. */
export function FirstWait({ of: first }: { of: Help["first"] }) {
  const nowMs = useDeploymentMinute();
  if (first === null) return null;
  return (
    <p
      aria-live="off"
      className="soft"
    >{`The first has waited ${shortWait(waitOf(first, nowMs))}.`}</p>
  );
}

function titleOf({ state, helper }: HelpRequest, ahead: number): string {
  if (state === "taken") return `${helper?.name ?? "A mentor"} is coming`;
  if (state === "paused") return "Paused";
  return ahead === 0 ? "You are next" : `${counted(ahead, "team")} before you`;
}

function Before({ last }: { last: HelpRequest | null }) {
  const undo = useMutation(api.help.undoWithdraw);
  const nowMs = useDeploymentMinute();
  return (
    <>
      {last?.state === "withdrawn" && nowMs - last.since < REOPENS_FOR_MS && (
        <UndoNote
          label="Open it again"
          failure="Failed to open the request again"
          onUndo={() => undo({ requestId: last._id })}
        >
          Your request is closed.
        </UndoNote>
      )}
      {last?.state === "lapsed" && (
        <p className="hot-text measure">
          Your last request has lapsed: nothing changed for two hours. If you
          still need help, ask again.
        </p>
      )}
      <p className="soft measure">
        A mentor comes to your table. Your team has one request at a time; any
        of you can change it.
      </p>
    </>
  );
}

function Asking({ last }: { last: HelpRequest | null }) {
  const ask = useMutation(api.help.ask);
  return (
    <section className="plate panel" aria-label="Ask for help">
      <HelpForm
        about="nothing asked"
        // The table is the same, and what has lapsed is still wrong.
        initial={
          last?.state === "lapsed"
            ? last
            : { topic: "", place: last?.place ?? "", problem: "" }
        }
        label="Ask for help"
        send={ask}
      />
    </section>
  );
}

function Asked({ request, help }: { request: HelpRequest; help: Help }) {
  const edit = useMutation(api.help.edit);
  const [isEditing, setIsEditing] = useState(false);
  const nowMs = useDeploymentMinute();
  const { state, topic, place, problem, askedBy } = request;
  // A usual wait that the first of the queue has passed already promises too much.
  const firstWait = help.first ? waitOf(help.first, nowMs) : 0;
  const usualWait = state === "taken" ? null : help.usualWaitMs;
  return (
    <section
      className={classNames(
        "plate panel help-asked stack gap-5",
        state === "taken" && "plate-lit help-signal",
        state === "paused" && "plate-waiting",
      )}
      aria-label="Your request"
    >
      <dl className="row gap-4 gap-x-6 content-start help-facts">
        <div className="min-w-0">
          <dt className="quiet text-s">You have waited</dt>
          <dd className="headline tabular">
            {shortWait(waitOf(request, nowMs))}
          </dd>
        </div>
        {usualWait !== null && usualWait >= firstWait && (
          <div className="min-w-0">
            <dt className="quiet text-s">Usual wait</dt>
            <dd className="headline tabular">{shortWait(usualWait)}</dd>
          </div>
        )}
        <div className="min-w-0">
          <dt className="quiet text-s">Where you sit</dt>
          <dd className="headline tabular">
            <Fitted>{place}</Fitted>
          </dd>
        </div>
      </dl>
      {isEditing ? (
        <HelpForm
          about={request._id}
          initial={{ topic, place, problem }}
          label="Save the changes"
          send={(texts, seen) => edit({ ...texts, seen })}
          onDone={() => setIsEditing(false)}
          onCancel={() => setIsEditing(false)}
        />
      ) : (
        <div className="stack gap-5 content-start">
          <div className="stack gap-2">
            <p className="strong pre-line">{topic}</p>
            <p className="pre-line measure">{problem}</p>
            {askedBy !== null && (
              <p className="soft text-s">{`${askedBy} has asked.`}</p>
            )}
          </div>
          <Tools
            request={request}
            nowMs={nowMs}
            onEdit={() => setIsEditing(true)}
          />
        </div>
      )}
    </section>
  );
}

function Tools({
  request: { _id: requestId, state, since },
  nowMs,
  onEdit,
}: {
  request: HelpRequest;
  nowMs: number;
  onEdit: () => void;
}) {
  const pause = useMutation(api.help.pause);
  const withdraw = useMutation(api.help.withdraw);
  const nobodyCame = useMutation(api.help.nobodyCame);
  const { run, isPending } = useAction("Failed to change the request");
  const givenUpAt = since + NOBODY_CAME_AFTER_MS;
  const isPaused = state === "paused";
  const isTaken = state === "taken";
  return (
    <div className="row gap-3 help-actions">
      <Button onClick={onEdit}>Change it</Button>
      {!isTaken && (
        <Button
          isPending={isPending}
          tone={isPaused ? "signal" : "outline"}
          onClick={() => void run(() => pause({ isPaused: !isPaused }))}
        >
          {isPaused ? "Go on" : "Pause"}
        </Button>
      )}
      {isTaken && nowMs >= givenUpAt && (
        <Button
          tone="signal"
          isPending={isPending}
          onClick={() => void run(() => nobodyCame({ since }))}
        >
          Nobody came: back in the queue
        </Button>
      )}
      <Button
        isPending={isPending}
        onClick={() => void run(() => withdraw({ requestId }))}
      >
        Close it
      </Button>
      {isTaken && nowMs < givenUpAt && (
        <p className="soft text-s">{`If nobody has come by ${formatTime(givenUpAt)}, you can go back to your place in the queue here.`}</p>
      )}
      {isPaused && (
        <p className="soft text-s">
          You keep your place, and nobody comes until you go on. After two hours
          the request lapses.
        </p>
      )}
    </div>
  );
}
