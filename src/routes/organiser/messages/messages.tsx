import { useMutation } from "convex/react";
import { useId, useState } from "react";
import { api } from "#convex/_generated/api";
import { isUrgent, type ContactMessage } from "#convex/contact/shared";
import { useDeploymentMinute } from "../../../features/clock/deployment-clock";
import type { CsvColumns } from "../../../lib/csv";
import { formatMoment } from "../../../lib/time/format-time";
import { useAction } from "../../../lib/forms/use-action";
import { useFocusKept } from "../../../lib/focus/use-focus-kept";
import { AnchorButton, Button } from "../../../ui/button";
import { SkeletonStack } from "../../../ui/skeleton";
import { Tabs } from "../../../ui/tabs";
import { CheckIcon } from "../../../ui/tool-icons";
import { UndoNote } from "../../../ui/undo-note";
import { Written, written } from "../../../ui/written";
import { indianCell } from "../frame/indian-time";
import { Loaded, useOrganiserQuery } from "../frame/live";
import { SectionFrame } from "../frame/section-frame";
import { CsvButton } from "../list/csv-button";
import { ListTools } from "../list/list-tools";
import { Pager } from "../list/pager";
import { useArranged, type Arrangement } from "../list/use-arranged";
import { replyHref } from "./reply-href";
import { PROMISED_MS, waitingInWords } from "./waiting-time";

const arrangement: Arrangement<ContactMessage> = {
  textOf: ({ name, email, subject, message }) =>
    [name, email, subject, message].join(" "),
  // In the deployment's order: urgent first, then oldest.
  initial: { columnId: "", direction: "ascending" },
  pageSize: 20,
};

const csvColumns: CsvColumns<ContactMessage> = {
  "Received (IST)": ({ createdAt }) => indianCell(Date.parse(createdAt)),
  Name: ({ name }) => name,
  Email: ({ email }) => email,
  Subject: ({ subject }) => subject,
  Message: ({ message }) => message,
  "Handled (IST)": ({ handledAt }) => handledAt && indianCell(handledAt),
  "Handled by": ({ handledBy }) => handledBy,
};
/** The limit of `api.organiser.messages`. */
const MOST_MESSAGES = 500;
const none: readonly never[] = [];

export function Messages() {
  return (
    <SectionFrame>
      <Tabs
        label="Messages"
        parameter="show"
        tabs={[
          {
            id: "waiting",
            label: "Waiting",
            content: <MessageList key="waiting" isHandled={false} />,
          },
          {
            id: "handled",
            label: "Handled",
            content: <MessageList key="handled" isHandled />,
          },
        ]}
      />
    </SectionFrame>
  );
}

/** Messages that wait, or handled ones; a press moves a message to the other list. */
function MessageList({ isHandled }: { isHandled: boolean }) {
  const live = useOrganiserQuery(api.organiser.messages, {
    handled: isHandled,
  });
  const all = live.status === "success" ? live.data : none;
  const arranged = useArranged(all, none, arrangement);
  const now = useDeploymentMinute();
  const list = useFocusKept();
  const mark = useMutation(api.organiser.markMessage);
  const { run, isPending } = useAction("Failed to mark the message");

  const [moved, setMoved] = useState<ContactMessage>();

  async function move(message: ContactMessage) {
    const { _id: messageId } = message;
    const isDone = await run(() => mark({ messageId, handled: !isHandled }));
    if (isDone) setMoved(message);
  }

  return (
    <Loaded
      live={live}
      failure="Failed to load the messages"
      skeleton={<SkeletonStack heights={["5rem", "14rem", "14rem", "14rem"]} />}
    >
      {(messages) => (
        <div ref={list} tabIndex={-1} className="org-list stack gap-5">
          {moved && !messages.some(({ _id }) => _id === moved._id) && (
            <UndoNote
              failure="Failed to mark the message"
              onUndo={async () => {
                await mark({ messageId: moved._id, handled: isHandled });
                setMoved(undefined);
              }}
            >
              {`“${moved.subject}” is ${isHandled ? "waiting again" : "handled"}.`}
            </UndoNote>
          )}
          {messages.length === 0 ? (
            <p className="org-empty">
              {isHandled
                ? "No message has been handled yet."
                : "No one is waiting for an answer."}
            </p>
          ) : (
            <div className="row gap-4 gap-x-5 items-end justify-between org-toolbar">
              <ListTools
                label="Search messages"
                all={messages}
                isComplete={messages.length < MOST_MESSAGES}
                arranged={arranged}
              />
              <CsvButton
                list="messages"
                columns={csvColumns}
                rows={arranged.rows}
              />
            </div>
          )}
          {messages.length > 0 && arranged.rows.length === 0 && (
            <p className="org-empty">{`Nothing matches “${arranged.search.trim()}”.`}</p>
          )}
          <ul className="stack gap">
            {arranged.cut.rows.map((message) => (
              <li key={message._id}>
                <MessageCard
                  message={message}
                  now={now}
                  isPending={isPending}
                  onMove={() => void move(message)}
                />
              </li>
            ))}
          </ul>
          <Pager
            label="Pages of messages"
            cut={arranged.cut}
            onPage={arranged.setPage}
          />
        </div>
      )}
    </Loaded>
  );
}

function MessageCard({
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
        <p className="org-meta row gap-x-4 min-w-0 whole-line quiet text-s">
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
          <span>{`Handled by ${handledBy ?? "an organiser"} on ${formatMoment(handledAt)}`}</span>
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
