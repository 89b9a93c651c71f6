import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "#convex/_generated/api";
import {
  isOpen,
  type HelpRequest,
  type TeamHelp as Help,
} from "#convex/shared/help";
import { waitOf } from "#convex/shared/helpQueue";
import { counted } from "#convex/shared/text";
import { useDeploymentMinute } from "../../features/clock/deployment-clock";
import { useAction } from "../../lib/use-action";
import { useFocusOnChange } from "../../lib/use-focus-on-change";
import { dataOf, useLive } from "../../lib/use-live";
import { Button } from "../../ui/button";
import { classNames } from "../../ui/class-names";
import { AskingButton } from "../../ui/confirmation";
import { Fitted } from "../../ui/fitted";
import { LoadFailure } from "../../ui/load-failure";
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
  if (!help.isOpen) return <HelpClosed />;
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
        {asked === null && <Before last={request} help={help} />}
      </div>
      {asked === null ? (
        <Asking last={request} />
      ) : (
        <Asked key={asked._id} request={asked} help={help} />
      )}
    </div>
  );
}

function titleOf({ state, helper }: HelpRequest, ahead: number): string {
  if (state === "taken") return `${helper?.name ?? "A mentor"} is coming`;
  if (state === "paused") return "Paused";
  return ahead === 0 ? "You are next" : `${counted(ahead, "team")} before you`;
}

function Before({ last, help }: { last: HelpRequest | null; help: Help }) {
  return (
    <>
      {last?.state === "lapsed" && (
        <p className="hot-text measure">
          Your last request has lapsed: nobody came, and nothing changed for two
          hours. If you still need help, ask again.
        </p>
      )}
      <p className="soft measure">
        A mentor comes to your table. Your team has one request at a time; any
        of you can change it.
        {help.usualWaitMs !== null &&
          ` The usual wait is ${shortWait(help.usualWaitMs)}.`}
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
        initial={last?.state === "lapsed" ? last : { place: last?.place ?? "" }}
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
        {help.usualWaitMs !== null && state !== "taken" && (
          <div className="min-w-0">
            <dt className="quiet text-s">Usual wait</dt>
            <dd className="headline tabular">{shortWait(help.usualWaitMs)}</dd>
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
          initial={request}
          label="Save the changes"
          send={edit}
          onDone={() => setIsEditing(false)}
          onCancel={() => setIsEditing(false)}
        />
      ) : (
        <div className="stack gap-5 content-start">
          <div className="stack gap-2">
            <p className="strong pre-line">{topic}</p>
            <p className="pre-line measure">{problem}</p>
            {askedBy !== null && (
              <p className="soft text-s">{askedBy} has asked.</p>
            )}
          </div>
          <Tools request={request} onEdit={() => setIsEditing(true)} />
        </div>
      )}
    </section>
  );
}

function Tools({
  request: { state },
  onEdit,
}: {
  request: HelpRequest;
  onEdit: () => void;
}) {
  const pause = useMutation(api.help.pause);
  const withdraw = useMutation(api.help.withdraw);
  const { run, isPending } = useAction("Failed to pause the request");
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
      <AskingButton
        label="Close it"
        title="Close the request?"
        text={
          isTaken
            ? "It counts as help, and the mentor sees that it is over."
            : "Nobody comes, and your place in the queue is gone."
        }
        confirm="Close the request"
        failure="Failed to close the request"
        onConfirm={() => withdraw({})}
      />
      {isPaused && (
        <p className="soft text-s">
          You keep your place, and nobody comes until you go on. After two hours
          the request lapses.
        </p>
      )}
    </div>
  );
}
