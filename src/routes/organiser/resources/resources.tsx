import { useMutation } from "convex/react";
import { useRef } from "react";
import { api } from "#convex/_generated/api";
import type { EditableResource } from "#convex/shared/validators";
import { formatMoment } from "../../../lib/format-date";
import { notify } from "../../../lib/notify";
import { saveWords } from "../editing/compose-form";
import { EditableEntry, type FormProps } from "../editing/editable-entry";
import { ComposePanel, EntriesSkeleton, GroupTitle } from "../editing/entries";
import { keepUntouched } from "../editing/keep-untouched";
import { useClock } from "../editing/use-clock";
import { useEdited } from "../editing/use-edited";
import { indianInput } from "../frame/indian-time";
import { Loaded, useOrganiserQuery } from "../frame/live";
import { SectionFrame } from "../frame/section-frame";
import { sections } from "../frame/sections";
import { composeSchema, editSchema, type Typed } from "./draft";
import { ResourceEntry } from "./resource-entry";
import { ResourceForm } from "./resource-form";

export function Resources() {
  const live = useOrganiserQuery(api.resources.all, {});
  return (
    <SectionFrame section={sections.resources}>
      <Loaded
        live={live}
        failure="Failed to load the resources"
        skeleton={<EntriesSkeleton />}
      >
        {(resources) => (
          <>
            <Compose nextOrder={nextOrder(resources)} />
            <List resources={resources} />
          </>
        )}
      </Loaded>
    </SectionFrame>
  );
}

/** The number that puts a new resource behind all others. */
function nextOrder(resources: readonly EditableResource[]): number {
  return Math.max(0, ...resources.map(({ order }) => Math.floor(order))) + 1;
}

function Compose({ nextOrder: order }: { nextOrder: number }) {
  const add = useMutation(api.resources.add);
  const nothing: Typed = {
    title: "",
    url: "",
    description: "",
    order: String(order),
    when: "now",
    publishAt: "",
  };
  return (
    <ComposePanel noun="resource">
      {(titleId) => (
        <ResourceForm
          titleId={titleId}
          schema={composeSchema}
          initial={nothing}
          mayBeNow
          submit={{
            label: "Add",
            pending: "Adding",
            failure: "Failed to add the resource",
          }}
          onSubmit={async (draft) => {
            await add(draft);
            notify.success(
              draft.publishAt === null
                ? "Resource added"
                : "Resource scheduled",
            );
          }}
        />
      )}
    </ComposePanel>
  );
}

function List({ resources }: { resources: readonly EditableResource[] }) {
  const list = useRef<HTMLDivElement>(null);
  const { all, isEdited, setEdited } = useEdited(resources);
  const now = useClock(all.map(({ publishAt }) => publishAt));
  const remove = useMutation(api.resources.remove);
  return (
    <div ref={list} tabIndex={-1} className="org-entries">
      <GroupTitle
        title="Resources"
        lead={
          all.length > 0
            ? "In the order in which every dashboard shows them."
            : "There are no resources yet."
        }
        count={all.length}
      />
      {all.map((resource) => (
        <EditableEntry
          key={resource._id}
          entry={resource}
          noun="resource"
          removal="It disappears from every dashboard at once. Its words stay in the audit log."
          isEdited={isEdited(resource)}
          onEdit={(wanted) => setEdited(resource, wanted)}
          onRemove={() => remove({ resourceId: resource._id })}
          // The focused button disappears with the entry.
          onRemoved={() => list.current?.focus()}
          form={(props) => <EditForm {...props} current={resource} />}
        >
          <ResourceEntry resource={resource} />
          {resource.publishAt > now && (
            <p className="org-quiet">
              Scheduled: no one sees it before{" "}
              {formatMoment(resource.publishAt)}.
            </p>
          )}
        </EditableEntry>
      ))}
    </div>
  );
}

function EditForm({
  opened,
  current,
  titleId,
  onClose,
}: FormProps<EditableResource> & { current: EditableResource }) {
  const edit = useMutation(api.resources.edit);
  return (
    <ResourceForm
      titleId={titleId}
      schema={editSchema}
      initial={{
        ...opened,
        order: String(opened.order),
        publishAt: indianInput(opened.publishAt),
      }}
      mayBeNow={false}
      submit={saveWords("resource")}
      onSubmit={async (draft) => {
        await edit({
          resourceId: current._id,
          ...keepUntouched(opened, draft, current),
        });
        notify.success("Resource saved");
      }}
      onClose={onClose}
    />
  );
}
