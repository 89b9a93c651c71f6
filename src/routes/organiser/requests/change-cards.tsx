import { useMutation } from "convex/react";
import { useId, useState } from "react";
import { api } from "#convex/_generated/api";
import {
  approvalSchema,
  declineSchema,
  type AskedChange,
} from "#convex/shared/changeRequests";
import {
  changeInWords,
  outcomeOfChange,
} from "../../../features/team/change-words";
import { fateOfProject } from "../../../features/team/project-of-team";
import { formatMoment } from "../../../lib/format-date";
import { notify } from "../../../lib/notify";
import { useForm } from "../../../lib/use-form";
import { Button } from "../../../ui/button";
import { Dialog, DialogActions } from "../../../ui/dialog";
import { DialogTrouble } from "../../../ui/form-notice";
import { WarningIcon } from "../../../ui/tool-icons";
import { TextField } from "../../../ui/text-field";

export function ChangeCards({
  requests,
}: {
  requests: readonly AskedChange[];
}) {
  return (
    <ul className="stack gap">
      {requests.map((request) => (
        <li key={request._id}>
          <ChangeCard request={request} />
        </li>
      ))}
    </ul>
  );
}

function ChangeCard({ request }: { request: AskedChange }) {
  const id = useId();
  const [isApproving, setIsApproving] = useState<boolean | null>(null);
  const { personName, reason, sentAt, obstacle, outcome, answer } = request;
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
          Not possible now: {obstacle}
        </p>
      )}
      {outcome === null ? (
        <div className="row gap-3 org-actions">
          <Button
            tone="signal"
            isDisabled={obstacle !== null}
            aria-describedby={id}
            onClick={() => setIsApproving(true)}
          >
            Approve
          </Button>
          <Button aria-describedby={id} onClick={() => setIsApproving(false)}>
            Decline
          </Button>
        </div>
      ) : (
        <p className="org-verdict flex gap-2 signal-text strong text-s">
          {outcomeOfChange(outcome)}
          {request.settledBy !== null && ` by ${request.settledBy}`}
          {request.settledAt !== null &&
            ` on ${formatMoment(request.settledAt)}`}
          {answer !== "" && `: “${answer}”`}
        </p>
      )}
      <Dialog
        isOpen={isApproving !== null}
        onClose={() => setIsApproving(null)}
        title={
          isApproving ? `Approve for ${personName}?` : `Decline ${personName}?`
        }
      >
        <AnswerForm
          request={request}
          isApproving={isApproving === true}
          onClose={() => setIsApproving(null)}
        />
      </Dialog>
    </article>
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
  const { formProps, field, notice, isPending } = useForm({
    schema: isApproving ? approvalSchema : declineSchema,
    failure: "Failed to answer the request",
    onSubmit: async ({ answer }) => {
      const answered = { requestId: request._id, answer };
      const withProject = request.ends === "draft";
      await (isApproving
        ? approve({ ...answered, withProject })
        : decline(answered));
      notify.success(isApproving ? "Approved and done" : "Declined");
      onClose();
    },
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
        <Button onClick={onClose}>Cancel</Button>
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
