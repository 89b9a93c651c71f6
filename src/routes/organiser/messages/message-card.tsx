import { useId } from "react";
import { type ContactMessage, isUrgent } from "#convex/shared/contact";
import { formatMoment } from "../../../lib/format-date";
import { AnchorButton, Button } from "../../../ui/button";
import { CheckIcon } from "../../../ui/tool-icons";
import { replyHref } from "./reply-href";
import { PROMISED_MS, waitingInWords } from "./waiting-time";
import { Written, written } from "../../../ui/written";

export function MessageCard({
  message,
  now,
  isPending,
  onMove,
}: {
  message: ContactMessage;
  now: number;
  isPending: boolean;
  onMove: () => void;
}) {
  const id = useId();
  const { name, email, subject, createdAt, handledAt, handledBy } = message;
  const waitedMs = now - Date.parse(createdAt);
  return (
    <article className="plate org-message stack gap-5" aria-labelledby={id}>
      <header className="row gap-3 items-center">
        <h2 id={id} {...written(subject)}>
          {subject}
        </h2>
        {isUrgent(subject) && <span className="tag org-hot-tag">Urgent</span>}
        <p className="org-meta row gap-x-4 min-w-0 quiet text-s">
          <strong>
            <Written>{name}</Written>
          </strong>
          <span>{email}</span>
          <time dateTime={createdAt}>{formatMoment(createdAt)}</time>
          {handledAt === null && (
            <span data-late={waitedMs > PROMISED_MS || undefined}>
              {waitingInWords(waitedMs)}
            </span>
          )}
        </p>
      </header>
      <p
        className="own-direction measure soft pre-line"
        {...written(message.message)}
      >
        {message.message}
      </p>
      {handledAt !== null && (
        <p className="org-verdict flex gap-2 signal-text strong text-s">
          <CheckIcon />
          Handled by {handledBy ?? "an organiser"} on {formatMoment(handledAt)}
        </p>
      )}
      <div className="row gap-3 org-actions">
        <AnchorButton
          tone="signal"
          href={replyHref(message)}
          aria-describedby={id}
        >
          Reply by email
        </AnchorButton>
        <Button isPending={isPending} aria-describedby={id} onClick={onMove}>
          {handledAt === null ? "Mark handled" : "Mark as waiting"}
        </Button>
      </div>
    </article>
  );
}
