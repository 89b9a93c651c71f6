import { useMutation } from "convex/react";
import { useRef } from "react";
import { api } from "#convex/_generated/api";
import type { ContactMessage } from "#convex/shared/contact";
import { useDeploymentMinute } from "../../../features/clock/deployment-clock";
import type { CsvColumns } from "../../../lib/csv";
import { notify } from "../../../lib/notify";
import { SkeletonStack } from "../../../ui/skeleton";
import { Tabs } from "../../../ui/tabs";
import { indianCell } from "../frame/indian-time";
import { Loaded, useOrganiserQuery } from "../frame/live";
import { SectionFrame } from "../frame/section-frame";
import { CsvButton } from "../list/csv-button";
import { ListTools } from "../list/list-tools";
import { Pager } from "../list/pager";
import { useArranged, type Arrangement } from "../list/use-arranged";
import { useAction } from "../../../lib/use-action";
import { MessageCard } from "./message-card";

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
  const list = useRef<HTMLDivElement>(null);
  const mark = useMutation(api.organiser.markMessage);
  const { run, isPending } = useAction("Failed to mark the message");

  async function move(messageId: ContactMessage["_id"]) {
    const isDone = await run(() => mark({ messageId, handled: !isHandled }));
    if (!isDone) return;
    notify.success(isHandled ? "Message is waiting again" : "Message handled");
    // The focused button disappears with its message.
    list.current?.focus();
  }

  return (
    <Loaded
      live={live}
      failure="Failed to load the messages"
      skeleton={<SkeletonStack heights={["5rem", "14rem", "14rem", "14rem"]} />}
    >
      {(messages) => (
        <div ref={list} tabIndex={-1} className="org-list stack gap-5">
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
            <p className="org-empty">
              Nothing matches “{arranged.search.trim()}”.
            </p>
          )}
          <ul className="stack gap">
            {arranged.cut.rows.map((message) => (
              <li key={message._id}>
                <MessageCard
                  message={message}
                  now={now}
                  isPending={isPending}
                  onMove={() => void move(message._id)}
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
