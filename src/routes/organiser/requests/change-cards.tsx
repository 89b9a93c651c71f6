import { useMutation } from "convex/react";
import { useId } from "react";
import { api } from "#convex/_generated/api";
import {
  approvalSchema,
  declineSchema,
} from "#convex/teams/shared/changeRequests";
import type { AskedChange } from "#convex/organiser/shared";
import {
  changeInWords,
  outcomeOfChange,
} from "../../../features/team/change-words";
import { fateOfProject } from "../../../features/team/project-of-team";
import { formatMoment } from "../../../lib/time/format-time";
import { notify } from "../../../lib/notify";
import { useFocusKept } from "../../../lib/focus/use-focus-kept";
import { useKeptForm } from "../../../lib/forms/use-kept-draft";
import { Button } from "../../../ui/button";
import { Dialog, DialogActions } from "../../../ui/dialog";
import { DialogTrouble } from "../../../ui/form-notice";
import { WarningIcon } from "../../../ui/tool-icons";
import { TextField } from "../../../ui/text-field";

/** An answer that an organiser is about to give. */
export type Answering = {
  requestId: AskedChange["_id"];
  isApproving: boolean;
};

export function ChangeCards({
  requests,
  onAnswer,
}: {
  requests: readonly AskedChange[];
  onAnswer: (answering: Answering) => void;
}) {
  return (
    <ul className="stack gap">
      {requests.map((request) => (
        <li key={request._id}>
          <ChangeCard
            request={request}
            onAnswer={(isApproving) =>
              onAnswer({ requestId: request._id, isApproving })
            }
          />
        </li>
      ))}
    </ul>
  );
}

function ChangeCard({
  request,
  onAnswer,
}: {
  request: AskedChange;
  onAnswer: (isApproving: boolean) => void;
}) {
  const id = useId();
  const { personName, reason, sentAt, obstacle, outcome } = request;
  return (
    <article className="plate org-message stack gap-5" aria-labelledby={id}>
      <header className="row gap-3 items-center">
        <h2 id={id}>{changeInWords(request)}</h2>
        <p className="org-meta row gap-x-4 min-w-0 whole-line quiet text-s">
          <strong>{personName}</strong>
          <time dateTime={new Date(sentAt).toISOString()}>
            {formatMoment(sentAt)}
          </time>
        </p>
      </header>
      <p className="own-direction measure soft pre-line">{reason}</p>
      {obstacle !== null && (
        <p className="org-verdict flex gap-2 hot-text strong text-s">
          <WarningIcon />
          <span>{`Not possible now: ${obstacle}`}</span>
        </p>
      )}
      {outcome === null ? (
        <div className="row gap-3 org-actions">
          <Button
            tone="signal"
            isDisabled={obstacle !== null}
            aria-describedby={id}
            onClick={() => onAnswer(true)}
          >
            Approve
          </Button>
          <Button aria-describedby={id} onClick={() => onAnswer(false)}>
            Decline
          </Button>
        </div>
      ) : (
        <Settled request={request} />
      )}
    </article>
  );
}

function Settled({ request }: { request: AskedChange }) {
  const { outcome, settledBy, settledAt, answer } = request;
  return (
    <p className="org-verdict flex gap-2 signal-text strong text-s">
      {`${outcomeOfChange(outcome)}${settledBy !== null ? ` by ${settledBy}` : ""}${settledAt !== null ? ` on ${formatMoment(settledAt)}` : ""}${answer !== "" ? `: “${answer}”` : ""}`}
    </p>
  );
}

/** Apart from the cards, which move once they are answered: it says so if another organiser was faster. */
export function AnswerDialog({
  answering,
  requests,
  onClose,
}: {
  answering: Answering | undefined;
  requests: readonly AskedChange[];
  onClose: () => void;
}) {
  const { requestId, isApproving = false } = answering ?? {};
  const request = requests.find(({ _id }) => _id === requestId);
  const place = useFocusKept();
  return (
    <Dialog
      isOpen={request !== undefined}
      onClose={onClose}
      title={`${isApproving ? "Approve for" : "Decline"} ${request?.personName}?`}
    >
      <div ref={place} tabIndex={-1} className="stack gap-4">
        {request?.outcome === null ? (
          <AnswerForm
            request={request}
            isApproving={isApproving}
            onClose={onClose}
          />
        ) : (
          request && (
            <>
              <div aria-live="polite">
                <Settled request={request} />
              </div>
              <DialogActions>
                <Button onClick={onClose}>Close</Button>
              </DialogActions>
            </>
          )
        )}
      </div>
    </Dialog>
  );
}

/** What else an approval ends. */
function endInWords({ ends, personName, teamName }: AskedChange): string {
  if (ends === null) return "";
  return ` ${personName} is the last member of ${teamName}, which is deleted.${fateOfProject(ends === "team" ? null : ends)}`;
}

function AnswerForm({
  request,
  isApproving,
  onClose,
}: {
  request: AskedChange;
  isApproving: boolean;
  onClose: () => void;
}) {
  const approve = useMutation(api.changeRequests.approve);
  const decline = useMutation(api.changeRequests.decline);
  const { formProps, field, notice, isPending, cancel } = useKeptForm({
    keptAs: `answer to ${request._id}`,
    schema: isApproving ? approvalSchema : declineSchema,
    failure: "Failed to answer the request",
    onSubmit: async ({ answer }) => {
      const answered = { requestId: request._id, answer };
      const withProject = request.ends === "draft";
      await (isApproving
        ? approve({ ...answered, withProject, seen: request.ends })
        : decline(answered));
      notify.success(isApproving ? "Approved and done" : "Declined");
    },
    onDone: onClose,
  });
  return (
    <form {...formProps} className="stack gap-4" aria-label="Answer">
      <p>
        {!isApproving
          ? "They read your answer. The teams stay as they are."
          : request.kind === "other"
            ? "This only records your answer. Make the change yourself."
            : `${changeInWords(request)}: it is done at once, and both teams see it.${endInWords(request)}`}
      </p>
      <TextField
        label="Answer"
        {...field("answer")}
        isOptional={isApproving}
        autoComplete="off"
      />
      <DialogTrouble>{notice}</DialogTrouble>
      <DialogActions>
        <Button onClick={cancel(onClose)}>Cancel</Button>
        <Button
          type="submit"
          tone={isApproving ? "signal" : "hot"}
          isPending={isPending}
        >
          {isApproving ? "Approve" : "Decline"}
        </Button>
      </DialogActions>
    </form>
  );
}
