import { useMutation, useQuery } from "convex/react";
import { useRef, useState } from "react";
import { api } from "#convex/_generated/api";
import type { Announcement } from "#convex/shared/validators";
import { notify } from "../../../ui/notify";
import { Panel } from "../../../ui/panel";
import { Skeleton } from "../../../ui/skeleton";
import { Loaded, useOrganiserQuery } from "../live";
import { SectionFrame } from "../section-frame";
import { sections } from "../sections";
import { AnnouncementForm } from "./announcement-form";
import { composeSchema, type Typed } from "./draft";
import { EditableEntry } from "./editable-entry";
import { useReadingOrder } from "./reading-order";

const nothing: Typed = {
  title: "",
  body: "",
  pinned: false,
  when: "now",
  publishAt: "",
};

export function Announcements() {
  const live = useOrganiserQuery(api.announcements.all, {});
  return (
    <SectionFrame section={sections.announcements}>
      <Compose />
      <Loaded
        live={live}
        failure="Failed to load the announcements"
        skeleton={<AnnouncementsSkeleton />}
      >
        {(announcements) => <Lists announcements={announcements} />}
      </Loaded>
    </SectionFrame>
  );
}

function Compose() {
  const me = useQuery(api.users.me, {});
  const publish = useMutation(api.announcements.publish);
  return (
    <Panel aria-labelledby="compose">
      <div className="org-panel">
        <h2 id="compose">New announcement</h2>
        <AnnouncementForm
          titleId="compose"
          schema={composeSchema}
          initial={nothing}
          mayBeNow
          author={me?.displayName ?? ""}
          submit={{
            label: "Publish",
            pending: "Publishing",
            failure: "Failed to publish the announcement",
          }}
          onSubmit={async (draft) => {
            await publish(draft);
            notify.success(
              draft.publishAt === null
                ? "Announcement published"
                : "Announcement scheduled",
            );
          }}
        />
      </div>
    </Panel>
  );
}

/** One parent for both groups: an announcement that is published while it is edited keeps its open form. */
function Lists({ announcements }: { announcements: readonly Announcement[] }) {
  const list = useRef<HTMLDivElement>(null);
  const [edited, setEdited] = useState<readonly Announcement[]>([]);
  // If another organiser removes an announcement, its open form stays.
  const all = [...announcements, ...edited.filter(isMissingIn(announcements))];
  const { scheduled, published } = useReadingOrder(all);
  const entryOf = (announcement: Announcement) => (
    <EditableEntry
      key={announcement._id}
      announcement={announcement}
      isEdited={edited.some(({ _id }) => _id === announcement._id)}
      onEdit={(isEdited) =>
        setEdited([
          ...edited.filter(({ _id }) => _id !== announcement._id),
          ...(isEdited ? [announcement] : []),
        ])
      }
      // The focused button disappears with the entry.
      onRemoved={() => list.current?.focus()}
    />
  );
  return (
    <div ref={list} tabIndex={-1} className="org-announcements">
      {scheduled.length > 0 && (
        <GroupTitle
          key="scheduled"
          title="Scheduled"
          lead="Nobody sees these before their time."
          count={scheduled.length}
        />
      )}
      {scheduled.map(entryOf)}
      <GroupTitle
        key="published"
        title="Published"
        lead={
          published.length > 0
            ? "On every dashboard, the pinned ones on top."
            : "Nothing is published yet."
        }
        count={published.length}
      />
      {published.map(entryOf)}
    </div>
  );
}

function isMissingIn(announcements: readonly Announcement[]) {
  const ids = new Set(announcements.map(({ _id }) => _id));
  return ({ _id }: Announcement) => !ids.has(_id);
}

function GroupTitle({
  title,
  lead,
  count,
}: {
  title: string;
  lead: string;
  count: number;
}) {
  return (
    <div className="org-panel-title">
      <h2>
        {title} <small>{count}</small>
      </h2>
      <p>{lead}</p>
    </div>
  );
}

function AnnouncementsSkeleton() {
  return (
    <div className="org-stack">
      <Skeleton height="10rem" />
      <Skeleton height="10rem" />
      <Skeleton height="10rem" />
    </div>
  );
}
