import { useMutation, useQuery } from "convex/react";
import { api } from "../../../../convex/_generated/api";
import type { Announcement } from "../../../../convex/shared/validators";
import { notify } from "../../../ui/notify";
import { Panel } from "../../../ui/panel";
import { Skeleton } from "../../../ui/skeleton";
import { Loaded } from "../loaded";
import { SectionFrame } from "../section-frame";
import { sections } from "../sections";
import { useOrganiserQuery } from "../use-organiser-query";
import { AnnouncementForm } from "./announcement-form";
import { composeSchema, type Typed } from "./compose-schema";
import { EditableList } from "./editable-list";
import { useClock } from "./use-clock";

const nothing: Typed = {
  title: "",
  body: "",
  pinned: false,
  when: "now",
  publishAt: "",
};

/** What every dashboard says: composed, scheduled, changed and taken back here. */
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

function Lists({ announcements }: { announcements: readonly Announcement[] }) {
  const now = useClock(announcements.map(({ publishAt }) => publishAt));
  const scheduled = announcements
    .filter(({ publishAt }) => publishAt > now)
    .toSorted((one, other) => one.publishAt - other.publishAt);
  const published = announcements.filter(({ publishAt }) => publishAt <= now);
  return (
    <>
      {scheduled.length > 0 && (
        <EditableList
          title="Scheduled"
          lead="Nobody sees these before their time."
          announcements={scheduled}
        />
      )}
      {published.length > 0 ? (
        <EditableList
          title="Published"
          lead="On every dashboard, the pinned ones on top."
          announcements={published.toSorted(
            (one, other) => Number(other.pinned) - Number(one.pinned),
          )}
        />
      ) : (
        <p className="org-empty">Nothing is published yet.</p>
      )}
    </>
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
