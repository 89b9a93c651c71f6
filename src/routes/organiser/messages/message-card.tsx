import { useId } from "react";
import type { ContactMessage } from "#convex/shared/validators";
import { formatMoment } from "../../../lib/format-date";
import { Button } from "../../../ui/button";
import { classNames } from "../../../ui/class-names";
import { CheckIcon } from "../../../ui/icons";
import { replyHref } from "./reply-href";

/** The contact page asks people to write this into the subject. */
const URGENT = /\burgent\b/iu;

export function MessageCard({
  message,
  isPending,
  onMove,
}: {
  message: ContactMessage;
  isPending: boolean;
  onMove: () => void;
}) {
  const id = useId();
  const { name, email, subject, createdAt, handledAt, handledBy } = message;
  return (
    <article
      className={classNames("plate", "org-message")}
      aria-labelledby={id}
    >
      <header>
        <h2 id={id}>{subject}</h2>
        {URGENT.test(subject) && <span className="org-hot-tag">Urgent</span>}
        <p className="org-meta">
          <strong>{name}</strong>
          <span>{email}</span>
          <time dateTime={createdAt}>{formatMoment(createdAt)}</time>
        </p>
      </header>
      <p className="org-words">{message.message}</p>
      {handledAt !== null && (
        <p className="org-verdict">
          <CheckIcon />
          Handled by {handledBy ?? "an organiser"} on {formatMoment(handledAt)}
        </p>
      )}
      <div className="org-actions">
        <a
          className={classNames("plate", "org-mail")}
          href={replyHref(message)}
          aria-describedby={id}
        >
          Reply by e-mail
        </a>
        <Button
          tone={handledAt === null ? "signal" : "outline"}
          isPending={isPending}
          aria-describedby={id}
          onClick={onMove}
        >
          {handledAt === null ? "Mark handled" : "Let it wait again"}
        </Button>
      </div>
    </article>
  );
}
