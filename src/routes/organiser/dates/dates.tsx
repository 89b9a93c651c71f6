import { useMutation } from "convex/react";
import { useRef } from "react";
import { api } from "#convex/_generated/api";
import type { UpcomingEvent } from "#convex/shared/validators";
import { splitByDay, useToday } from "../../../lib/days";
import { notify } from "../../../lib/notify";
import { saveWords } from "../editing/compose-form";
import { EditableEntry, type FormProps } from "../editing/editable-entry";
import { ComposePanel, EntriesSkeleton, GroupTitle } from "../editing/entries";
import { keepUntouched } from "../editing/keep-untouched";
import { useEdited } from "../editing/use-edited";
import { indianInput } from "../frame/indian-time";
import { Loaded, useOrganiserQuery } from "../frame/live";
import { SectionFrame } from "../frame/section-frame";
import { sections } from "../frame/sections";
import { DateEntry } from "./date-entry";
import { DateForm } from "./date-form";
import type { Typed } from "./draft";

const nothing: Typed = { title: "", startsAt: "", time: "", wholeDay: true };

export function Dates() {
  const live = useOrganiserQuery(api.events.all, {});
  return (
    <SectionFrame section={sections.dates}>
      <Compose />
      <Loaded
        live={live}
        failure="Failed to load the dates"
        skeleton={<EntriesSkeleton />}
      >
        {(dates) => <List dates={dates} />}
      </Loaded>
    </SectionFrame>
  );
}

function Compose() {
  const add = useMutation(api.events.add);
  return (
    <ComposePanel noun="date">
      {(titleId) => (
        <DateForm
          titleId={titleId}
          initial={nothing}
          submit={{
            label: "Add",
            pending: "Adding",
            failure: "Failed to add the date",
          }}
          onSubmit={async (draft) => {
            await add(draft);
            notify.success("Date added");
          }}
        />
      )}
    </ComposePanel>
  );
}

function List({ dates }: { dates: readonly UpcomingEvent[] }) {
  const list = useRef<HTMLDivElement>(null);
  const { toCome, over } = splitByDay(dates, useToday());
  const { all, isEdited, setEdited } = useEdited([...toCome, ...over]);
  const remove = useMutation(api.events.remove);
  return (
    <div ref={list} tabIndex={-1} className="org-entries">
      <GroupTitle
        title="Dates"
        lead={
          all.length > 0
            ? "On every dashboard, the next one first. Past dates stand below, in grey."
            : "There are no dates yet."
        }
        count={all.length}
      />
      {all.map((date) => (
        <EditableEntry
          key={date._id}
          entry={date}
          noun="date"
          removal="It disappears from every dashboard at once. Its words stay in the audit log."
          isEdited={isEdited(date)}
          onEdit={(wanted) => setEdited(date, wanted)}
          onRemove={() => remove({ eventId: date._id })}
          // The focused button disappears with the entry.
          onRemoved={() => list.current?.focus()}
          form={(props) => <EditForm {...props} current={date} />}
        >
          <div className="org-date">
            <DateEntry event={date} />
          </div>
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
}: FormProps<UpcomingEvent> & { current: UpcomingEvent }) {
  const edit = useMutation(api.events.edit);
  return (
    <DateForm
      titleId={titleId}
      initial={typedOf(opened)}
      submit={saveWords("date")}
      onSubmit={async (draft) => {
        await edit({
          eventId: current._id,
          ...keepUntouched(opened, draft, current),
        });
        notify.success("Date saved");
      }}
      onClose={onClose}
    />
  );
}

function typedOf({ title, startsAt, wholeDay }: UpcomingEvent): Typed {
  const [day = "", time = ""] = indianInput(startsAt).split("T");
  return { title, startsAt: day, time: wholeDay ? "" : time, wholeDay };
}
