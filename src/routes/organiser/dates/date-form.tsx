import { tidyLine } from "#convex/shared/text";
import type { UpcomingEvent } from "#convex/shared/validators";
import { Checkbox, TextField } from "../../../ui/text-field";
import {
  ComposeForm,
  type FieldReader,
  type SubmitWords,
} from "../editing/compose-form";
import { ownTimeOf } from "../editing/publication-time";
import { DateEntry } from "./date-entry";
import { draftSchema, instantOf, type Typed } from "./draft";

/** The form for a new date or a change of one. */
export function DateForm({
  initial,
  submit,
  ...form
}: {
  titleId: string;
  initial: Typed;
  submit: SubmitWords;
  onSubmit: (draft: Omit<UpcomingEvent, "_id">) => Promise<unknown>;
  onClose?: () => void;
}) {
  return (
    <ComposeForm
      {...form}
      schema={draftSchema}
      initial={initial}
      read={typedIn}
      submit={() => submit}
      preview={(typed) => (
        <DateEntry
          event={{
            title: tidyLine(typed.title) || "Title",
            startsAt: instantOf(typed),
            wholeDay: typed.wholeDay,
          }}
        />
      )}
    >
      {(typed, errors) => (
        <>
          <TextField
            label="Title"
            name="title"
            autoComplete="off"
            defaultValue={initial.title}
            error={errors.title}
          />
          <Checkbox
            label="The whole day, without a time"
            name="wholeDay"
            defaultChecked={initial.wholeDay}
          />
          <div className="org-beside">
            <TextField
              label="Date in India"
              name="startsAt"
              type="date"
              defaultValue={initial.startsAt}
              error={typed.startsAt === "" ? errors.startsAt : undefined}
            />
            {/* Hidden, not removed, so that a chosen time is kept. */}
            <div hidden={typed.wholeDay}>
              <TextField
                label="Time in India"
                name="time"
                type="time"
                defaultValue={initial.time}
                hint={ownTimeOf(`${typed.startsAt}T${typed.time}`)}
                error={
                  errors.startsAt && typed.startsAt !== ""
                    ? "Time is required"
                    : undefined
                }
              />
            </div>
          </div>
        </>
      )}
    </ComposeForm>
  );
}

function typedIn({ text, has }: FieldReader): Typed {
  return {
    title: text("title"),
    startsAt: text("startsAt"),
    time: text("time"),
    wholeDay: has("wholeDay"),
  };
}
